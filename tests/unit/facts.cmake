rocport_test(facts LIBS rocport_facts TIMEOUT 60)
