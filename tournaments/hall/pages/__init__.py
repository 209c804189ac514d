"""The pages that people of a hall open by a link: start number, door, registration, slip."""
