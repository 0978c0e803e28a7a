rocport_test(whendone LIBS rocport_base Qt6::Concurrent)
