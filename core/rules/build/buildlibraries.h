#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string_view>

namespace rocport {

/// What ROCm has for a library of the CUDA toolkit. Names of packages and targets are those of the
/// CMake configurations that ROCm 7.0 installs ("Using CMake", ROCm documentation).
struct BuildLibrary
{
    const char* cuda;    ///< "cublas"
    const char* package; ///< for find_package; empty: nothing replaces it
    const char* target;  ///< for target_link_libraries
    const char* library; ///< for -l
    /// Where nothing replaces it: the part of ROCm that does its work, with an interface of its
    /// own; empty: there is none.
    const char* other = "";
};

/// By the name that follows -l or CUDA:: ("cublas", "cublas_static", "cudart"); nullptr: not a
/// library of the toolkit. An entry without package and target is a library that HIP lacks; one
/// that needs no successor has the target "-".
const BuildLibrary* findBuildLibrary(std::string_view name);

/// What is said of a library that nothing replaces.
QString withoutTwin(const BuildLibrary& library);

/// What is said of a library whose flag becomes "-l" and `now`; "-": none is needed; empty: nothing
/// replaces it.
QString noteOfLinked(const BuildLibrary& library, std::string_view now);

/// Whether the headers that the strategy generates do the library's work and find what they need
/// themselves: NVTX, through ROCTX.
bool comesWithHeaders(const BuildLibrary& library, Strategy strategy);

/// The library that an argument of a link command names: "CUDA::cublas", "${CUDA_LIBRARIES}",
/// "${CUDA_CUBLAS_LIBRARIES}", "-lcublas", "cublas", "…/libcublas.so".
const BuildLibrary* libraryOfArgument(std::string_view argument);

} // namespace rocport
