"""The promise of the REST interface: what changes in it is told, and nothing that breaks programs without notice
(docs/reference/api.md#what-is-promised).
"""
