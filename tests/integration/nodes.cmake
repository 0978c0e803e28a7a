rocport_test(noderunner LIBS rocport_remote rocport_testsupport TIMEOUT 180)
