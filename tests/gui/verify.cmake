rocport_test(gatepanel LIBS rocport_review GUI TIMEOUT 120)
