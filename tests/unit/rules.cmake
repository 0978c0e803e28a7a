rocport_test(rulepack LIBS rocport_rules TIMEOUT 60)
rocport_test(cpprules LIBS rocport_rules TIMEOUT 120)
rocport_test(hunks LIBS rocport_rules TIMEOUT 60)
rocport_test(portsource LIBS rocport_rules TIMEOUT 60)
