"""The rules on whole numbers: interpreted, compiled and translated for the phone from the same functions."""
