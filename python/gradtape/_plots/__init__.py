"""Pictures of training and of functions, with Matplotlib (the extra `plots`).

Every function draws into the axes that it is given, or into new ones, and returns them; none shows
or saves a figure. Matplotlib is imported by the first call, not before.
"""
