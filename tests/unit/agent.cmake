rocport_test(rpcmessage LIBS rocport_agent)
