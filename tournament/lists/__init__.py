"""From a club's list to people: cells out of a file, then who is meant. Pure."""
