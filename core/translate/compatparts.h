#pragma once

#include "core/base/words.h"
#include "core/translate/translate.h"

#include <QByteArray>

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace rocport {

// The header of strategy compat-header brings the runtime and what is installed with it. Each
// library and each header that it holds itself is a part, which a file asks for by a macro before
// its include, kAsksForPart and the part's name: a unit pulls what its files ask for.

inline constexpr const char* kAsksForPart = "ROCPORT_USES_";
inline constexpr const char* kCubPart = "HIPCUB";
inline constexpr const char* kThrustPart = "THRUST";

/// The part that stands for this CUDA header, "HIPBLAS"; empty: what all get. `quoted`: written in
/// quotes rather than angle brackets.
QByteArray compatPart(std::string_view cudaHeader, bool quoted, const Version& rocm);
/// The part that declares this CUDA name of a library; empty: what all get, or no such name.
QByteArray compatPartOfName(std::string_view cudaName, const Version& rocm);
/// Whether who asks for a part has the names of the other too, as CUDA's headers include each
/// other.
bool bringsPart(const QByteArray& part, const QByteArray& other);

/// What the generated header says of its parts.
class CompatParts
{
public:
    explicit CompatParts(const Version& rocm) : m_rocm(rocm) {}

    /// A header of ROCm to include.
    void include(const QByteArray& installed);
    /// The header of ROCm that declares this name of a library, if it is one.
    void includeFor(std::string_view cudaName);
    /// A text that stands in the part, once.
    void add(const QByteArray& part, const QByteArray& text);
    /// The CUDA headers that are supplied, each after what it rests on.
    void supply(const std::vector<QByteArray>& cudaHeaders);

    [[nodiscard]] bool isEmpty() const { return m_includes.empty() && m_texts.empty(); }
    /// Comment lines that name the macros.
    [[nodiscard]] QByteArray comment() const;
    /// `everywhere`: the parts that files have without asking.
    [[nodiscard]] QByteArray includes(const QSet<QByteArray>& everywhere) const;
    [[nodiscard]] QByteArray texts() const;
    /// The condition that something of the header was not read yet. Else nothing may be left of it:
    /// it may be included again inside a class.
    [[nodiscard]] QByteArray anythingNew() const;
    /// Includes of what is installed with the runtime.
    [[nodiscard]] QByteArray runtimeIncludes() const;

private:
    [[nodiscard]] std::set<QByteArray> names() const;

    Version m_rocm;
    std::set<QByteArray> m_runtime;
    std::map<QByteArray, std::set<QByteArray>> m_includes;  ///< by part
    std::vector<std::pair<QByteArray, QByteArray>> m_texts; ///< part and text, in order
    std::map<QByteArray, std::set<QByteArray>> m_implied;   ///< parts that a part rests on
};

} // namespace rocport
