#include "core/joblog/keywordscan.h"

#include <algorithm>

namespace rocport {

KeywordScan::KeywordScan(const QList<QByteArray>& words)
{
    constexpr qsizetype kBytes = 256;
    QVector<int> next(kBytes, -1);
    m_words.resize(1);
    const auto newState = [&] {
        next.resize(next.size() + kBytes, -1);
        m_words.resize(m_words.size() + 1);
        return static_cast<int>(m_words.size() - 1);
    };
    for (qsizetype word = 0; word < words.size(); ++word) {
        int state = 0;
        for (const char c : words[word]) {
            const qsizetype edge = state * kBytes + static_cast<unsigned char>(c);
            if (next[edge] < 0) {
                const int made = newState();
                next[edge] = made;
            }
            state = next[edge];
        }
        m_words[state].append(static_cast<quint16>(word));
    }
    // Breadth first: where a word fails, its longest suffix that begins a word goes on.
    QVector<int> fail(m_words.size(), 0);
    QVector<int> queue{0};
    for (qsizetype i = 0; i < queue.size(); ++i) {
        const int state = queue[i];
        for (qsizetype byte = 0; byte < kBytes; ++byte) {
            int& target = next[state * kBytes + byte];
            const int other = state == 0 ? 0 : next[fail[state] * kBytes + byte];
            if (target < 0) {
                target = other;
                continue;
            }
            fail[target] = other;
            m_words[target].append(m_words[other]);
            queue.append(target);
        }
    }
    m_next.reserve(next.size());
    std::transform(next.begin(), next.end(), std::back_inserter(m_next),
                   [](int state) { return static_cast<quint16>(state); });
    for (const QVector<quint16>& ends : m_words) {
        m_ends.append(ends.isEmpty() ? 0 : 1);
    }
}

KeywordScan::Hits KeywordScan::find(QByteArrayView text) const
{
    Hits hits;
    const quint16* const next = m_next.constData();
    const quint8* const ends = m_ends.constData();
    size_t state = 0;
    for (const char c : text) {
        state = next[state * 256 + static_cast<unsigned char>(c)];
        if (ends[state] == 0) {
            continue;
        }
        for (const quint16 word : m_words[static_cast<qsizetype>(state)]) {
            if (!hits.contains(word)) {
                hits.append(word);
            }
        }
    }
    return hits;
}

} // namespace rocport
