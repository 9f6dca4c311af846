"""The use cases of a player, each of them one transaction on a connection it is given."""
