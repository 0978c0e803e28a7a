# Logs of jobs: print figures with bench_log.
add_executable(bench_log bench_log.cpp)
target_link_libraries(bench_log PRIVATE rocport_settings rocport_runsarea)
set_target_properties(bench_log PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
