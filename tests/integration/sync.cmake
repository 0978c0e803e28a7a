rocport_test(synctree LIBS rocport_remote rocport_testsupport TIMEOUT 300)
rocport_test(synccut LIBS rocport_remote rocport_testsupport TIMEOUT 300)
