#pragma once

#include "core/base/finding.h"
#include "core/isolation/isolation.h"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace rocport {

class SyntaxTree;

/// Proves one Python file with one change after another, by the statements around the change alone
/// where that gives the same result as the whole file. It does because parsing, projecting and
/// comparing start afresh at each statement without indentation, and the other statements are the
/// same on both sides. The text must outlive it.
class PythonChanges
{
public:
    /// `tree`: that of the text, if the caller has it; null: it is parsed here.
    explicit PythonChanges(const QByteArray& original, const SyntaxTree* tree = nullptr);

    /// The result of provePython() for the file with `edits` (sorted, not overlapping) applied.
    /// Nothing: the whole file must be proved. `read` grows by the bytes that were read.
    [[nodiscard]] std::optional<IsolationProof> prove(const QVector<TextEdit>& edits,
                                                      qint64& read) const;

private:
    void takeApart(const SyntaxTree& tree);
    /// From a statement without indentation to the next one.
    struct Piece
    {
        size_t begin = 0;
        int line = 1;      ///< 1-based
        size_t tokens = 0; ///< before it
    };
    class Proof;

    [[nodiscard]] size_t endOf(size_t piece) const;
    /// The piece that holds `offset`.
    [[nodiscard]] size_t pieceAt(size_t offset) const;

    const QByteArray& m_original;
    std::vector<Piece> m_pieces; ///< empty: every change needs the whole file
    std::map<std::string_view, std::vector<quint32>> m_imports;
    int m_tokens = 0;
    bool m_hasFlag = false; ///< the original names the flag
};

} // namespace rocport
