rocport_test(rulesmodel LIBS rocport_rulesarea GUI TIMEOUT 60)
rocport_test(rulesarea LIBS rocport_rulesarea GUI TIMEOUT 120)
