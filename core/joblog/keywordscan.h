#pragma once

#include <QByteArrayView>
#include <QList>
#include <QVarLengthArray>
#include <QVector>

namespace rocport {

/// Finds many words in bytes in one pass (Aho and Corasick 1975). Immutable; usable from any
/// thread.
class KeywordScan
{
public:
    using Hits = QVarLengthArray<quint16, 16>;

    explicit KeywordScan(const QList<QByteArray>& words);
    /// Indices of the words that occur, each once, in no particular order.
    [[nodiscard]] Hits find(QByteArrayView text) const;

private:
    QVector<quint16> m_next;           ///< [state * 256 + byte]
    QVector<QVector<quint16>> m_words; ///< that end in a state
    QVector<quint8> m_ends;            ///< whether words end there
};

} // namespace rocport
