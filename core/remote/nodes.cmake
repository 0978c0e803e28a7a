set(node_sources
  askserver.cpp askserver.h
  connectionfacts.cpp connectionfacts.h
  connectionstep.h
  connectiontest.cpp connectiontest.h
  container.cpp container.h
  node.cpp node.h
  nodejson.cpp
  noderunner.cpp noderunner.h
  privatefolder.cpp privatefolder.h
  maskedtext.cpp maskedtext.h secretpasses.cpp secretpasses.h shellquote.cpp shellquote.h
  slurm.cpp slurm.h
  sshconfig.cpp sshconfig.h)
