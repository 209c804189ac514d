"""Running a hall: who is there, rounds planned, published and repaired, results of many tables, its clock.

Like all services (``tournaments.services``): one transaction each, the event's row locked, ``actor`` and ``now`` handed
in, nothing changed where something is refused.
"""
