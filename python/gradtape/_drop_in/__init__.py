"""gradtape in TensorFlow's place: programs that import `tensorflow` run on it without an edit.

`finder` answers the imports, `spaces` says which object a dotted name stands for, `running` is
`python -m gradtape program.py`, and `checking` reads programs without running them. Nothing here is
imported by `import gradtape`.
"""
