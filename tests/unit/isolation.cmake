rocport_test(isolation LIBS rocport_isolation)
rocport_test(pythonisolation LIBS rocport_isolation)
rocport_test(projection LIBS rocport_isolation)
