set(job_sources
  job.cpp job.h)
