rocport_test(repository LIBS rocport_vcs TIMEOUT 120)
rocport_test(worktree LIBS rocport_vcs TIMEOUT 120)
rocport_test(patches LIBS rocport_vcs TIMEOUT 120)
rocport_test(committree LIBS rocport_vcs TIMEOUT 120)
