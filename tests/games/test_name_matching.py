"""Whom typed names mean: exactly one player, somebody new, or somebody has to decide."""

import pytest

from games.models import Player
from games.queries.name_matching import NEW, KnownNames, is_like, people


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Änne Öhler", "Aenne Oehler"),
        ("Änne Öhler", "ANNE OHLER"),
        ("Bert Weiß", "Bert Weiss"),
        ("Anna Amsel", "Anna Amsle"),
        ("Anna Amsel", "Ana Amsel"),
        ("Öhler Änne", "Änne Öhler"),
        ("Clausen", "Clauson"),
    ],
)
def test_names_that_could_be_the_same(one: str, other: str) -> None:
    assert is_like(one, other)
    assert is_like(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Max Bach", "Eva Bach"),
        ("Anna Amsel", "Bert Bach"),
        ("Person 003", "Person 004"),
        ("Anna B.", "Anna C."),
        ("Anna B.", "Anna"),
    ],
)
def test_names_that_are_different(one: str, other: str) -> None:
    assert not is_like(one, other)


@pytest.mark.django_db
def test_a_name_that_is_exactly_one_players_is_his() -> None:
    here = Player.objects.create(name="Anna Amsel", nickname="Änni")
    Player.objects.create(name="Anna Amsle")
    assert people(["Anna Amsel"], {}, KnownNames())["Anna Amsel"].player == here
    assert people(["Änni"], {}, KnownNames())["Änni"].player == here
    new = people(["Bert Bach"], {}, KnownNames())["Bert Bach"]
    assert (new.player, new.candidates, new.is_open) == (None, (), False)


@pytest.mark.django_db
def test_a_doubtful_name_waits_for_a_decision() -> None:
    first, second = (Player.objects.create(name="Anna Amsel") for _ in range(2))
    found = people(["Anna Amsel"], {}, KnownNames())["Anna Amsel"]
    assert found.is_open
    assert {each.player for each in found.candidates} == {first, second}
    assert people(["Anna Amsel"], {"Anna Amsel": str(second.pk)}, KnownNames())["Anna Amsel"].player == second
    new = people(["Ana Amsel"], {"Ana Amsel": NEW}, KnownNames())["Ana Amsel"]
    assert (new.player, new.is_open, len(new.candidates)) == (None, False, 2)
    assert people(["Ana Amsel"], {"Ana Amsel": "somebody"}, KnownNames())["Ana Amsel"].is_open


@pytest.mark.django_db
def test_two_spellings_in_the_list_itself_are_doubtful_too() -> None:
    found = people(["Bert Übel", "Bert Uebel"], {}, KnownNames())
    assert not found["Bert Übel"].is_open
    assert found["Bert Uebel"].is_open
    found = people(["Bert Übel", "Bert Uebel"], {"Bert Uebel": "Bert Übel"}, KnownNames())
    assert found["Bert Uebel"].same_as == "Bert Übel"


@pytest.mark.django_db
def test_known_names_are_found_as_each_pair_is_compared() -> None:
    names = [
        "Anna Amsel",
        "Ana Amsel",
        "Amsel Anna",
        "Anna",
        "Hanna",
        "Bo",
        "Bó",
        "Bert Übel",
        "Team 1",
        "Team 2",
    ]
    names += [
        "Anna B.",
        "Anna C.",
        "Clausen",
        "Clauson",
        "Klausen",
        "Maximiliane Mustermann",
        "Maximilian Musterman",
    ]
    players = {name: str(Player.objects.create(name=name).pk) for name in names}
    known = KnownNames()
    for name in names:
        found = {each.key for each in known.like(name)}
        assert found == {pk for other, pk in players.items() if is_like(name, other)}, name
