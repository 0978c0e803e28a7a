rocport_test(verifyrun LIBS rocport_verify TIMEOUT 30)
rocport_test(tarfile LIBS rocport_remote TIMEOUT 60)
rocport_test(syncplan LIBS rocport_remote TIMEOUT 60)
rocport_test(jobsteps LIBS rocport_remote TIMEOUT 120)
