rocport_test(filefeatures LIBS rocport_base)
rocport_test(whendone LIBS rocport_base Qt6::Concurrent)
