#pragma once

#include <QByteArray>
#include <QVector>

#include <array>
#include <string_view>
#include <vector>

namespace rocport {

/// Which of many words occur in a text, in one pass over it (Aho and Corasick, Communications of
/// the ACM 18, 1975). Immutable once made.
class WordFinder
{
public:
    WordFinder() = default;
    /// Empty words are never found.
    explicit WordFinder(const QVector<QByteArray>& words);

    /// By index of the word: whether it occurs anywhere, including inside longer words.
    [[nodiscard]] std::vector<bool> find(std::string_view text) const;

private:
    std::array<quint8, 256> m_class{}; ///< byte -> column; 0: in no word
    quint32 m_columns = 1;
    std::vector<quint32> m_next;              ///< state * m_columns + column -> state
    std::vector<std::vector<quint32>> m_ends; ///< state -> words that end there
    std::vector<bool> m_final;                ///< state: m_ends is not empty
    qsizetype m_words = 0;
};

} // namespace rocport
