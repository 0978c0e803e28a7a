rocport_test(facts LIBS rocport_facts TIMEOUT 60)
rocport_test(settingnames LIBS rocport_facts TIMEOUT 60)
