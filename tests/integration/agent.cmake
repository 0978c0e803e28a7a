rocport_test(mcp LIBS rocport_testsupport Qt6::Core TIMEOUT 300)
add_dependencies(tst_mcp rocport-cli)
rocport_test(mcproots LIBS rocport_testsupport Qt6::Core TIMEOUT 300)
add_dependencies(tst_mcproots rocport-cli)
# The official client, from npm.
find_program(ROCPORT_NODE node)
if(ROCPORT_NODE)
  add_test(NAME mcpclient COMMAND ${ROCPORT_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/mcp/client.mjs
    $<TARGET_FILE:rocport-cli> ${ROCPORT_DEPS}/mcp-client)
else()
  add_test(NAME mcpclient COMMAND ${CMAKE_COMMAND} -E echo "ROCPORT_SKIP_TEST: node is not installed")
endif()
set_tests_properties(mcpclient PROPERTIES TIMEOUT 900 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")
