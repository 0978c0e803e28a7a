# The real program on the sample repository; makes docs/screenshots.
rocport_test(demo LIBS rocport_testsupport Qt6::Gui GUI TIMEOUT 180)
add_dependencies(tst_demo rocport)
# All areas as the program puts them together, with what they ask of each other.
foreach(name access checklist counts failures findingslist jobwatch keys leaving nextfile places preferences resume reviewlist reviewshown rowsapart ruleswindow
    statusplace largetext cuttexts)
  rocport_test(${name} GUI TIMEOUT 120
    SOURCES ${CMAKE_SOURCE_DIR}/app/window/assemble.cpp fakeremote.h
    LIBS rocport_shell rocport_review rocport_reportarea rocport_rulesarea rocport_nodesarea
      rocport_runsarea rocport_verifyarea rocport_messages Qt6::Concurrent)
endforeach()
# A tour over the sample, or over a repository that ROCPORT_TOUR_REPOSITORY names.
rocport_test(tour GUI TIMEOUT 300
  SOURCES ${CMAKE_SOURCE_DIR}/app/window/assemble.cpp fakeremote.h
    tourkeys.cpp tourkeyswindow.cpp tourkeysreview.cpp tourkeysareas.cpp tourtimes.cpp
  LIBS rocport_shell rocport_review rocport_reportarea rocport_rulesarea rocport_nodesarea
    rocport_runsarea rocport_verifyarea rocport_messages Qt6::Concurrent)
# A random walk over the same window; ROCPORT_STEPS makes it longer.
rocport_test(reviewwalk GUI TIMEOUT 300
  SOURCES ${CMAKE_SOURCE_DIR}/app/window/assemble.cpp fakeremote.h
    reviewwalk.cpp walkactions.cpp walkpicture.cpp
  LIBS rocport_shell rocport_review rocport_reportarea rocport_rulesarea rocport_nodesarea
    rocport_runsarea rocport_verifyarea rocport_messages Qt6::Concurrent)
# The file of preferences, drafts and recent projects.
rocport_test(qtsettings GUI
  SOURCES ${CMAKE_SOURCE_DIR}/app/window/qtsettings.cpp ${CMAKE_SOURCE_DIR}/app/window/qtsettings.h
    ${CMAKE_SOURCE_DIR}/app/window/settingstext.cpp
  LIBS rocport_theme rocport_files Qt6::Concurrent)
