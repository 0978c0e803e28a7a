rocport_test(theme LIBS rocport_theme Qt6::Svg GUI)
rocport_test(controls LIBS rocport_theme GUI)
rocport_test(plaintext LIBS rocport_theme GUI)
rocport_test(planarea LIBS rocport_shell GUI)
rocport_test(welcome LIBS rocport_shell GUI)
rocport_test(shell LIBS rocport_shell GUI TIMEOUT 120)
# All areas as the program puts them together.
rocport_test(hostilewindow GUI TIMEOUT 180
  SOURCES ${CMAKE_SOURCE_DIR}/app/window/assemble.cpp fakeremote.h
  LIBS rocport_shell rocport_review rocport_reportarea rocport_rulesarea rocport_nodesarea
    rocport_runsarea rocport_verifyarea rocport_messages Qt6::Concurrent)
