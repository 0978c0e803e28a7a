rocport_test(report LIBS rocport_report TIMEOUT 120)
rocport_test(sarif LIBS rocport_report TIMEOUT 120)
rocport_test(harmlessmarkdown LIBS rocport_report TIMEOUT 60)
rocport_test(portpatches LIBS rocport_project TIMEOUT 60)
