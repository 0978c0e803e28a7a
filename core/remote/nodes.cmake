set(node_sources
  connectionstep.h
  node.cpp node.h)
