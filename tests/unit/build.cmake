rocport_test(cmakerules LIBS rocport_rules TIMEOUT 60)
