rocport_test(lanesource LIBS rocport_lanes TIMEOUT 30)
