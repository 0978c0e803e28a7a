rocport_test(plan LIBS rocport_plan TIMEOUT 60)
