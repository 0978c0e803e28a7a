rocport_test(translate LIBS rocport_translate TIMEOUT 120)
rocport_test(translatecalls LIBS rocport_translate TIMEOUT 60)
rocport_test(translatelike LIBS rocport_translate TIMEOUT 60)
rocport_test(translatetable LIBS rocport_translate TIMEOUT 120)
rocport_test(compatheader LIBS rocport_translate TIMEOUT 60)
foreach(name translatelike translatetable)
  target_compile_definitions(tst_${name} PRIVATE
    ROCPORT_CORPUS="${CMAKE_SOURCE_DIR}/tests/corpus" ROCPORT_FACTS="${CMAKE_SOURCE_DIR}/resources/facts")
endforeach()
