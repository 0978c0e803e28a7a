# The parts of the session, each without the others as far as it knows none.
foreach(name compilerchecks openproject projectcommits projectdecisions projectguards projecthistory projectjournal projectplan
             projectreports projectsources projecttasks rulepacks ruleswitches steprecorder)
  rocport_test(${name} LIBS rocport_project TIMEOUT 120)
endforeach()
rocport_test(projectscanner LIBS rocport_project rocport_testsupport TIMEOUT 240)
