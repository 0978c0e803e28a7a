#pragma once

#include "core/base/finding.h"
#include "core/isolation/cppprojector.h"
#include "core/isolation/isolation.h"

#include <optional>

namespace rocport {

/// Proofs of one C, C++ or CUDA file with one change and then another: of the lines around a change
/// only, where they say the same as the whole file. That is so where a line begins outside of
/// comments and literals under the same conditionals before and after the change, and the other
/// lines are the same on both sides. The text must outlive it.
class GuardChanges
{
public:
    GuardChanges(const QByteArray& original, GuardMacros macros);

    /// What proveFile() says of the file with `edits` made (sorted, not overlapping). Nothing: the
    /// whole file must be asked. `read` grows by the bytes that were read for it.
    [[nodiscard]] std::optional<IsolationProof> prove(const QVector<TextEdit>& edits,
                                                      qint64& read) const;

private:
    /// Where a line begins as at the beginning of a file, but for the conditionals around it.
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
