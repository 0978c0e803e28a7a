rocport_test(followreader LIBS rocport_remote)
rocport_test(jobscript LIBS rocport_remote TIMEOUT 120)
rocport_test(runfolder LIBS rocport_remote)
rocport_test(agentshell LIBS rocport_remote TIMEOUT 180)
