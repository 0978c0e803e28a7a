rocport_test(corpus LIBS rocport_project TIMEOUT 120)
