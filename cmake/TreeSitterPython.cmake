# The Python grammar as a static C library, tree_sitter_python. packaging/bootstrap unpacks the npm package
# tree-sitter-python (MIT licence) into ROCPORT_DEPS; its generated C files keep their own warnings.

set(ROCPORT_TREE_SITTER_PYTHON "${ROCPORT_DEPS}/tree-sitter-python")
if(NOT EXISTS "${ROCPORT_TREE_SITTER_PYTHON}/src/parser.c")
  message(FATAL_ERROR
    "The Python grammar is missing: ${ROCPORT_TREE_SITTER_PYTHON}/src/parser.c; run packaging/bootstrap once, or unpack the npm package tree-sitter-python 0.23.6 there.")
endif()

add_library(tree_sitter_python STATIC
  ${ROCPORT_TREE_SITTER_PYTHON}/src/parser.c
  ${ROCPORT_TREE_SITTER_PYTHON}/src/scanner.c)
target_include_directories(tree_sitter_python PRIVATE ${ROCPORT_TREE_SITTER_PYTHON}/src)
set_target_properties(tree_sitter_python PROPERTIES
  AUTOMOC OFF AUTORCC OFF POSITION_INDEPENDENT_CODE ON C_STANDARD 11)
target_compile_options(tree_sitter_python PRIVATE -w)
if(ROCPORT_SANITIZE)
  target_compile_options(tree_sitter_python PRIVATE -fsanitize=${ROCPORT_SANITIZE})
endif()
