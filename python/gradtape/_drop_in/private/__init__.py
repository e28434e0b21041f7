"""What private modules of TensorFlow hold that has no public name, and that programs import.

Each file answers for a module of TensorFlow, or is one of the namespaces that do; the table of
`private_paths` says for which. What it does is what TensorFlow does, as far as that has a meaning
where there are no graphs. Nothing else of gradtape imports from here.
"""
