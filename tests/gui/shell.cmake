rocport_test(theme LIBS rocport_theme Qt6::Svg GUI)
