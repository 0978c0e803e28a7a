# Some translations of the corpus compile for AMD GPUs.
if(TARGET rocport-cli)
  add_test(NAME corpus_hip
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/corpus_hip.sh $<TARGET_FILE:rocport-cli> ${CMAKE_SOURCE_DIR}
            ${ROCPORT_DEPS}/rocm-headers/include)
  set_tests_properties(corpus_hip PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

  # The script that measures whole repositories works.
  add_test(NAME corpus_repositories
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/corpus_repositories.sh $<TARGET_FILE:rocport-cli> ${CMAKE_SOURCE_DIR}
            ${ROCPORT_DEPS}/rocm-headers/include)
  set_tests_properties(corpus_repositories PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

  # The scripts that measure places of ports work.
  add_test(NAME corpus_ports
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/corpus_ports.py $<TARGET_FILE:rocport-cli> ${CMAKE_SOURCE_DIR})
  set_tests_properties(corpus_ports PROPERTIES TIMEOUT 120)
endif()
