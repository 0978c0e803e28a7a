set(job_sources
  ${CMAKE_SOURCE_DIR}/resources/node/nodejobs.qrc
  arrayrunner.cpp arrayrunner.h
  firstrun.cpp firstrun.h
  followreader.cpp followreader.h
  job.cpp job.h
  jobarray.cpp jobarray.h
  jobcenter.cpp jobcenter.h
  jobfollow.cpp
  jobrunner.cpp jobrunner.h
  jobscript.cpp jobscript.h
  jobsentences.cpp jobsentences.h
  matrix.cpp matrix.h
  nodeagent.cpp nodeagent.h
  runfolder.cpp runfolder.h
  runrecord.cpp runrecord.h
  secretmask.cpp secretmask.h
  sharedpreparation.cpp sharedpreparation.h)
