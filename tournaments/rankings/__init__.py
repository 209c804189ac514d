"""Rankings: what events gave, and the lists that follow from it, kept ready for their readers
(docs/reference/rankings.md).

The sporting rules are pure, in ``tournaments.ranking_rules``. ``keeping`` stores what an event gave when it, or a
part of it, is concluded; ``storing`` brings the lists up to date; ``reading`` is for readers; ``deciding`` holds
what organisers decide.
"""
