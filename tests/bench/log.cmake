# Logs of jobs.
rocport_bench(log rocport_settings rocport_runsarea)
