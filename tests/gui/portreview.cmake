# The review of ports that were made elsewhere.
rocport_test(hunksmodel LIBS rocport_portreview Qt6::Widgets GUI TIMEOUT 60)
rocport_test(portreviewpage LIBS rocport_windowtest GUI TIMEOUT 240)
rocport_test(portdrafts LIBS rocport_windowtest Qt6::Sql GUI TIMEOUT 240)
rocport_test(portkeys LIBS rocport_windowtest GUI TIMEOUT 240)
rocport_test(portreviewarm LIBS rocport_windowtest GUI TIMEOUT 300)
target_compile_definitions(tst_portreviewarm PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
