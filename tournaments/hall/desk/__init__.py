"""The desk of a hall: who is there, rounds planned and published, what is mended of them."""
