rocport_test(reviewsplit LIBS rocport_project)
rocport_test(portreview LIBS rocport_project rocport_testsupport TIMEOUT 240)
