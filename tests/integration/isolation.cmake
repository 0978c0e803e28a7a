rocport_test(isolationrange LIBS rocport_testsupport Qt6::Core TIMEOUT 120)
add_dependencies(tst_isolationrange rocport-cli)
