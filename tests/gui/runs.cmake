rocport_test(runsarea LIBS rocport_runsarea GUI TIMEOUT 180 SOURCES fakeremote.h)
rocport_test(logview LIBS rocport_runsarea GUI TIMEOUT 180 SOURCES fakeremote.h)
