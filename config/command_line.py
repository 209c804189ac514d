"""The help of `rauswurf` and `manage.py`: the commands for those who run a site, a sentence each."""

import re
from collections.abc import Mapping

from django.core.management import ManagementUtility, get_commands, load_command_class

#: The commands that hosts use, in the order in which they meet them; docs/install/run.md says more of each.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "The site": ("serve", "run", "check", "backup", "restore", "update", "migrate", "run_periodic"),
    "People": (
        *("createsuperuser", "changepassword", "create_token", "remove_second_factor", "sendtestemail"),
        *("erase_player", "repeat_erasures"),
    ),
    "Seasons and events": (
        *("demo", "import_history", "export_event", "import_event", "export_season"),
        *("import_season", "standings", "ranking", "play"),
    ),
    "Proof": ("check_chains", "verify_dice", "verify_draw", "rebuild_projections"),
}
#: Django's own commands, in the words of this site.
OF_DJANGO: Mapping[str, str] = {
    "check": "Say what is wrong with the settings; with --deploy, all that is missing for others to use the site",
    "migrate": "Bring the database up to date with the program",
    "createsuperuser": "Make an account that may do everything",
    "changepassword": "Give an account a new password",
}
_FIRST_SENTENCE = re.compile(r"(?s)^.*?(?=[.;:](?:\s|$)|\s\(docs/|$)")


class CommandLine(ManagementUtility):
    """Django's command line, with a help that leaves out what only developers and other processes call."""

    def main_help_text(self, commands_only: bool = False) -> str:
        """Return the commands by what they are for; all names where ``commands_only``, or where settings are wrong."""
        if commands_only or self.settings_exception is not None:
            return str(super().main_help_text(commands_only))
        width = max(len(name) for names in GROUPS.values() for name in names)
        lines = [f"Usage: {self.prog_name} COMMAND [options]"]
        for group, names in GROUPS.items():
            lines += ["", group, *(f"  {name:{width}}  {sentence_of(name)}" for name in names)]
        return "\n".join(
            [
                *lines,
                "",
                f"`{self.prog_name} COMMAND --help` says more of one; `{self.prog_name} help --commands` names all.",
            ]
        )


def sentence_of(name: str) -> str:
    """Return what a command does: the first sentence of its help, without the full stop."""
    if name in OF_DJANGO:
        return OF_DJANGO[name]
    found = _FIRST_SENTENCE.match(load_command_class(get_commands()[name], name).help)
    assert found
    return found[0]
