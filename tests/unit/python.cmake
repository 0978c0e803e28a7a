rocport_test(pythonrules LIBS rocport_rules TIMEOUT 120)
rocport_test(manifests LIBS rocport_rules)
rocport_test(notebooks LIBS rocport_rules TIMEOUT 120)
