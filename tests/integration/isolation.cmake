rocport_test(isolationrange LIBS rocport_testsupport Qt6::Core TIMEOUT 120)
add_dependencies(tst_isolationrange rocport-cli)

# Build files: the port gives NVIDIA the same commands, and configures for HIP.
foreach(platform nvidia hip)
  add_test(NAME build_${platform}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/build_${platform}.sh $<TARGET_FILE:rocport-cli>
            ${CMAKE_SOURCE_DIR}/tests/fixtures/build ${CMAKE_SOURCE_DIR}/resources/sample
            ${ROCPORT_DEPS}/rocm-headers/include)
  set_tests_properties(build_${platform} PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")
endforeach()
