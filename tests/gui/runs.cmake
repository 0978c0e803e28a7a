rocport_test(runsarea LIBS rocport_runsarea rocport_windowtest GUI TIMEOUT 180)
rocport_test(logview LIBS rocport_runsarea rocport_windowtest GUI TIMEOUT 180)
rocport_test(matrixruns LIBS rocport_runsarea rocport_windowtest GUI TIMEOUT 180)
