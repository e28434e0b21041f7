"""What `once` knows of the functions that a thread is in, and whether it holds anything back.

Of a thread: `again`, whether a function runs again; `outside`, where generators stood before;
`printed`, what a function has printed that may be traced twice; `waiting`, what one has printed
that may not come to its end; `made_within`, how many variables functions have made that it has
called; `began`, how many there were when it began; `kept`, the attributes that are kept, those of
functions within functions behind; `starts`, the draws of the functions that run for the first time;
`jumps`, those of the function that runs again; `loops`, those whose turns are under way; `fresh`,
the attributes that functions will find that run for the first time; `is_eager`, whether it has left
its function for something eager.
"""

import threading

here = threading.local()
is_held = {"back": False}
