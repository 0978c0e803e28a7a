rocport_test(linemap LIBS rocport_verify TIMEOUT 30)
rocport_test(diagnostics LIBS rocport_verify TIMEOUT 30)
rocport_test(gate LIBS rocport_verify rocport_report TIMEOUT 60)
rocport_test(nvccproof LIBS rocport_verify TIMEOUT 300)
