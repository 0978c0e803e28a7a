# The review.
rocport_bench(diff rocport_settings rocport_portreview)
