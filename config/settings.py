"""All settings, from the environment with embedded defaults; `docs/install/settings.md` lists the variables."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO

from config.environment import Environment, keep_private, private_database, stored_secret_key
from rules import i18n

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# --- where things are, who may ask ----------------------------------------------------------------------

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()
keep_private(DATA_DIR)
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or stored_secret_key(DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# How many proxies in front say in X-Forwarded-For who asked them.
PROXIES = env.int("PROXIES", default=0)
# Then they say in X-Forwarded-Proto, too, by which scheme; without them it is not believed.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
# Read by gunicorn too; the system checks ask for it.
PROCESSES = env.int("WEB_CONCURRENCY", default=1)

# --- whose site it is -------------------------------------------------------------------------------------

# What the site is called; empty: what its first organiser has called it.
SITE_NAME = env.str("SITE_NAME", default="")
# The address of a picture beside the name; empty: the board of the program.
SITE_LOGO = env.str("SITE_LOGO", default="")
# The folder of what the host has to say, plain texts with empty lines between paragraphs: about.txt, imprint.txt,
# privacy.txt, accessibility.txt, and consent.txt, what people agree to who register themselves.
TEXTS_DIR = env.str("TEXTS_DIR", default=str(DATA_DIR / "texts"))

INSTALLED_APPS = [
    "config",
    "tournaments",
    "games",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "simple_history",
    "csp",
    "corsheaders",
    "config.admin_config.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "config.gates.few_write_at_once",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.static_files.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.gates.as_described",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.gates.second_factor_required",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
]

# No earlier version is put back from the admin: that would go past the checks.
SIMPLE_HISTORY_REVERT_DISABLED = True
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.site_pages.site",
            ],
        },
    },
]

# --- database -------------------------------------------------------------------------------------------

# IMMEDIATE takes the write lock at BEGIN: a transaction that reads first and writes later cannot be
# upgraded once another writer got in. synchronous=FULL, because an acknowledged throw is a record.
SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=134217728;"
        "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-20000;"
    ),
}
POOL_SIZE = env.int("DATABASE_POOL_SIZE", default=8)
# A request waits no longer than this for a connection, a lock, a statement: then it is answered with 503, and
# its thread is free for others. Commands wait as long as they need.
CONNECT_SECONDS, LOCK_SECONDS, STATEMENT_SECONDS = 5, 10, 15
WEB_OPTIONS: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "options": f"-c lock_timeout={LOCK_SECONDS}s -c statement_timeout={STATEMENT_SECONDS}s",
}
# What finds the database gone tries for some seconds and then gives way to the next request that asks: so the
# pool is filled again as soon as there is somebody to fill it for, and no pause grows longer.
POOL = {
    "min_size": min(4, POOL_SIZE),
    "max_size": POOL_SIZE,
    "timeout": CONNECT_SECONDS,
    "reconnect_timeout": 3,
}
# How a process holds its PostgreSQL connections: WSGI threads live long and keep one each, ASGI requests
# come on fresh threads and share a pool, commands open one and close it. Which of them have died: config/db_health.py.
POSTGRESQL_CONNECTIONS: dict[str, dict[str, Any]] = {
    "fresh": {"CONN_MAX_AGE": 0},
    "kept": {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True, "OPTIONS": WEB_OPTIONS},
    "pool": {"CONN_MAX_AGE": 0, "OPTIONS": {**WEB_OPTIONS, "pool": POOL}},
}


def database() -> dict[str, Any]:
    """The database of DATABASE_URL; never ATOMIC_REQUESTS, every GET would take SQLite's write lock."""
    chosen = env.database("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'rauswurf.sqlite3'}")
    chosen["ATOMIC_REQUESTS"] = False
    options = chosen.setdefault("OPTIONS", {})
    if chosen["ENGINE"] == "django.db.backends.sqlite3":
        chosen["ENGINE"] = "config.sqlite"
        options.update(SQLITE_OPTIONS)
        private_database(chosen["NAME"])
    else:
        how = POSTGRESQL_CONNECTIONS[env.str("DATABASE_CONNECTIONS", default="fresh")]
        # What the address itself asks for goes before ours.
        chosen.update({**how, "OPTIONS": {**how.get("OPTIONS", {}), **options}})
    return chosen


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- what each process remembers ------------------------------------------------------------------------

# Parts of pages by all that they were made of (games/remembered.py): some 7 kB each. After an hour none is used any
# more, and it goes when there is no room for another.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "parts": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "parts",
        "TIMEOUT": 3600,
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}

# --- backups --------------------------------------------------------------------------------------------

