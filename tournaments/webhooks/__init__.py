"""Webhooks: other programs are told what happens at an event, by signed messages to their address.

What is to be told is written down in the transaction in which it happens (``outbox``), or read off the logs
of the games (``game_events``); it is sent afterwards (``dispatch``), as often as it takes. Nothing is lost and
nothing invented; what is told may arrive twice, with the same id. docs/reference/webhooks.md is for the receivers.
"""
