# The real program on the sample repository; makes docs/screenshots.
rocport_test(demo LIBS rocport_testsupport Qt6::Gui GUI TIMEOUT 180)
add_dependencies(tst_demo rocport)
