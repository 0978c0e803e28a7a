# The sample repository: it compiles for NVIDIA as it stands, and its port compiles for AMD GPUs.
add_test(NAME sample_nvcc
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/sample_nvcc.sh ${CMAKE_SOURCE_DIR}/resources/sample)
set_tests_properties(sample_nvcc PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

if(TARGET rocport-cli)
  add_test(NAME sample_hip
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/sample_hip.sh $<TARGET_FILE:rocport-cli> ${CMAKE_SOURCE_DIR}/resources/sample
            ${ROCPORT_DEPS}/rocm-headers/include)
  set_tests_properties(sample_hip PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

  # What generated headers hold, compiled with ROCm's headers.
  foreach(name compat_blasxt compat_device compat_host compat_linkage compat_shapes compat_supplied compat_textures extension_names)
    add_test(NAME ${name}
      COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh $<TARGET_FILE:rocport-cli> ${ROCPORT_DEPS}/rocm-headers/include)
    set_tests_properties(${name} PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")
  endforeach()
endif()

add_test(NAME compat_rounding COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/compat_rounding.sh)
set_tests_properties(compat_rounding PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

add_test(NAME packaging_files
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/packaging_files.sh ${CMAKE_SOURCE_DIR})
set_tests_properties(packaging_files PROPERTIES TIMEOUT 60 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

# What CI systems and pre-commit run.
if(TARGET rocport-cli)
  add_test(NAME ci_scripts
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/ci_scripts.py $<TARGET_FILE:rocport-cli> ${CMAKE_SOURCE_DIR})
  set_tests_properties(ci_scripts PROPERTIES TIMEOUT 300)
endif()

# The package: built and checked, then installed in a new Debian, tried and removed.
if(TARGET rocport AND TARGET rocport-cli AND NOT ROCPORT_SANITIZE AND NOT ROCPORT_FUZZ)
  foreach(part build chroot)
    add_test(NAME package_${part} COMMAND ${CMAKE_SOURCE_DIR}/packaging/testpackage ${part} ${CMAKE_BINARY_DIR})
    set_tests_properties(package_${part} PROPERTIES TIMEOUT 600 LABELS package SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")
  endforeach()
  set_tests_properties(package_build PROPERTIES FIXTURES_SETUP package)
  set_tests_properties(package_chroot PROPERTIES FIXTURES_REQUIRED package)
endif()

# Manual pages, completions and docs/command-line.md name what each command accepts.
if(TARGET rocport-cli)
  add_test(NAME command_texts
    COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/command_texts.py $<TARGET_FILE:rocport-cli> ${CMAKE_SOURCE_DIR})
  set_tests_properties(command_texts PROPERTIES TIMEOUT 120)
endif()

add_test(NAME attention_fallback
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/attention_fallback.py ${CMAKE_SOURCE_DIR}/resources/rules/libraries.toml)
set_tests_properties(attention_fallback PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")

# Wording: no text of window, command line, rules or reports has a fault that was mended before.
add_test(NAME texts COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/texts.py ${CMAKE_SOURCE_DIR})
set_tests_properties(texts PROPERTIES TIMEOUT 120)

# Linters of the ported project say nothing that they did not say before.
if(TARGET rocport-cli)
  add_test(NAME linters COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/linters.py $<TARGET_FILE:rocport-cli>)
  set_tests_properties(linters PROPERTIES TIMEOUT 300 SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")
endif()
