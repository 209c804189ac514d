"""How good the seating is and how long it takes: repeats, their bound, team-mates, colours, seconds.

`python -m bench.seating`; with RAUSWURF_BENCH=whole all sizes from 6 to 100 and some to 400 at tables of four, all to
60 at tables of two, three and six, with and without teams of four, and rounds drawn one by one while people come
and go.
"""

import time
from collections.abc import Iterable

from bench.calibration import calibrate
from bench.size import sized
from tournaments.seating import Participant, Plan, Round, SeatingProblem, plan, search, seat, team_bound
from tournaments.seating.colours import count_slots, count_surplus
from tournaments.seating.problem import count_meetings

ROUNDS = (3, 4, 5, 6)
FOURS = sized(
    (8, 13, 16, 20, 24, 37, 76, 100, 200, 400), (*range(6, 101), 125, 150, 175, 200, 250, 300, 350, 399, 400)
)
OTHERS = sized((9, 12, 30), tuple(range(6, 61)))
TEAMS = sized((12, 24, 76), tuple(range(8, 101, 4)))
ONE_BY_ONE = sized((40, 100), (20, 40, 60, 100, 200, 400))


def hall(number: int, team: int = 0, begin: int = 0) -> tuple[Participant, ...]:
    """So many people, in teams of so many."""
    return tuple(
        Participant(f"p{at}", f"team {at // team}" if team else "") for at in range(begin, begin + number)
    )


def asked(number: int, rounds: int, size: int, team: int) -> SeatingProblem:
    return SeatingProblem(hall(number, team), size, rounds, "bench", teams_apart=bool(team))


def team_meetings(made: Plan, team: int) -> int:
    """How often team-mates meet in it."""
    met = count_meetings(made.rounds).times
    return sum(times for pair, times in met.items() if len({int(key[1:]) // team for key in pair}) == 1)


def measure(number: int, rounds: int, size: int, team: int = 0) -> tuple[Plan, float, int, int]:
    """Plan and colour: the plan, the seconds, how often somebody has one colour at most, how often too often."""
    begun = time.perf_counter()
    made = plan(asked(number, rounds, size, team))
    seated = seat(made.rounds, size)
    seconds = time.perf_counter() - begun
    most = max(times for had in count_slots(seated).values() for times in had.values())
    return made, seconds, most, count_surplus(seated, size)


def table(numbers: Iterable[int], size: int, team: int = 0) -> None:
    """Print a line for each number of people and rounds, and how many are proved."""
    teams = f", teams of {team} apart" if team else ""
    print(f"\ntables of {size}{teams}")
    print("people rounds repeats bound        proved mates bound colours seconds")
    cases = proved = 0
    longest, gaps = 0.0, []
    for number in numbers:
        for rounds in ROUNDS:
            made, seconds, most, surplus = measure(number, rounds, size, team)
            mates = team_meetings(made, team) if team else 0
            least = team_bound(asked(number, rounds, size, team), made.repeats) if team else 0
            told = "proved" if made.is_proved else f"gap {made.repeats - made.bound.value}"
            print(
                f"{number:6} {rounds:6} {made.repeats:7} {made.bound.value:5} {made.bound.name:10} {told:>6} "
                f"{mates:5} {least:5} {most:4}{f' +{surplus}' if surplus else '':3} {seconds:7.2f}",
                flush=True,
            )
            cases, proved, longest = cases + 1, proved + made.is_proved, max(longest, seconds)
            if not made.is_proved:
                gaps.append(f"{number} people {rounds} rounds {made.repeats} (bound {made.bound.value})")
            if mates > least:
                gaps.append(f"{number} people {rounds} rounds {mates} of team-mates (bound {least})")
    print(
        f"tables of {size}{teams}: {proved} of {cases} proved, at most {longest:.2f} s; not: {'; '.join(gaps)}"
    )


def draw_one_by_one(number: int, rounds: int) -> None:
    """Draw round by round while one in twenty leaves and as many come; beside the plan drawn at once."""
    at_once = plan(SeatingProblem(hall(number), 4, rounds, "bench")).repeats
    played: tuple[Round, ...] = ()
    people, come = hall(number), number
    leave = max(1, number // 20)
    for left in range(rounds, 0, -1):
        made = plan(SeatingProblem(people, 4, left, "bench", played=played))
        played = (*played, made.rounds[0])
        people, come = (*people[leave:], *hall(leave, begin=come)), come + leave
    reached = count_meetings(played).repeats
    print(f"{number} people, {rounds} rounds one by one, {leave} come and go: {reached}, at once {at_once}")


def main() -> None:
    """Measure and print."""
    print(calibrate())
    begun = time.perf_counter()
    kind = "compiled" if search.best_engine() is not search.INTERPRETED else "interpreted"
    print(f"the search is {kind}, ready after {time.perf_counter() - begun:.1f} s")
    table(FOURS, 4)
    table(TEAMS, 4, team=4)
    for size in (3, 2, 6):
        table(OTHERS, size)
    print()
    for number in ONE_BY_ONE:
        for rounds in (4, 5, 6):
            draw_one_by_one(number, rounds)
    for number in (24, 200, 400):
        begun = time.perf_counter()
        plan(SeatingProblem(hall(number), 4, 5, "bench"), search.INTERPRETED)
        print(f"interpreted, {number} people, 5 rounds: {time.perf_counter() - begun:.1f} s")
    begun = time.perf_counter()
    plan(SeatingProblem(hall(32), 6, 5, "bench"), search.INTERPRETED)
    seconds = time.perf_counter() - begun
    print(
        f"interpreted to the end, as nothing is proved, 32 people at tables of 6, 5 rounds: {seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
