#include "core/scan/gittable.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr quint64 kFewPairs = 1'000'000; ///< names compared with each other, however few there are
constexpr quint64 kPairsOfEach = 64;     ///< more than names of any real repository have

quint32 sumOf(QByteArrayView name, GitTable::Letters letters)
{
    quint32 sum = 0;
    for (const char c : name) {
        const bool isCapital = letters == GitTable::Letters::Small && c >= 'A' && c <= 'Z';
        // Signed, as char is in libgit2.
        const auto value = static_cast<signed char>(isCapital ? c - 'A' + 'a' : c);
        sum = sum * 31 + static_cast<quint32>(value);
    }
    return sum;
}

} // namespace

void GitTable::add(QByteArrayView name, Letters letters, int more)
{
    m_sums.push_back(sumOf(name, letters) + static_cast<quint32>(more));
}

bool GitTable::mayHave(QByteArrayView name) const
{
    const quint32 sum = sumOf(name, Letters::AsTheyAre);
    return std::find(m_sums.begin(), m_sums.end(), sum) != m_sums.end();
}

bool GitTable::isEndless() const
{
    // A sixteenth of the places that there will be: the table grew from there.
    size_t size = 16;
    while (size < m_sums.size() / 16) {
        size *= 2;
    }
    std::vector<quint32> places(size);
    for (const quint32 sum : m_sums) {
        ++places[sum & (size - 1)];
    }
    quint64 pairs = 0;
    for (const quint64 count : places) {
        pairs += count * count / 2;
    }
    return pairs > kFewPairs + kPairsOfEach * m_sums.size();
}

} // namespace rocport
