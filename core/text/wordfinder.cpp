#include "core/text/wordfinder.h"

#include <deque>

namespace rocport {

WordFinder::WordFinder(const QVector<QByteArray>& words) : m_words(words.size())
{
    for (const QByteArray& word : words) {
        for (const char c : word) {
            quint8& column = m_class[static_cast<quint8>(c)];
            // 255 columns at most: the 256th different byte shares the last one, which only makes
            // a word be found too often.
            column = column != 0 ? column : static_cast<quint8>(std::min<quint32>(m_columns, 255));
            m_columns = std::max<quint32>(m_columns, column + 1U);
        }
    }
    constexpr quint32 kNone = 0xffffffff;
    m_next.assign(m_columns, kNone);
    m_ends.resize(1);
    for (qsizetype i = 0; i < words.size(); ++i) {
        size_t state = 0;
        for (const char c : words[i]) {
            const size_t at = state * m_columns + m_class[static_cast<quint8>(c)];
            if (m_next[at] == kNone) {
                m_next[at] = static_cast<quint32>(m_ends.size());
                m_next.resize(m_next.size() + m_columns, kNone);
                m_ends.emplace_back();
            }
            state = m_next[at];
        }
        if (state != 0) {
            m_ends[state].push_back(static_cast<quint32>(i));
        }
    }
    // The longest proper suffix of each state, breadth first, so that suffixes come before.
    std::vector<quint32> suffix(m_ends.size(), 0);
    std::deque<quint32> open;
    for (quint32 column = 0; column < m_columns; ++column) {
        quint32& next = m_next[column];
        next = next == kNone ? 0 : next;
        if (next != 0) {
            open.push_back(next);
        }
    }
    while (!open.empty()) {
        const quint32 state = open.front();
        open.pop_front();
        const auto& shorter = m_ends[suffix[state]];
        m_ends[state].insert(m_ends[state].end(), shorter.begin(), shorter.end());
        for (quint32 column = 0; column < m_columns; ++column) {
            quint32& next = m_next[size_t(state) * m_columns + column];
            const quint32 other = m_next[size_t(suffix[state]) * m_columns + column];
            if (next == kNone) {
                next = other;
            } else {
                suffix[next] = other;
                open.push_back(next);
            }
        }
    }
    for (const auto& ends : m_ends) {
        m_final.push_back(!ends.empty());
    }
}

std::vector<bool> WordFinder::find(std::string_view text) const
{
    std::vector<bool> found(static_cast<size_t>(m_words), false);
    if (m_ends.empty()) {
        return found;
    }
    size_t state = 0;
    for (const char c : text) {
        const quint8 column = m_class[static_cast<quint8>(c)];
        state = column == 0 ? 0 : m_next[state * m_columns + column];
        if (state != 0 && m_final[state]) {
            for (const quint32 word : m_ends[state]) {
                found[word] = true;
            }
        }
    }
    return found;
}

} // namespace rocport
