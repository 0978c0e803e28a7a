rocport_bench(compare rocport_tensor)