# Where a backup is made each day; empty: none is.
BACKUP_DIR = env.str("BACKUP_DIR", default="")
# The number of days and the number of weeks whose backups stay there.
BACKUP_KEEP = env.int("BACKUP_KEEP", default=7)
# A file with the passphrase in its first line, by which backups are encrypted; empty: they are not.
BACKUP_PASSPHRASE_FILE = env.str("BACKUP_PASSPHRASE_FILE", default="")
# A second file, in which the SQLite database is again once a minute; empty: there is none.
SECOND_COPY = env.str("SECOND_COPY", default=str(DATA_DIR / "second-copy.sqlite3"))

# --- tasks and fan-out: in the process, or by Redis where REDIS_URL names one ----------------------------

REDIS_URL = env.str("REDIS_URL", default="")
# Streams of one process; below the 1,024 files that a process may usually have open.
MOST_STREAMS = env.int("MOST_STREAMS", default=800)
# Of these the public has from one address, and those who are known and the screens of halls have for themselves.
MOST_STREAMS_PER_ADDRESS = env.int("MOST_STREAMS_PER_ADDRESS", default=200)
RESERVED_STREAMS = env.int("RESERVED_STREAMS", default=80)
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A web process that cannot reach the broker must notice quickly: the write path does not depend on it.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 0.3,
    "socket_timeout": 2,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Some hours of a busy site; each child leaves files of what it has counted, which /metrics reads.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 50_000
# What is to be done at which times is in config.work alone: beat remembers nothing and needs no file.
CELERY_BEAT_SCHEDULER = "config.beat.PatientScheduler"

# --- forecasts ------------------------------------------------------------------------------------------

# How often an event that is being played is played on at random after each change of its table; 0: never.
FORECAST_RUNS = env.int("FORECAST_RUNS", default=300)

# --- webhooks -------------------------------------------------------------------------------------------

# Whether messages may go to addresses that only this server can reach; never where organisers are strangers.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.bool("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)
# The same for this machine alone, where somebody tries their own program beside the site: `make run` does.
WEBHOOKS_TO_THIS_MACHINE = env.bool("WEBHOOKS_TO_THIS_MACHINE", default=False)

# --- chances --------------------------------------------------------------------------------------------

# Whether the winning chances of running games are counted after each throw.
CHANCES = env.bool("CHANCES", default=True)
# Whether games that have ended are analysed by themselves.
ANALYSIS = env.bool("ANALYSIS", default=True)

# --- mail -----------------------------------------------------------------------------------------------

# Whom mail comes from; empty: none is sent.
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="")
# The server that takes mail, or a folder into which it is written instead of being sent: EMAIL_BACKEND, EMAIL_HOST …
globals().update(env.mail("EMAIL_URL"))
# Seconds that a letter waits for the server.
EMAIL_TIMEOUT = 10

# --- language and time ----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# English, and every language with a catalogue in locale/, each by its own name.
LANGUAGES = [(code, LANG_INFO[code]["name_local"].capitalize()) for code in sorted(i18n.languages())]
LOCALE_PATHS = [i18n.LOCALE]
USE_I18N = True
USE_TZ = True
TIME_ZONE = CELERY_TIMEZONE = "Europe/Berlin"

# --- static files: straight from the source folders, nothing to collect ----------------------------------

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

# --- security -------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
# Pages of all sites may read the REST interface, anonymously: without cookies and without a token
# (docs/reference/api.md). Which requests those are says config/gates.py.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = "^$"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
# Never Content-Type: browsers never ask whether they may send a POST, only whether it may be JSON.
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match", "last-event-id"]
CORS_EXPOSE_HEADERS = [
    "etag",
    "link",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
]

SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=0)
# Then cookies are sent over https only, too.
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool(
    "SECURE_SSL_REDIRECT", default=False
)
# Monitoring asks the processes directly, by http.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
# Whether browsers shall insist on https for all other names of the domain, too, is not for one site on it to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# How long a link holds by which somebody opens their account or chooses another password: a week.
PASSWORD_RESET_TIMEOUT = 7 * 24 * 3600
# Whether owners and organisers have to sign in with a second factor; who has one needs it anyway.
REQUIRE_SECOND_FACTOR = env.bool("REQUIRE_SECOND_FACTOR", default=False)
# Requests a minute and process, by REST: of each token or account, and of each address that shows neither. A phone that
# records and follows a board needs some hundred at the most; 0, here and below: no limit.
READS_PER_MINUTE = 6000
WRITES_PER_MINUTE = 3000
# Attempts to log in from one address, whatever the names.
LOGINS_PER_MINUTE = 60
# How long a token or link holds unless it says otherwise; 0: until it is revoked.
TOKEN_DAYS = env.int("TOKEN_DAYS", default=365)
# Mails that are sent because of one address, in each process.
MAILS_PER_MINUTE = 10
# Pictures that are drawn for one address, in each process; those that it has already do not count.
PICTURES_PER_MINUTE = 120
# Forms sent by people who register themselves, and check-ins at the door, from one address in each process; a hall may
# be behind one address.
REGISTRATIONS_PER_MINUTE = 20
ARRIVALS_PER_MINUTE = 120

