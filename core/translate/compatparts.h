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
// library and each header that it holds itself is a part, which a file requests by a macro before
// its include, kAsksForPart followed by the part's name: a translation unit gets what its files
// request.

inline constexpr const char* kAsksForPart = "ROCPORT_USES_";
inline constexpr const char* kCubPart = "HIPCUB";
inline constexpr const char* kThrustPart = "THRUST";

/// The part that replaces this CUDA header, "HIPBLAS"; empty: what all files get. `quoted`: written
/// in quotes rather than angle brackets.
QByteArray compatPart(std::string_view cudaHeader, bool quoted, const Version& rocm);
/// The part that declares this CUDA name of a library; empty: what all files get, or not such a
/// name.
QByteArray compatPartOfName(std::string_view cudaName, const Version& rocm);
/// Whether a file that requests a part also gets the names of the other, because CUDA's headers
/// include each other.
bool bringsPart(const QByteArray& part, const QByteArray& other);

/// The text of the generated header about its parts.
class CompatParts
{
public:
    explicit CompatParts(const Version& rocm) : m_rocm(rocm) {}

    /// Adds a ROCm header to include.
    void include(const QByteArray& installed);
    /// Adds the ROCm header that declares this name of a library, if it is one.
    void includeFor(std::string_view cudaName);
    /// Adds a text to the part, once.
    void add(const QByteArray& part, const QByteArray& text);
    /// Adds the CUDA headers that are supplied, each after what it depends on.
    void supply(const std::vector<QByteArray>& cudaHeaders);

    [[nodiscard]] bool isEmpty() const { return m_includes.empty() && m_texts.empty(); }
    /// Comment lines that name the macros.
    [[nodiscard]] QByteArray comment() const;
    /// `everywhere`: the parts that files get without requesting them.
    [[nodiscard]] QByteArray includes(const QSet<QByteArray>& everywhere) const;
    [[nodiscard]] QByteArray texts() const;
    /// The condition that something in the header has not been read yet. Otherwise nothing of it
    /// may be left: it may be included again inside a class.
    [[nodiscard]] QByteArray anythingNew() const;
    /// Includes of what is installed with the runtime.
    [[nodiscard]] QByteArray runtimeIncludes() const;

private:
    [[nodiscard]] std::set<QByteArray> names() const;

    Version m_rocm;
    std::set<QByteArray> m_runtime;
    std::map<QByteArray, std::set<QByteArray>> m_includes;  ///< by part
    std::vector<std::pair<QByteArray, QByteArray>> m_texts; ///< part and text, in order
    std::map<QByteArray, std::set<QByteArray>> m_implied;   ///< parts that a part depends on
};

} // namespace rocport
