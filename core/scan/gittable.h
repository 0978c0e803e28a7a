#pragma once

#include <QByteArrayView>

#include <vector>

namespace rocport {

/// Names that libgit2 1.5 would keep in one of its hash tables (of paths, of references). Its hash
/// adds each letter to 31 times the hash so far, so any number of names with the same hash can be
/// made, each of which is then compared with all others.
class GitTable
{
public:
    enum class Letters { AsTheyAre, Small };

    /// \a more is added to the hash: the stage of a path.
    void add(QByteArrayView name, Letters letters, int more = 0);
    /// Whether filling the table would take time quadratic in the number of names.
    [[nodiscard]] bool isEndless() const;
    /// Whether a name with the same hash as \a name, its letters taken as they are, was added.
    [[nodiscard]] bool mayHave(QByteArrayView name) const;

private:
    std::vector<quint32> m_sums;
};

} // namespace rocport
