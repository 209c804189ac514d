from tests.browser.conftest import log_in, shell
from tests.browser.accessibility import violations
import pytest
pytestmark=[pytest.mark.sqlite, pytest.mark.timeout(400)]
SET = """
from datetime import date
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments import services
from tournaments.services import hall
User.objects.create_superuser("owner", password="quick brown fox")
who = {"actor": "user:1", "now": timezone.now()}
season = services.create_season(slug="s", name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **who)
for slug, rounds in (("draft", 3), ("due", 3), ("out", 3)):
    event = services.create_event(season=season, slug=slug, name="Weidenberger Turnier", format_key="open", rules_name="schmidt-classic", starts_on=date(2026, 11, 21), settings={"rounds": 4, "place_points": [55,30,10,0,0,0], "table_size": 4}, **who)
    first = ["Anna","Bruno","Clara","Dora","Emil","Franziska","Gustav","Hannelore"]
    last = ["Amsel","Bärenreiter","Dachs","Elster-Wachholder"]
    people = [(f"{f} {l}", hall.Description(team=f"Team {i}", groups=["Jugend"] if i%2 else [])) for i, f in enumerate(first) for l in last]
    hall.announce(event_id=event.pk, players=people[:31], **who)
    if slug != "due": hall.check_in(event_id=event.pk, who=list(range(1, 30)), **who)
    else: hall.check_in(event_id=event.pk, who=[1,2,3], **who)
    if slug == "out":
        for _ in range(1):
            plan = hall.plan_round(event_id=event.pk, **who)
            hall.publish_round(event_id=event.pk, subject=plan.plan.subject, **who)
    if slug == "draft": hall.plan_round(event_id=event.pk, **who)
"""
D="/organise/events/"
PAGES={"new":"/organise/new/open/","overview":D+"due/","checkin":D+"due/check-in/","search":D+"due/check-in/?q=an","person":D+"due/check-in/people/entry-3/","add":D+"due/check-in/add/","draft":D+"draft/seating/","mend":D+"draft/seating/round-1/mend/?kind=exchange&who=1&other=9","out":D+"out/seating/","outmend":D+"out/seating/round-1/mend/?kind=late&who=30"}
def test_look(chromium, live_asgi_server):
    site=live_asgi_server
    shell(site, SET)
    bad=[]
    for lang in ("de","en"):
        for scheme in ("light","dark"):
            with chromium.new_context(locale=lang, color_scheme=scheme) as c:
                page=c.new_page()
                page.on("console", lambda m: bad.append(m.text) if m.type=="error" else None)
                log_in(page, site, D+"due/", "owner")
                for name, addr in PAGES.items():
                    page.goto(site.url+addr)
                    for w in (390,1280):
                        page.set_viewport_size({"width":w,"height":900})
                        over=page.evaluate("document.documentElement.scrollWidth")
                        v=violations(page)
                        if v or over!=w: bad.append((lang,scheme,name,w,over,v))
                        if (lang,scheme) in (("de","light"),("en","dark")):
                            page.screenshot(path=f"/tmp/look/{name}-{lang}-{scheme}-{w}.png", full_page=True)
                page.goto(site.url+D+"draft/seating/")
                s=page.locator("a.sitter"); s.nth(0).click(); s.nth(9).click(); page.locator("#exchange form").wait_for()
                page.screenshot(path=f"/tmp/look/exchange-{lang}-{scheme}.png")
                v=violations(page)
                if v: bad.append((lang,scheme,"exchange",v))
    for b in bad: print(b)
    assert not bad
