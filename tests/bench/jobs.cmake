# Following jobs: print figures with bench_remote.
rocport_bench(remote rocport_remote)
