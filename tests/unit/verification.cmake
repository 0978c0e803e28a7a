rocport_test(evidence LIBS rocport_verify TIMEOUT 30)
rocport_test(harnessresult LIBS rocport_verify TIMEOUT 30)
rocport_test(verifyplan LIBS rocport_verify TIMEOUT 60)
rocport_test(staticchecks LIBS rocport_verify TIMEOUT 60)
# Runs the harness with this machine's Python and a stand-in for torch.
rocport_test(harness LIBS rocport_verify TIMEOUT 600)
rocport_test(verificationreport LIBS rocport_report TIMEOUT 60)
