"""All addresses of the site."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from config import health, site_pages, site_pages as help_views
from config.admin import page_of_row
from config.openapi_cache import IndexView, docs_page, schema
from config.watch.readings import metrics
from games.api.problems import page_not_found
from games.views import account, signing_in
from games.views.signing_in import Login, Logout, join
from tournaments.organiser.front_door import setup_page

handler500 = "config.health.request_failed"

urlpatterns: list[URLPattern | URLResolver] = [
    # First, so that a throw is not compared with the addresses of all pages.
    path("api/v1/", IndexView.as_view(), name="index"),
    path("api/v1/schema/", schema, name="schema"),
    path("api/v1/docs/", docs_page, name="docs"),
    path("api/v1/docs/<slug:name>.md", site_pages.reference_file, name="reference"),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    re_path("^api/", page_not_found),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("setup/<str:text>/", setup_page, name="setup"),
    path("about/", site_pages.about_page, name="about"),
    path("about/logo", site_pages.logo, name="site-logo"),
    path("about/<slug:name>/", site_pages.legal_page, name="legal"),
    path("help/", help_views.help_index, name="help"),
    path("help/pictures/<slug:name>.png", help_views.help_picture, name="help-picture"),
    path("help/<slug:slug>/", help_views.help_page, name="help-page"),
    path("accounts/login/", Login.as_view(), name="login"),
    path("accounts/logout/", Logout.as_view(), name="logout"),
    path("accounts/second-step/", signing_in.second_step, name="second-step"),
    path("accounts/forgotten/", signing_in.forgotten, name="forgotten"),
    path("accounts/security/", account.account_page, name="account"),
    path("accounts/security/email/", account.change_email, name="change-email"),
    path("accounts/security/password/", account.ChangePassword.as_view(), name="change-password"),
    path("accounts/security/app/", account.add_app, name="add-app"),
    path("accounts/security/passkey/", account.add_passkey, name="add-passkey"),
    path("accounts/security/factors/<int:pk>/remove/", account.remove_factor, name="remove-factor"),
    path("accounts/security/codes/", account.new_codes, name="new-codes"),
    path("accounts/security/devices/end/", account.end_other_sessions, name="end-other-sessions"),
    path("accounts/security/devices/<slug:handle>/end/", account.end_session, name="end-session"),
    path("accounts/security/tokens/<int:pk>/revoke/", account.revoke_own_token, name="revoke-own-token"),
    path("accounts/email/<str:text>/", account.confirm_email, name="confirm-email"),
    path("accounts/join/<str:number>/<str:token>/", join, name="join"),
    # The admin has no door of its own.
    path("admin/login/", RedirectView.as_view(pattern_name="login", query_string=True)),
    path("admin/logout/", Logout.as_view()),
    path("admin/password_change/", RedirectView.as_view(pattern_name="change-password")),
    path("admin/r/<path:content_type_id>/<path:object_id>/", admin.site.admin_view(page_of_row)),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    # Programs ask for files, too (docs/reference/exports.md).
    re_path(r"^.*\.(csv|ics|pdf)$", page_not_found),
    # Browsers ask for it by themselves where a page names no icon, as the admin's do.
    path("favicon.ico", RedirectView.as_view(url=static("games/icon.svg"))),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("organise/site/backups/", health.backups_page, name="backups"),
    path("organise/site/backups/now/", health.ask_for_backup, name="ask-for-backup"),
    path("organise/site/backups/<str:name>", health.backup_file, name="backup-file"),
    path("organise/site/check/", health.findings_page, name="findings"),
    path("metrics", metrics, name="metrics"),
]
