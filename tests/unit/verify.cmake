rocport_test(linemap LIBS rocport_verify TIMEOUT 30)
rocport_test(diagnostics LIBS rocport_verify TIMEOUT 30)
rocport_test(gate LIBS rocport_verify rocport_report TIMEOUT 60)
rocport_test(compilerarguments LIBS rocport_verify TIMEOUT 30)
rocport_test(compilercommands LIBS rocport_verify rocport_testsupport TIMEOUT 300)
rocport_test(nvccproof LIBS rocport_verify TIMEOUT 300)
rocport_test(bytecodeproof LIBS rocport_verify TIMEOUT 120)
target_compile_definitions(tst_bytecodeproof PRIVATE
  ROCPORT_PYTHON_CORPUS="${CMAKE_SOURCE_DIR}/tests/corpus/python")
