rocport_test(tensorfile LIBS rocport_tensor ZLIB::ZLIB TIMEOUT 120)
rocport_test(compare LIBS rocport_tensor rocport_report TIMEOUT 120)
rocport_test(tolerances LIBS rocport_tensor TIMEOUT 30)
rocport_test(bundle LIBS rocport_tensor TIMEOUT 60)
