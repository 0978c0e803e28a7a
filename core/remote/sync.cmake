# Sources to a node, and the stages of jobs.
set(sync_sources
  jobsteps.cpp jobsteps.h
  syncplan.cpp syncplan.h
  synctree.cpp synctree.h
  tarfile.cpp tarfile.h
  ${CMAKE_SOURCE_DIR}/resources/node/sync.qrc)
