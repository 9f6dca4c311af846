"""The rules of 2048: values in, values out, standard library only.

No clock, no randomness of its own, no input or output. A game is a seed and a list of
directions; everything else follows.
"""
