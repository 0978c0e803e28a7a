#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace rocport {

/// How the code around a node continues when the node raises.
enum class Handling {
    None,    ///< the exception leaves the function
    Named,   ///< a handler names the exception by an attribute or name of the library itself
    Always,  ///< a handler catches it whatever the library's name refers to
    Unclear, ///< there is a handler that catches something else, or raises again
};

/// The uses of names that a file imports, and whether each may encounter None in place of the
/// library. Linear in the size of the file.
class ImportedUses
{
public:
    /// `isUse` says whether an identifier refers to what was imported.
    ImportedUses(const PythonFile& file, std::function<bool(qint32 identifier)> isUse);
    /// The same if only `identifiers`, in order, are uses: linear in their number.
    ImportedUses(const PythonFile& file, std::function<bool(qint32 identifier)> isUse,
                 const std::vector<qint32>& identifiers);

    /// Identifiers that use the library, in order, without those that only test whether it is there
    /// and those that bind the name.
    [[nodiscard]] const std::vector<qint32>& reads() const { return m_reads; }
    /// Whether a use only runs if the library is there: under a condition that tests for it or for
    /// CUDA, or after a statement that leaves without it.
    [[nodiscard]] bool isGuarded(qint32 read) const;
    /// What the try statements around a use, within its function, do about its failure.
    [[nodiscard]] Handling handling(qint32 read) const;
    /// Whether a use is harmless if the name is None.
    [[nodiscard]] bool acceptsNone(qint32 read) const
    {
        return isGuarded(read) || handling(read) == Handling::Always;
    }
    /// "line 3", "line 3 and line 9", "line 3, line 9, line 12 and 2 more": those of `nodes`, which
    /// are in order.
    [[nodiscard]] static QString linesOf(const PythonFile& file, const std::vector<qint32>& nodes);

private:
    /// Whether a condition being true, and being false, implies that the library is there.
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
