# Settings that every target of this project has, and the functions that make targets.

add_library(rocport_settings INTERFACE)
target_include_directories(rocport_settings INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
target_compile_definitions(rocport_settings INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_KEYWORDS
  QT_DISABLE_DEPRECATED_BEFORE=0x060400
  ROCPORT_VERSION="${PROJECT_VERSION}")
target_compile_options(rocport_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow=local -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(rocport_settings INTERFACE -Wno-shadow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns about std::string inside libstdc++ when it optimises (GCC bug 105651).
  target_compile_options(rocport_settings INTERFACE -Wno-restrict)
endif()
# binutils has gold, which links a test in a third of the time that its default linker takes; lld is faster still.
include(CheckLinkerFlag)
foreach(linker IN ITEMS lld gold)
  check_linker_flag(CXX -fuse-ld=${linker} ROCPORT_LINKS_WITH_${linker})
  if(ROCPORT_LINKS_WITH_${linker})
    target_link_options(rocport_settings INTERFACE -fuse-ld=${linker})
    break()
  endif()
endforeach()
if(ROCPORT_WERROR)
  target_compile_options(rocport_settings INTERFACE -Werror)
endif()
if(ROCPORT_SANITIZE)
  target_compile_options(rocport_settings INTERFACE
    -fsanitize=${ROCPORT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(rocport_settings INTERFACE -fsanitize=${ROCPORT_SANITIZE})
endif()
if(ROCPORT_FUZZ)
  # Everything counts its branches, so that one precompiled header fits all.
  target_compile_options(rocport_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(ROCPORT_COVERAGE)
  target_compile_options(rocport_settings INTERFACE --coverage)
  target_link_options(rocport_settings INTERFACE --coverage)
endif()

# rocport_core_library(NAME SOURCES... DEPENDS libs... [MOC]): a layer of core. It gets Qt Core only; what else it needs
# it names. MOC: its headers have QObjects. option ROCPORT_PCH gives it a precompiled header (PrecompiledHeaders.cmake).
function(rocport_core_library name)
  cmake_parse_arguments(arg "MOC" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(rocport_${name} STATIC ${arg_SOURCES})
  if(arg_MOC)
    set_target_properties(rocport_${name} PROPERTIES AUTOMOC ON)
  endif()
  target_link_libraries(rocport_${name}
    PUBLIC rocport_settings Qt6::Core ${arg_DEPENDS}
    PRIVATE ${arg_PRIVATE_DEPENDS})
endfunction()

# Qt names the folders of each test to the compiler for QFINDTESTDATA, which no test here uses; without them the compiler
# cache serves a test of any clone.
get_target_property(rocport_qtest_definitions Qt6::Test INTERFACE_COMPILE_DEFINITIONS)
list(FILTER rocport_qtest_definitions EXCLUDE REGEX "QT_TESTCASE_(BUILD|SOURCE)DIR")
set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS "${rocport_qtest_definitions}")

# Where the sources and the build are, for tests; a header, so that only the files that say so depend on the place.
configure_file(${CMAKE_SOURCE_DIR}/cmake/testpaths.h.in ${CMAKE_BINARY_DIR}/testpaths.h @ONLY)

# rocport_test(NAME LIBS... [GUI] [LABELS ...] [SOURCES ...]): tests/<folder>/tst_NAME.cpp as one CTest test. moc reads this file
# alone, and its end includes tst_NAME.moc; other QObjects of tests lie in libraries (rocport_windowtest).
function(rocport_test name)
  cmake_parse_arguments(arg "GUI" "TIMEOUT" "LIBS;LABELS;SOURCES" ${ARGN})
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/tst_${name}.cpp)
  set(moc_folder ${CMAKE_CURRENT_BINARY_DIR}/moc)
  file(MAKE_DIRECTORY ${moc_folder})
  add_custom_command(OUTPUT ${moc_folder}/tst_${name}.moc
    COMMAND Qt6::moc -o ${moc_folder}/tst_${name}.moc ${source} DEPENDS ${source} VERBATIM)
  add_executable(tst_${name} tst_${name}.cpp ${moc_folder}/tst_${name}.moc ${arg_SOURCES})
  target_include_directories(tst_${name} PRIVATE ${moc_folder})
  target_link_libraries(tst_${name} PRIVATE rocport_settings Qt6::Test ${arg_LIBS})
  set_target_properties(tst_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND tst_${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_LOGGING_RULES=qt.qpa.*=false"
    SKIP_REGULAR_EXPRESSION "ROCPORT_SKIP_TEST")
  if(arg_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
  endif()
endfunction()
