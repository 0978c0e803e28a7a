# tree-sitter and its Python grammar as static C libraries, tree_sitter_core and tree_sitter_python.
# packaging/bootstrap unpacks the npm packages tree-sitter 0.22.4 and tree-sitter-python 0.23.6 (both MIT
# licence) into ROCPORT_DEPS. Their C files keep their own warnings.
#
# Debian 12 has tree-sitter 0.20.7, which writes outside of its memory when an error is found more than
# 65,535 tokens deep. Where only that is at hand, files of more tokens are not parsed.

set(ROCPORT_TREE_SITTER_PYTHON "${ROCPORT_DEPS}/tree-sitter-python")
set(ROCPORT_TREE_SITTER "${ROCPORT_DEPS}/tree-sitter/vendor/tree-sitter/lib")
if(NOT EXISTS "${ROCPORT_TREE_SITTER_PYTHON}/src/parser.c")
  message(FATAL_ERROR
    "The Python grammar is missing: ${ROCPORT_TREE_SITTER_PYTHON}/src/parser.c; run packaging/bootstrap once, or unpack the npm package tree-sitter-python 0.23.6 there.")
endif()

function(rocport_foreign_c target)
  set_target_properties(${target} PROPERTIES
    AUTORCC OFF POSITION_INDEPENDENT_CODE ON C_STANDARD 11 C_EXTENSIONS ON)
  # Nothing replaces their inner functions: called often and short, they may be put in line.
  target_compile_options(${target} PRIVATE -w -fno-semantic-interposition)
  if(ROCPORT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${ROCPORT_SANITIZE} -fno-omit-frame-pointer)
  endif()
endfunction()

if(EXISTS "${ROCPORT_TREE_SITTER}/src/lib.c")
  add_library(tree_sitter_core STATIC ${ROCPORT_TREE_SITTER}/src/lib.c)
  target_include_directories(tree_sitter_core
    PUBLIC ${ROCPORT_TREE_SITTER}/include
    PRIVATE ${ROCPORT_TREE_SITTER}/src)
  rocport_foreign_c(tree_sitter_core)
else()
  message(STATUS "tree-sitter: ${ROCPORT_TREE_SITTER} is missing, the system's library is used")
  add_library(tree_sitter_core INTERFACE)
  target_link_libraries(tree_sitter_core INTERFACE PkgConfig::TREE_SITTER)
  if(TREE_SITTER_VERSION VERSION_LESS 0.22)
    target_compile_definitions(tree_sitter_core INTERFACE ROCPORT_OLD_TREE_SITTER)
  endif()
endif()

add_library(tree_sitter_python STATIC
  ${ROCPORT_TREE_SITTER_PYTHON}/src/parser.c
  ${ROCPORT_TREE_SITTER_PYTHON}/src/scanner.c)
target_include_directories(tree_sitter_python PRIVATE ${ROCPORT_TREE_SITTER_PYTHON}/src)
rocport_foreign_c(tree_sitter_python)
target_link_libraries(tree_sitter_python PUBLIC tree_sitter_core)
