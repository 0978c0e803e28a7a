rocport_test(theme LIBS rocport_theme Qt6::Svg GUI)
rocport_test(planarea LIBS rocport_shell GUI)
rocport_test(welcome LIBS rocport_shell GUI)
rocport_test(shell LIBS rocport_shell GUI TIMEOUT 120)
