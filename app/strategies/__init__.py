"""Simple ways to play, played many thousand times, so that what is said of them is known.

They know boards and the rules, and stand on the engine alone.
"""
