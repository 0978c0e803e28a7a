set(node_sources
  askserver.cpp askserver.h
  connectionfacts.cpp connectionfacts.h
  connectionstep.h
  connectiontest.cpp connectiontest.h
  container.cpp container.h
  containertransport.cpp containertransport.h
  emulatedtransport.cpp emulatedtransport.h emulator.cpp emulator.h
  localtransport.cpp localtransport.h
  node.cpp node.h
  nodefields.h
  nodejson.cpp
  nodekinds.cpp nodekinds.def nodekinds.h
  nodesettings.h
  privatefolder.cpp privatefolder.h
  maskedtext.cpp maskedtext.h secretpasses.cpp secretpasses.h shellquote.cpp shellquote.h
  slurm.cpp slurm.h
  slurmtransport.cpp slurmtransport.h
  sshclient.cpp sshclient.h
  sshconfig.cpp sshconfig.h
  sshtransport.cpp sshtransport.h
  transport.cpp transport.h)
