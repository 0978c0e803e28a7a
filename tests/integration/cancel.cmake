rocport_test(cancel LIBS rocport_project TIMEOUT 600)
