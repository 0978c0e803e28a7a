rocport_test(guardwidth LIBS rocport_rules TIMEOUT 60)
