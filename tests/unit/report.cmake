rocport_test(report LIBS rocport_report TIMEOUT 120)
rocport_test(sarif LIBS rocport_report TIMEOUT 120)
rocport_test(harmlessmarkdown LIBS rocport_report TIMEOUT 60)
