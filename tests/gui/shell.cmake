rocport_test(theme LIBS rocport_theme Qt6::Svg GUI)
rocport_test(controls LIBS rocport_theme GUI)
rocport_test(plaintext LIBS rocport_theme GUI)
rocport_test(planarea LIBS rocport_shell GUI)
rocport_test(welcome LIBS rocport_shell GUI)
rocport_test(shell LIBS rocport_shell GUI TIMEOUT 120)
# All areas as the program puts them together.
rocport_test(hostilewindow GUI TIMEOUT 180 LIBS rocport_windowtest)
