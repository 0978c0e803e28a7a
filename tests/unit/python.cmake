rocport_test(pythonrules LIBS rocport_rules TIMEOUT 120)
rocport_test(modulenames LIBS rocport_rules)
rocport_test(compilerules LIBS rocport_scan TIMEOUT 120)
rocport_test(manifests LIBS rocport_rules)
