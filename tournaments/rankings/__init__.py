"""Rankings: what events gave, and the lists that follow from it, stored ready for their readers
(docs/reference/rankings.md).

The sporting rules are pure, in ``tournaments.ranking_rules``. ``points`` stores what an event gave when it, or a
part of it, is concluded; ``store`` brings the lists up to date; ``queries`` is for readers; ``services`` holds
what organisers decide.
"""
