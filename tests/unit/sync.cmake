rocport_test(verifyrun LIBS rocport_verify TIMEOUT 30)
