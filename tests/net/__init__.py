"""The net: faults described as behaviour, each planted in a copy of the program and found by a test.

``faults.toml`` says what would go wrong, how the fault is planted today, and which test finds it. Run it before and
after every change of the house: a fault that no test finds any more is a hole in the tests.
"""
