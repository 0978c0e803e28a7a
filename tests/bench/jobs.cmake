# Following jobs.
rocport_bench(remote rocport_remote)
