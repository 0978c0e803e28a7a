# Translation of whole folders.
rocport_bench(translate rocport_project)
target_compile_definitions(bench_translate PRIVATE ROCPORT_DEPS="${ROCPORT_DEPS}")
