"""`rauswurf-cli`: watch and record games, read tables, save files, from a terminal."""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from collections.abc import Sequence

from rauswurf_client import Client, NotAuthenticated, PermissionDenied, Refusal, Unreachable
from rauswurf_client.cli import config, reading, record, watch
from rauswurf_client.cli.config import WrongUsage
from rauswurf_client.cli.terminal import Terminal, pen, tell
from rauswurf_client.cli.words import Voice, system_language

#: Whoever sits before a terminal would rather know soon.
ATTEMPTS = 3
DONE, REFUSED, WRONG_USAGE, NO_CONNECTION, NOT_ALLOWED, INTERRUPTED = 0, 1, 2, 3, 4, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code tells how it went."""
    voice = Voice(system_language())
    told = parser(voice).parse_args(arguments)
    try:
        if told.command == "login":
            return log_in(voice, told.address)
        access = config.access(voice, told.site)
        with Client(access.site, access.token, language=voice.language, attempts=ATTEMPTS) as client:
            return run(Terminal(client, voice, pen(), told.json), told)
    except WrongUsage as wrong:
        tell(str(wrong), sys.stderr)
        return WRONG_USAGE
    except Refusal as refused:
        print_refusal(voice, refused, is_json=told.json)
        return NOT_ALLOWED if isinstance(refused, NotAuthenticated | PermissionDenied) else REFUSED
    except Unreachable as unreachable:
        site = str(unreachable).partition(": ")[0]
        tell(voice.say("{site} does not answer.", site=site), sys.stderr)
        return NO_CONNECTION
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has enough; nothing more is written, not even at the end.
        sys.stderr.close()
        return DONE


def parser(voice: Voice) -> argparse.ArgumentParser:
    """The command line, in the language of the machine: argparse's own words, too, which it hands to gettext."""
    say = voice.say
    argparse._ = voice.word  # type: ignore[attr-defined]
    codes = say("Exit codes: 0 done, 1 refused by the site, 2 wrong usage, 3 no connection, 4 not allowed.")
    whole = argparse.ArgumentParser("rauswurf-cli", description=say("Rauswurf in the terminal"), epilog=codes)
    whole.add_argument(
        "--site", help=say("address of the site; else RAUSWURF_SITE, else what login saved"), metavar="URL"
    )
    whole.add_argument("--json", action="store_true", help=say("JSON instead of text"))
    commands = whole.add_subparsers(dest="command", required=True, metavar=say("COMMAND"))

    def command(name: str, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=say("JSON instead of text")
        )
        return made

    def of_game(made: argparse.ArgumentParser) -> None:
        told = say("id or address of a game, EVENT/NUMBER, or EVENT with one running game")
        made.add_argument("game", metavar=say("GAME"), help=told)

    def of_event(made: argparse.ArgumentParser) -> None:
        made.add_argument("event", metavar=say("EVENT"), help=say("short name or address of an event"))

    watching = command("watch", say("Watch a game: the board, then every throw as it comes"))
    of_game(watching)
    watching.add_argument("--once", action="store_true", help=say("show the board once"))
    watching.add_argument("--after", type=int, metavar="N", help=say("everything after this event"))
    of_event(command("table", say("Show the table of an event")))
    of_event(command("results", say("List the games of an event with their winners")))
    of_game(command("record", say("Record a game by keyboard")))
    exporting = command("export", say("Save a file: tables as CSV or PDF, calendars, records"))
    what = say("EVENT, ranking:LIST, season:NAME, player:ID or game:ID")
    exporting.add_argument("what", metavar=say("WHAT"), help=what)
    exporting.add_argument("file", metavar=say("FILE"), help=say("which file, such as table.csv"))
    exporting.add_argument("-o", "--output", metavar=say("FILE"), help=say("where to; - is the terminal"))
    command("login", say("Save the address of the site and a token")).add_argument("address", metavar="URL")
    return whole


def run(terminal: Terminal, told: argparse.Namespace) -> int:
    """Do one command."""
    match told.command:
        case "watch":
            return watch.show_game(terminal, told.game, once=told.once, after=told.after)
        case "record":
            return record.record_game(terminal, told.game)
        case "table":
            return reading.show_table(terminal, told.event)
        case "results":
            return reading.show_results(terminal, told.event)
        case _:
            return reading.save_export(terminal, told.what, told.file, told.output)


def log_in(voice: Voice, address: str) -> int:
    """Keep a site and a token, which is not shown as it is typed."""
    question = voice.say("Token (leave blank to read only): ")
    token = getpass.getpass(question) if sys.stdin.isatty() else sys.stdin.readline()
    print(voice.say("Saved in {file}", file=config.save(address, token.strip())))
    return DONE


def print_refusal(voice: Voice, refused: Refusal, *, is_json: bool) -> None:
    """What the site refused, with the field, the rule and what would be right, as far as it says so."""
    if is_json:
        print(json.dumps(dict(refused.problem), ensure_ascii=False), file=sys.stderr)
        return
    tell(refused.told(voice.language), sys.stderr)
    if refused.field:
        tell(voice.say("Field: {field}", field=refused.field), sys.stderr)
    if refused.rule:
        tell(voice.say("Rule: {rule}", rule=refused.rule), sys.stderr)
    if refused.fix:
        tell(voice.say("Right would be: {fix}", fix=", ".join(refused.fix)), sys.stderr)
