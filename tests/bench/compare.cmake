rocport_bench(compare rocport_tensor)
rocport_bench(lanes rocport_lanes)
add_dependencies(bench_lanes rocport-cli)
