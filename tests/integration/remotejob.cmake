# Jobs on a real node: this machine, and sshd on loopback. ROCPORT_STRESS is the number of cuts.
rocport_test(remotejob LIBS rocport_remote rocport_testsupport TIMEOUT 600)
rocport_test(remotejobends LIBS rocport_remote rocport_testsupport TIMEOUT 600)
rocport_test(containerjob LIBS rocport_remote rocport_testsupport TIMEOUT 300)
rocport_test(slurmjob LIBS rocport_remote rocport_testsupport TIMEOUT 600
  SOURCES ../support/loopbackslurm.cpp ../support/loopbackslurm.h)
rocport_test(arrayagent LIBS rocport_remote rocport_testsupport TIMEOUT 300)
rocport_test(slurmarray LIBS rocport_remote rocport_testsupport TIMEOUT 900
  SOURCES ../support/loopbackslurm.cpp ../support/loopbackslurm.h)
