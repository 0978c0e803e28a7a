rocport_test(verifyplots LIBS rocport_verifyarea Qt6::Charts GUI TIMEOUT 120)
