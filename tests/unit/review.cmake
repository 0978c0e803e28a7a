rocport_test(reviewsplit LIBS rocport_project)
rocport_test(portreview LIBS rocport_project rocport_testsupport TIMEOUT 240)
rocport_test(portrevisions LIBS rocport_project rocport_testsupport TIMEOUT 240)
rocport_test(reviewproofs LIBS rocport_project rocport_testsupport TIMEOUT 240)
