rocport_test(facts LIBS rocport_facts TIMEOUT 60)
rocport_test(factrows LIBS rocport_facts rocport_rules TIMEOUT 60)
rocport_test(settingnames LIBS rocport_facts TIMEOUT 60)
