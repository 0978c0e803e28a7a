# Translation of whole folders: print figures with bench_translate.
add_executable(bench_translate bench_translate.cpp)
target_link_libraries(bench_translate PRIVATE rocport_project rocport_testsupport)
target_compile_definitions(bench_translate PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
set_target_properties(bench_translate PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
