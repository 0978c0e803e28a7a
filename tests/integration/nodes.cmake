rocport_test(noderunner LIBS rocport_remote rocport_testsupport TIMEOUT 600)
add_dependencies(tst_noderunner rocport-askpass)
rocport_test(connectiontest LIBS rocport_remote rocport_testsupport TIMEOUT 600)
