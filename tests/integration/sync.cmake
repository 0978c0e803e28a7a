rocport_test(synctree LIBS rocport_remote rocport_testsupport TIMEOUT 180)
