# The review: print figures with bench_diff.
add_executable(bench_diff bench_diff.cpp)
target_link_libraries(bench_diff PRIVATE rocport_settings rocport_review)
set_target_properties(bench_diff PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
