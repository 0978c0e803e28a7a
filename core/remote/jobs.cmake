set(job_sources
  ${CMAKE_SOURCE_DIR}/resources/node/nodejobs.qrc
  firstrun.cpp firstrun.h
  followreader.cpp followreader.h
  job.cpp job.h
  jobcenter.cpp jobcenter.h
  jobfollow.cpp
  jobrunner.cpp jobrunner.h
  jobscript.cpp jobscript.h
  jobsentences.cpp jobsentences.h
  nodeagent.cpp nodeagent.h
  runfolder.cpp runfolder.h
  runrecord.cpp runrecord.h
  secretmask.cpp secretmask.h)
