# The examples of docs/extending.md, put into copies of the sources as its steps say, and compiled. The copies stand in for the
# sources of the same names: what the linker takes from the libraries are all others.
set(walkthrough_folder ${CMAKE_CURRENT_BINARY_DIR}/walkthroughs)
set(walkthrough_sources
  core/remote/toytransport.cpp
  core/report/reportformats.cpp core/report/toytable.cpp
  core/rules/cpp/cppbuiltins.cpp core/rules/cpp/cpptoycalls.cpp
  core/rules/python/pythonbuiltins.cpp core/rules/python/pythontoyimport.cpp
  ui/nodes/toyform.cpp)
set(walkthrough_files ${walkthrough_sources}
  core/remote/nodekinds.def core/remote/nodes.cmake core/remote/toytransport.h
  core/report/CMakeLists.txt core/report/report.h
  core/rules/cpp/CMakeLists.txt core/rules/cpp/cppbuiltins.h
  core/rules/python/CMakeLists.txt core/rules/python/pythonbuiltins.h
  resources/rules/hipify.toml resources/rules/python.toml
  ui/nodes/CMakeLists.txt)
# Sources that include a copy, and stand in for those of the libraries too.
set(walkthrough_users core/remote/nodekinds.cpp ui/nodes/nodeform.cpp)
list(TRANSFORM walkthrough_users PREPEND ${CMAKE_SOURCE_DIR}/)
# They can only do so as long as the originals are objects of their own.
set_source_files_properties(${CMAKE_SOURCE_DIR}/core/report/reportformats.cpp
  TARGET_DIRECTORY rocport_report PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_source_files_properties(${CMAKE_SOURCE_DIR}/core/rules/cpp/cppbuiltins.cpp ${CMAKE_SOURCE_DIR}/core/rules/python/pythonbuiltins.cpp
  TARGET_DIRECTORY rocport_rules PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_source_files_properties(${CMAKE_SOURCE_DIR}/core/remote/nodekinds.cpp
  TARGET_DIRECTORY rocport_remote PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_source_files_properties(${CMAKE_SOURCE_DIR}/ui/nodes/nodeform.cpp
  TARGET_DIRECTORY rocport_nodeforms PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
list(TRANSFORM walkthrough_files PREPEND ${walkthrough_folder}/ OUTPUT_VARIABLE walkthrough_copies)
list(TRANSFORM walkthrough_files PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE walkthrough_originals)
list(FILTER walkthrough_originals EXCLUDE REGEX "/[a-z]*toy[a-z]*\\.(cpp|h)$")
add_custom_command(OUTPUT ${walkthrough_copies}
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/walkthroughs.py ${CMAKE_SOURCE_DIR} ${walkthrough_folder} ${walkthrough_files}
  DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/walkthroughs.py ${CMAKE_SOURCE_DIR}/docs/extending.md ${walkthrough_originals}
  VERBATIM)
rocport_test(walkthroughs LIBS rocport_nodesarea rocport_reportarea rocport_messages rocport_windowtest GUI TIMEOUT 120
  SOURCES ${walkthrough_copies} ${walkthrough_users}
    ${CMAKE_SOURCE_DIR}/app/cli/arguments.cpp ${CMAKE_SOURCE_DIR}/app/cli/completions.cpp
    ${CMAKE_SOURCE_DIR}/app/cli/declaration.cpp ${CMAKE_SOURCE_DIR}/app/cli/manualpage.cpp
    ${CMAKE_SOURCE_DIR}/app/cli/output.cpp ${CMAKE_SOURCE_DIR}/app/cli/reportcommand.cpp)
target_include_directories(tst_walkthroughs BEFORE PRIVATE ${walkthrough_folder})
target_compile_definitions(tst_walkthroughs PRIVATE ROCPORT_WALKTHROUGHS="${walkthrough_folder}")
