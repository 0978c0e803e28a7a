# Sources to a node: print figures with bench_sync.
rocport_bench(sync rocport_remote)
