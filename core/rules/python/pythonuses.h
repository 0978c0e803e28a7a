#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace rocport {

/// How the code around a node goes on when the node raises.
enum class Handling {
    None,    ///< the exception leaves the function
    Named,   ///< a handler names the exception by an attribute or name of the library itself
    Always,  ///< a handler catches it whatever the library's name stands for
    Unclear, ///< a handler is there that catches something else, or raises again
};

/// The uses of names that a file imports, and whether each may meet None in place of the library.
/// Linear in the size of the file.
class ImportedUses
{
public:
    /// `isUse` says whether an identifier stands for what was imported.
    ImportedUses(const PythonFile& file, std::function<bool(qint32 identifier)> isUse);
    /// The same where no other than `identifiers`, in order, are uses: linear in their number.
    ImportedUses(const PythonFile& file, std::function<bool(qint32 identifier)> isUse,
                 const std::vector<qint32>& identifiers);

    /// Identifiers that read the library, in order; those that only ask whether it is there, and
    /// those that bind the name, are not among them.
    [[nodiscard]] const std::vector<qint32>& reads() const { return m_reads; }
    /// Whether a read only runs where the library is there: behind a condition that asks for it or
    /// for CUDA, or after a statement that leaves without it.
    [[nodiscard]] bool isGuarded(qint32 read) const;
    /// What the try statements around a read, within its function, do about a failure of it.
    [[nodiscard]] Handling handling(qint32 read) const;
    /// Whether a read does no harm where the name is None.
    [[nodiscard]] bool acceptsNone(qint32 read) const
    {
        return isGuarded(read) || handling(read) == Handling::Always;
    }
    /// "line 3", "line 3 and line 9", "line 3, line 9, line 12 and 2 more": those of `nodes`, which
    /// are in order.
    [[nodiscard]] static QString linesOf(const PythonFile& file, const std::vector<qint32>& nodes);

private:
    /// Whether a condition being true, and being false, says that the library is there.
    using Presence = std::pair<bool, bool>;
    [[nodiscard]] Presence presence(qint32 condition, int depth = 0) const;
    [[nodiscard]] bool asks(qint32 identifier) const;
    void readLeaving(qint32 identifier);
    [[nodiscard]] Handling handlerOf(qint32 statement, qint32 read) const;

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::function<bool(qint32)> m_isUse;
    std::vector<qint32> m_reads;
    QHash<qint32, qint32> m_leaving; ///< by suite: its first statement that leaves without it
};

} // namespace rocport
