# Links, index, walk-throughs and pictures of the documentation lead to what is there.
add_test(NAME docs COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/docs.py ${CMAKE_SOURCE_DIR})
set_tests_properties(docs PROPERTIES TIMEOUT 120)
