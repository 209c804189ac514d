"""Games played back: the list of moves, its marks, the curve of chances as a slider, the boards for quick playback."""
