"""Open tournaments in a hall: who is there, rounds and their tables, slips, prints.

``services`` change a hall; ``desk`` are its organiser's pages, ``pages`` those that a start number, a door or a slip
opens, ``prints`` what is put up and handed out, ``api`` its REST operations.
"""
