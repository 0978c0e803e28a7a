rocport_test(isolation LIBS rocport_isolation)
