rocport_test(corpus LIBS rocport_rules TIMEOUT 120)
