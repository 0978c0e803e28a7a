# The review of ports that were made elsewhere.
rocport_test(hunksmodel LIBS rocport_portreview TIMEOUT 60)
