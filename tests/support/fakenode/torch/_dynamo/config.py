recompile_limit = 8
cache_size_limit = 8
suppress_errors = False
