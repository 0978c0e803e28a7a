#pragma once

#include "core/base/finding.h"
#include "core/isolation/cppprojector.h"
#include "core/isolation/isolation.h"

#include <optional>

namespace rocport {

/// Proves one C, C++ or CUDA file with one change after another, by the lines around the change
/// alone where that gives the same result as the whole file. It does where a line begins outside
/// comments and literals under the same conditionals before and after the change, and the other
/// lines are the same on both sides. The text must outlive it.
class GuardChanges
{
public:
    GuardChanges(const QByteArray& original, GuardMacros macros);

    /// The result of proveFile() for the file with `edits` (sorted, not overlapping) applied.
    /// Nothing: the whole file must be proved. `read` grows by the bytes that were read.
    [[nodiscard]] std::optional<IsolationProof> prove(const QVector<TextEdit>& edits,
                                                      qint64& read) const;

private:
    /// A line that can be read as if it were at the beginning of a file, except for the
    /// conditionals around it.
    struct Line
    {
        size_t begin = 0;
        int number = 1;    ///< 1-based
        size_t tokens = 0; ///< before it, without comments and line ends
        size_t place = 0;  ///< in m_places
    };
    class Proof;

    [[nodiscard]] size_t offsetOf(size_t line) const
    {
        return line < m_lines.size() ? m_lines[line].begin : static_cast<size_t>(m_original.size());
    }

    const QByteArray& m_original;
    GuardMacros m_macros;
    std::vector<Line> m_lines; ///< empty: every change needs the whole file
    std::vector<ConditionStack::Place> m_places;
    ConditionStack::Place m_endPlace;
    std::vector<quint32> m_tokens; ///< where each begins
};

} // namespace rocport
