rocport_test(rulepack LIBS rocport_rules TIMEOUT 60)
