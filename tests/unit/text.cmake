rocport_test(sourcebuffer LIBS rocport_text TIMEOUT 60)
rocport_test(editset LIBS rocport_text TIMEOUT 60)
rocport_test(linediff LIBS rocport_text TIMEOUT 60)
rocport_test(clexer LIBS rocport_text TIMEOUT 60)
