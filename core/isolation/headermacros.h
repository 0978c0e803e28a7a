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
    QByteArray path; ///< in the repository, or its name alone
    QByteArray content;
};

/// The macros that headers of a port define on the NVIDIA path: what `equivalent` is decided with.
/// A header counts only when nothing but macros, conditionals and comments is left of it there, so
/// that including it adds nothing to an NVIDIA build.
class HeaderMacros
{
public:
    HeaderMacros(const QVector<AddedHeader>& headers, const GuardMacros& macros);

    [[nodiscard]] bool isEmpty() const { return m_macros.isEmpty(); }
    /// The tokens of C, C++ or CUDA text with the macros expanded, comments and the includes of the
    /// headers left out, "\n" after each directive. Nothing when it grows beyond all measure.
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
    QVector<QByteArray> m_names; ///< of the headers, without folder
};

} // namespace rocport
