rocport_bench(compare rocport_tensor)
rocport_bench(lanes rocport_lanes)
