#pragma once

#include "core/rules/cpp/cppfile.h"

#include <set>

namespace rocport {

/// Where a file compares the version reported by the runtime or the driver with the one that it was
/// compiled for: HIP reports versions in the form of HIP_VERSION. (HIP 6.4, hipDriverGetVersion and
/// hipRuntimeGetVersion)
class VersionQuestions
{
public:
    explicit VersionQuestions(const CppFile& file);

    /// Whether the CUDART_VERSION or CUDA_VERSION at this token, in code, is compared with such a
    /// version, or is a whole argument in a file that does this.
    [[nodiscard]] bool isAnswered(int token) const;

private:
    [[nodiscard]] bool isCompared(int token) const;
    [[nodiscard]] bool isArgument(int token) const;
    [[nodiscard]] bool isTold(int token) const;

    const CppFile& m_file;
    std::set<std::string_view> m_told; ///< variables that hold a reported version
    bool m_compares = false;
};

} // namespace rocport
