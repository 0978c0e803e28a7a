set(node_sources
  connectionstep.h
  node.cpp node.h
  nodejson.cpp
  noderunner.cpp noderunner.h
  shellquote.cpp shellquote.h)
