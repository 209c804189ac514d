"""An event in plain sentences, from facts alone: a draft for whoever writes about it (docs/use/organiser.md)."""
