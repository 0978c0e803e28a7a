rocport_test(sourcetree LIBS rocport_scan TIMEOUT 60)
rocport_test(scanner LIBS rocport_scan rocport_vcs TIMEOUT 120)
rocport_test(devicesamples LIBS rocport_scan)
