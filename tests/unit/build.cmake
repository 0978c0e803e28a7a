rocport_test(cmakerules LIBS rocport_rules TIMEOUT 60)
rocport_test(cmakereach LIBS rocport_rules TIMEOUT 60)
rocport_test(makerules LIBS rocport_rules TIMEOUT 60)
rocport_test(setuprules LIBS rocport_rules TIMEOUT 60)
