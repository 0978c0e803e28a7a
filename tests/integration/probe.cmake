rocport_test(nodeprobe LIBS rocport_probe TIMEOUT 900)
