"""Webhooks: signed messages to other programs, and texts to chats, about what happens at events.

A message is written in the transaction in which its cause is written (``outbox``) and sent afterwards
(``dispatch``), with retries. It may arrive twice, with the same id. docs/reference/webhooks.md is for the receivers.
"""
