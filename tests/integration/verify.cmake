# Real compilers: hipcc or clang with ROCm headers, and nvcc. Each case is left out where its compiler is missing.
rocport_test(verifybuild LIBS rocport_project rocport_testsupport TIMEOUT 600)
target_compile_definitions(tst_verifybuild PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
add_dependencies(tst_verifybuild rocport-cli)
# The project's own build, recorded in bubblewrap: CMake and make.
rocport_test(wholebuild LIBS rocport_project rocport_testsupport TIMEOUT 600)
target_compile_definitions(tst_wholebuild PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
add_dependencies(tst_wholebuild rocport-cli)
rocport_test(wholebuildstandins LIBS rocport_project rocport_testsupport TIMEOUT 600)
target_compile_definitions(tst_wholebuildstandins PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
add_dependencies(tst_wholebuildstandins rocport-cli)
rocport_test(wholebuildmeson LIBS rocport_project rocport_testsupport TIMEOUT 600)
target_compile_definitions(tst_wholebuildmeson PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
add_dependencies(tst_wholebuildmeson rocport-cli)
# A ported meson project, set up by the real meson.
rocport_test(mesonbuild LIBS rocport_process rocport_scan rocport_testsupport TIMEOUT 600)
