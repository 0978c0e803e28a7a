rocport_test(noderunner LIBS rocport_remote rocport_testsupport TIMEOUT 600)
add_dependencies(tst_noderunner rocport-askpass)
rocport_test(connectiontest LIBS rocport_remote rocport_testsupport TIMEOUT 600)
# The contract of every kind of node.
rocport_test(transport LIBS rocport_remote rocport_testsupport TIMEOUT 600
  SOURCES ../support/loopbackslurm.cpp ../support/loopbackslurm.h)
