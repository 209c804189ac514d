"""The rules on whole numbers: interpreted, compiled and translated to JavaScript from the same functions."""
