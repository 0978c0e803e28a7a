rocport_test(followreader LIBS rocport_remote)
rocport_test(jobscript LIBS rocport_remote)
rocport_test(runfolder LIBS rocport_remote)
rocport_test(nodeagentscript LIBS rocport_remote TIMEOUT 120)
