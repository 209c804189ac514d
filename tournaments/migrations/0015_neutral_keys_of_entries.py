"""Keys of entries were made of names, and sentences of earlier programs had names in them: neither is kept any more.

Entries get neutral keys, everything that is kept is written anew with them, and players are called by their ids. Nothing
that was drawn or played changes. A draw from a published seed keeps its order, but cannot be recomputed any more: it was
drawn by the old keys, which are forgotten. Therefore there is no way back to them: undone, the new keys stay, and the
earlier program takes them as they are.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import migrations

_NEUTRAL = re.compile(r"entry-([1-9][0-9]{0,8})")
_CALLED = re.compile(r"⟦([0-9a-f-]{36})⟧")
#: What may follow a name so that it is still one: the ending of a genitive.
_ENDED = r"(?=(?:s|['’]s?)?(?!\w))"
#: Words of sentences that nobody can be told by.
_COLOURS = [
    "yellow",
    "green",
    "red",
    "black",
    "violet",
    "blue",
    "gelb",
    "grün",
    "rot",
    "schwarz",
    "violett",
    "lila",
    "blau",
]

Keys = Mapping[str, str]
Names = Callable[[str], str]


def neutral(keys: Iterable[str]) -> dict[str, str]:
    """Each key with the one that takes its place; those that are neutral stay."""
    found = dict.fromkeys(keys, "")
    number = max((int(told[1]) for key in found if (told := _NEUTRAL.fullmatch(key))), default=0)
    for key in found:
        if _NEUTRAL.fullmatch(key):
            found[key] = key
        else:
            number += 1
            found[key] = f"entry-{number}"
    return found


def lot_subject(keys: Iterable[str]) -> str:
    """The subject of a lot between these."""
    return f"lot-{hashlib.sha256('|'.join(sorted(keys)).encode()).hexdigest()[:12]}"


def subject(told: str, items: list[str], keys: Keys) -> str:
    """The subject of a draw of these items: that of a lot was made of keys."""
    return (
        lot_subject(map(keys.__getitem__, items))
        if _are(items, keys) and told == lot_subject(items)
        else told
    )


def items(told: list[str], keys: Keys) -> list[str]:
    """What was drawn; it may be something else than entries."""
    return [keys[item] for item in told] if _are(told, keys) else told


def _are(told: list[str], keys: Keys) -> bool:
    return set(told) <= keys.keys()


# -- tables ----------------------------------------------------------------------------------------


def table(told: dict[str, Any], keys: Keys, by_id: Names) -> dict[str, Any]:
    """A table with other keys, players called by their ids."""
    told = _sentences(told, by_id)
    for entry in told.get("entries", ()):
        entry["key"], entry["name"] = keys[entry["key"]], f"⟦{entry['player']}⟧"
    called = {entry["key"]: entry["name"] for entry in told.get("entries", ())}
    for draw in told.get("draws", ()):
        old = draw["order"]
        draw["subject"], draw["order"] = subject(draw["subject"], old, keys), items(old, keys)
        draw["throws"] = [_by_key(thrown, keys) for thrown in draw.get("throws", ())]
        _tell_how(draw, called)
    for draw in told.get("draws_needed", ()):
        draw["subject"], draw["items"] = (
            subject(draw["subject"], draw["items"], keys),
            items(draw["items"], keys),
        )
    for row in told.get("rows", ()):
        row["entrant"], row["name"] = keys[row["entrant"]], called[keys[row["entrant"]]]
    planned = [game for each in told.get("schedule", ()) for game in each["games"]]
    for game in (*told.get("games", ()), *told.get("next_games", ()), *planned):
        game["seating"] = _by_key(game["seating"], keys)
    for game in told.get("games", ()):
        if game.get("counted_pawns"):
            game["counted_pawns"] = _by_key(game["counted_pawns"], keys)
        game["winners"] = [keys[winner] for winner in game.get("winners", ())]
        for score in game.get("scores", ()):
            score["entrant"] = keys[score["entrant"]]
    if told.get("finished"):
        told["finished"]["winner"] = keys[told["finished"]["winner"]]
    for part in told.get("decided", ()):
        for prospect in part["prospects"]:
            prospect["entrant"] = keys[prospect["entrant"]]
    return told


def _by_key(told: Mapping[str, Any], keys: Keys) -> dict[str, Any]:
    return {keys.get(key, key): value for key, value in told.items()}


def _tell_how(draw: dict[str, Any], called: Mapping[str, str]) -> None:
    """Say anew how it was drawn, where that was said with keys."""
    if draw["method"] == "thrown":
        rounds = "; ".join(
            ", ".join(f"{called.get(item, item)} {thrown[item]}" for item in draw["order"] if item in thrown)
            for thrown in draw["throws"]
        )
        draw["reason"] = {"en": f"thrown for: {rounds}", "de": f"ausgewürfelt: {rounds}"}
    if draw["method"] != "published seed":
        return
    seed = draw["published_seed"]
    if draw["order"] == _drawn(draw):
        draw["reason"] = {
            "en": f"random draw, verifiable with the seed “{seed}”",
            "de": f"zufällig gelost, nachprüfbar mit dem Startwert „{seed}“",
        }
    else:
        draw["reason"] = {
            "en": f"drawn from the published seed “{seed}” by keys of the entries that were made of names and are not "
            "shown any more",
            "de": f"gelost aus dem veröffentlichten Startwert „{seed}“ mit Kennungen der Meldungen, die aus Namen "
            "gebildet waren und nicht mehr gezeigt werden",
        }


def _drawn(draw: Mapping[str, Any]) -> list[str]:
    def lot(item: str) -> str:
        return hashlib.sha256(f"{draw['published_seed']}|{draw['subject']}|{item}".encode()).hexdigest()

    return sorted(draw["order"], key=lot)


def _sentences(told: Any, by_id: Names) -> Any:
    """Everything that is said in both languages, players called by their ids."""
    if isinstance(told, list):
        return [_sentences(each, by_id) for each in told]
    if not isinstance(told, dict):
        return told
    if told.keys() == {"en", "de"}:
        return {language: by_id(sentence) for language, sentence in told.items()}
    return {name: _sentences(value, by_id) for name, value in told.items()}


def with_names(told: Any, names: Mapping[str, str]) -> Any:
    """A table with these names in the place of ids."""
    if isinstance(told, str):
        return _CALLED.sub(lambda player: names.get(player[1], player[0]), told)
    if isinstance(told, list):
        return [with_names(each, names) for each in told]
    if isinstance(told, dict):
        return {name: with_names(value, names) for name, value in told.items()}
    return told


def by_ids(players: Mapping[str, Iterable[str]]) -> Names:
    """What puts the ids of players (id → all names he has had) in the place of their names."""
    ids = {
        name: f"⟦{player}⟧"
        for player, names in players.items()
        for name in names
        if name and name.casefold() not in _COLOURS
    }
    if not ids:
        return str
    longest_first = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)({longest_first}){_ENDED}")
    return lambda sentence: pattern.sub(lambda found: ids[found[1]], sentence)


# -- forecasts -------------------------------------------------------------------------------------


def contest(told: dict[str, Any], keys: Keys) -> None:
    """An event as a forecast asks about it, with other keys."""
    told["entrants"] = [[keys[key], seed] for key, seed in told["entrants"]]
    for draw in told["draws"]:
        old = draw["order"]
        draw["subject"], draw["order"] = subject(draw["subject"], old, keys), items(old, keys)
        draw["throws"] = [[[keys.get(item, item), die] for item, die in thrown] for thrown in draw["throws"]]
    told["draws"].sort(key=lambda draw: draw["subject"])
    for result in told["results"]:
        result["seating"] = _by_key(result["seating"], keys)
        result["awarded_to"] = keys.get(result["awarded_to"], result["awarded_to"])
    told["departures"] = sorted([keys[key], after] for key, after in told["departures"])
    for _, board in told.get("boards", ()):
        board["seating"] = [[keys[key], colours] for key, colours in board["seating"]]


def question_of_event(text: str, keys: Keys) -> str:
    """What is asked about an event."""
    told = json.loads(text)
    contest(told, keys)
    told["strengths"] = dict(sorted(_by_key(told["strengths"], keys).items()))
    told["assumed"] = sorted([number, keys[key]] for number, key in told["assumed"])
    return _as_text(told)


def tallies(text: str, keys: Keys) -> str:
    """What was found about an event."""
    told = json.loads(text) if text else None
    if not told:
        return text
    for part in ("titles", "places", "playoffs"):
        if told.get(part) is not None:
            told[part] = _by_key(told[part], keys)
    return _as_text(told)


def _as_text(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _digest(run: Any) -> str:
    of_itself = "" if run.asked_by else "of itself"
    whole = "\n".join((str(run.event_id), run.strengths, of_itself, str(run.runs), run.question))
    return hashlib.sha256(whole.encode()).hexdigest()


# -- the rows --------------------------------------------------------------------------------------


def forwards(apps: Any, schema_editor: Any) -> None:
    """Give neutral keys to all entries there are."""
    rekey(apps, neutral)


def rekey(apps: Any, renamed: Callable[[Iterable[str]], dict[str, str]]) -> None:
    """Give the entries of every event the keys that ``renamed`` has for those there are."""

    def model(name: str) -> Any:
        return apps.get_model("tournaments", name)

    of_events: dict[str, Keys] = {}
    for event in model("Event").objects.order_by("pk"):
        entries = list(model("Entry").objects.filter(event=event).order_by("seed", "key"))
        withdrawn = model("HistoricalEntry").objects.filter(event_id=event.pk).order_by("history_id")
        known = [*(entry.key for entry in entries), *(row.key for row in withdrawn)]
        keys = renamed([*known, *_keys_in_tables(model("EventTable").objects.filter(event=event))])
        by_id = by_ids(_names_of(apps, [str(entry.player_id) for entry in entries]))
        if any(old != new for old, new in keys.items()):
            of_events[event.slug] = keys
            _rename(model, event, entries, keys)
        _tell_by_ids(model, event, by_id)
        _rewrite_tables(apps, event, keys, by_id, changed=event.slug in of_events)
    _rewrite_forecasts(model, of_events)


def _keys_in_tables(kept: Any) -> Iterable[str]:
    for projection in kept.order_by("version").values_list("projection", flat=True).iterator(chunk_size=50):
        yield from (entry["key"] for entry in json.loads(projection)["entries"])


def _names_of(apps: Any, players: list[str]) -> dict[str, set[str]]:
    """All names that these players have or had, by their ids."""
    found: dict[str, set[str]] = {player: set() for player in players}
    for name in ("Player", "HistoricalPlayer"):
        rows = apps.get_model("games", name).objects.filter(id__in=players)
        for player, *names in rows.values_list("id", "name", "nickname"):
            found[str(player)].update(names)
    return found


def _rename(model: Callable[[str], Any], event: Any, entries: list[Any], keys: Keys) -> None:
    entries = [entry for entry in entries if keys[entry.key] != entry.key]
    wanted = {entry.pk: keys[entry.key] for entry in entries}
    # Past one another: a key may be that of somebody else for a moment.
    for name in ({entry.pk: f"~{entry.pk}" for entry in entries}, wanted):
        for pk, key in name.items():
            model("Entry").objects.filter(pk=pk).update(key=key)
    for row in model("HistoricalEntry").objects.filter(event_id=event.pk):
        model("HistoricalEntry").objects.filter(pk=row.pk).update(key=keys[row.key])
    for name in ("Draw", "HistoricalDraw"):
        for draw in model(name).objects.filter(event_id=event.pk):
            model(name).objects.filter(pk=draw.pk).update(
                subject=subject(draw.subject, draw.order, keys),
                order=items(draw.order, keys),
                throws=[_by_key(thrown, keys) for thrown in draw.throws],
            )


#: Sentences that are kept, and how the event of their row is found.
_SAID = (
    ("Draw", "event", ("name",)),
    ("HistoricalDraw", "event", ("name",)),
    ("EventGame", "event", ("name", "starter_reason")),
    ("HistoricalEventGame", "event", ("name", "starter_reason")),
    ("ReportLine", "event", ("said",)),
    ("EventPoints", "unit__event", ("tp_reason", "wp_reason", "cp_reason")),
)


def _tell_by_ids(model: Callable[[str], Any], event: Any, by_id: Names) -> None:
    """Sentences of earlier programs have names in them."""
    for name, of_event, fields in _SAID:
        for row in model(name).objects.filter(**{of_event: event.pk}):
            said = {field: getattr(row, field) for field in fields}
            # A Text, as the field reads it.
            called = {field: text.map(by_id) for field, text in said.items() if text}
            if any(called[field] != said[field] for field in called):
                model(name).objects.filter(pk=row.pk).update(**called)


def _rewrite_tables(apps: Any, event: Any, keys: Keys, by_id: Names, *, changed: bool) -> None:
    """The kept tables and the present one; a reader who has an earlier one with the old keys must fetch it anew."""

    def model(name: str) -> Any:
        return apps.get_model("tournaments", name)

    for kept in model("EventTable").objects.filter(event=event).iterator(chunk_size=50):
        told = table(json.loads(kept.projection), keys, by_id)
        model("EventTable").objects.filter(pk=kept.pk).update(projection=_as_text(told))
    if not event.projection:
        return
    told = table(json.loads(event.projection), keys, by_id)
    if changed:
        _count_on(model, event, told)
    players = apps.get_model("games", "Player").objects.filter(
        id__in=[each["player"] for each in told["entries"]]
    )
    names = {str(player.pk): player.nickname or player.name for player in players}
    projection = _as_text(with_names(told, names))
    model("Event").objects.filter(pk=event.pk).update(projection=projection, version=told["version"])
    for delivery in model("Delivery").objects.filter(webhook__event=event, body__contains='"entries"'):
        body = json.loads(delivery.body)
        data = body["data"] = _sentences(body["data"], by_id)
        if "entries" in data.get("standings", ()):
            data["standings"] = table(data["standings"], keys, by_id)
        if data.get("finished"):
            data["finished"]["winner"] = keys[data["finished"]["winner"]]
        model("Delivery").objects.filter(pk=delivery.pk).update(body=_as_text(with_names(body, names)))


def _count_on(model: Callable[[str], Any], event: Any, told: dict[str, Any]) -> None:
    """The table is told anew, with the next version; what was said of the present one is about it too."""
    old, new = event.version, event.version + 1
    told["version"] = new
    last = model("EventTable").objects.filter(event=event, version=old).first()
    if last is not None:
        last.pk, last.version, last.projection = None, new, _as_text(told)
        last.save(force_insert=True)
    model("ForecastRun").objects.filter(event=event, version=old).update(version=new)


def _rewrite_forecasts(model: Callable[[str], Any], of_events: Mapping[str, Keys]) -> None:
    """Forecasts of events alone: those of seasons are dropped by a later migration."""
    runs = model("ForecastRun").objects.filter(event__slug__in=of_events)
    for run in runs.select_related("event"):
        keys = of_events[run.event.slug]
        run.question, run.tallies = question_of_event(run.question, keys), tallies(run.tallies, keys)
        run.assumed = {number: keys.get(key, key) for number, key in run.assumed.items()}
        run.digest = _digest(run)
        run.save()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_what_came_from_files"), ("games", "0010_names_behind_nicknames")]

    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
