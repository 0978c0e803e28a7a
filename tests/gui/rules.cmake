rocport_test(rulesmodel LIBS rocport_rulesarea GUI TIMEOUT 60)
rocport_test(rulesarea LIBS rocport_rulesarea GUI TIMEOUT 120)
rocport_test(packediting LIBS rocport_rulesarea GUI TIMEOUT 120)
