rocport_test(translate LIBS rocport_translate TIMEOUT 120)
