# The real program on the sample repository; makes docs/screenshots.
rocport_test(demo LIBS rocport_testsupport Qt6::Widgets GUI TIMEOUT 180)
add_dependencies(tst_demo rocport)
# All areas as the program puts them together, with what they ask of each other.
foreach(name access checklist counts failures findingslist jobwatch keys leaving nextfile places preferences resume reviewlist reviewshown rowsapart ruleswindow
    statusplace largetext cuttexts workareas)
  rocport_test(${name} GUI TIMEOUT 120 LIBS rocport_windowtest)
endforeach()
# A tour over the sample, or over a repository that ROCPORT_TOUR_REPOSITORY names.
rocport_test(tour GUI TIMEOUT 300
  SOURCES tourkeys.cpp tourkeyswindow.cpp tourkeysreview.cpp tourkeysareas.cpp
  LIBS rocport_windowtest)
# A random walk over the same window; ROCPORT_STEPS makes it longer.
rocport_test(reviewwalk GUI TIMEOUT 300
  SOURCES reviewwalk.cpp walkactions.cpp walkpicture.cpp
  LIBS rocport_windowtest)
# The file of preferences, drafts and recent projects.
rocport_test(qtsettings GUI LIBS rocport_window)
