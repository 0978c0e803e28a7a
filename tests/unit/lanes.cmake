rocport_test(lanedata LIBS rocport_lanes TIMEOUT 120)
rocport_test(lanesource LIBS rocport_lanes TIMEOUT 30)
rocport_test(kernelcall LIBS rocport_lanes TIMEOUT 30)
rocport_test(kernelharness LIBS rocport_lanes TIMEOUT 30)
