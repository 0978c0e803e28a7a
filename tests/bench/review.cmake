# The review: its window, and that of a port.
rocport_bench(diff rocport_settings rocport_portreview)
rocport_bench(review rocport_project)
