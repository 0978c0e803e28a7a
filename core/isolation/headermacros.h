#pragma once

#include "core/isolation/projection.h"

#include <QByteArray>
#include <QHash>

#include <optional>
#include <string>
#include <vector>

namespace rocport {

/// A header that the port adds.
struct AddedHeader
{
    QByteArray path; ///< path in the repository, or the file name alone
    QByteArray content;
};

/// The macros that a port's headers define on the NVIDIA path, by which `Equivalent` is decided. A
/// header counts only if nothing but macros, conditionals and comments is left of it there, so that
/// including it adds nothing to an NVIDIA build.
class HeaderMacros
{
public:
    HeaderMacros(const QVector<AddedHeader>& headers, const GuardMacros& macros);

    [[nodiscard]] bool isEmpty() const { return m_macros.isEmpty(); }
    /// The tokens of C, C++ or CUDA text with the macros expanded, without comments and the
    /// includes of these headers, with "\n" after each directive. Nothing when the expansion grows
    /// too large.
    [[nodiscard]] std::optional<std::vector<std::string>> expand(const QByteArray& text) const;

private:
    struct Macro
    {
        bool isFunction = false;
        bool usable = true;
        std::vector<std::string> parameters;
        std::vector<std::string> body;
        friend bool operator==(const Macro&, const Macro&) = default;
    };
    class Expander;

    void add(const AddedHeader& header, const GuardMacros& macros);

    QHash<QByteArray, Macro> m_macros;
    QVector<QByteArray> m_names; ///< file names of the headers
};

} // namespace rocport
