rocport_test(remotesession LIBS rocport_project rocport_testsupport TIMEOUT 300)
rocport_test(lanejob LIBS rocport_project rocport_testsupport TIMEOUT 600)
add_dependencies(tst_lanejob rocport-cli)
# A node whose disk or quota is full; needs root and leave to mount.
rocport_test(nodedisk LIBS rocport_project rocport_testsupport TIMEOUT 600)
