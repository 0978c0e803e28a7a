rocport_test(ansi LIBS rocport_joblog TIMEOUT 60)
rocport_test(logindex LIBS rocport_joblog TIMEOUT 120)
rocport_test(logdiagnostics LIBS rocport_joblog TIMEOUT 60)
rocport_test(knownfailures LIBS rocport_joblog TIMEOUT 60)
