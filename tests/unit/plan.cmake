rocport_test(plan LIBS rocport_plan TIMEOUT 60)
rocport_test(installplan LIBS rocport_plan TIMEOUT 60)
rocport_test(installscript LIBS rocport_plan TIMEOUT 60)
