rocport_test(process LIBS rocport_process Qt6::Concurrent TIMEOUT 60)
rocport_test(sandbox LIBS rocport_process Qt6::Concurrent TIMEOUT 60)
rocport_test(editorcommand LIBS rocport_process TIMEOUT 60)