# Bytes of one request: a batch of 1,000 throws has about 100,000; result lists are files.
MOST_BODY_BYTES = 1_000_000
MOST_FILE_BYTES = 4_000_000
# What has been let in (config/body_limits.py) is in memory, and goes to no file.
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE = max(MOST_BODY_BYTES, MOST_FILE_BYTES)
# The seconds in which the body of a request must have come at an ASGI server, after its head.
BODY_SECONDS = env.int("BODY_SECONDS", default=60)
# Who has waited so long for a thread, or for their turn to write, is refused with 503; 0: no limit.
LONGEST_WAIT_SECONDS = env.int("LONGEST_WAIT_SECONDS", default=5)

# --- REST -----------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["games.api.renderers.QuickJsonRenderer"],
    # The renderer writes moments: in UTC, with Z.
    "DATETIME_FORMAT": None,
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.StrictJsonParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.access.authentication.AccessTokenAuthentication",
        "games.access.authentication.BrowserAuthentication",
    ],
    # There is one rendering; ?format= is the format of an event.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_THROTTLE_CLASSES": ["games.api.throttling.PerMinute"],
    "EXCEPTION_HANDLER": "games.api.problems.handler",
    "NON_FIELD_ERRORS_KEY": "request",
    "DEFAULT_PAGINATION_CLASS": "games.api.pagination.Pages",
    "PAGE_SIZE": 50,
    # For a view that does not say what it takes (games.api.permissions.GuardedView).
    # What does not say what it takes is closed.
    "DEFAULT_PERMISSION_CLASSES": ["games.api.closed.Closed"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "games.api.openapi.DescribedSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rauswurf",
    "DESCRIPTION": "Games of Mensch ärgere Dich nicht, recorded throw by throw, and the tables that follow.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "EXTERNAL_DOCS": {"url": "/api/v1/docs/api.md", "description": "The reference"},
    "SERVERS": [{"url": "/", "description": "This site."}],
    # What a request sends and what is answered are two things: members that are only read, or only written.
    "COMPONENT_SPLIT_REQUEST": True,
    "SERVE_INCLUDE_SCHEMA": False,
    # What is handed out as a file has addresses beside the pages.
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.openapi.with_what_holds_everywhere",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Choices of several things that are all called kind, or state.
    "ENUM_NAME_OVERRIDES": {
        "GameStateEnum": "games.api.serializers.GAME_STATES",
        "EventKindEnum": "games.api.serializers.EVENT_KINDS",
        "MessageKindEnum": "tournaments.webhooks.api.MESSAGE_KINDS",
        "ForecastStateEnum": "tournaments.forecasts.api.FORECAST_STATES",
        "DeliveryStateEnum": "tournaments.webhooks.api.DELIVERY_STATES",
        "TableStateEnum": "tournaments.hall.serializers.TABLE_STATES",
    },
}

# --- seeing how it is ------------------------------------------------------------------------------------

# Clients that send it (Authorization: Bearer …) may read /metrics; without it only this machine may.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Where the processes of this machine, or the containers of the site, count together.
METRICS_DIR = env.str("METRICS_DIR", default=str(DATA_DIR / "metrics"))

# --- what the process says ------------------------------------------------------------------------------

# How lines are written: plain, or json for programs that read them, with one line for each request.
LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
IS_LOG_JSON = LOG_FORMAT == "json"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "config.watch.logs.PlainFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            # With the offset: the system's log beside it shows another hour.
            "datefmt": "%Y-%m-%d %H:%M:%S %z",
            "style": "{",
        },
        "json": {"()": "config.watch.logs.JsonFormatter"},
    },
    "filters": {"refusals": {"()": "config.watch.logs.OneLineRefusals"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if IS_LOG_JSON else "plain",
            "filters": ["refusals"],
        }
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO").upper()},
    "loggers": {
        # It shows which keys people use.
        "fido2": {"level": "WARNING"},
        "config.watch.servers": {"level": "INFO" if IS_LOG_JSON else "WARNING"},
        # They bring handlers of their own.
        **({"gunicorn.error": {"handlers": [], "propagate": True}} if IS_LOG_JSON else {}),
    },
}
