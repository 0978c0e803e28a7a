#pragma once

#include <QByteArrayView>

#include <vector>

namespace rocport {

/// Names that libgit2 1.5 is to keep in one of its tables (of paths, of references). The sum that
/// gives a name its place adds 31 times what it has to each letter, so that any number of names can
/// be made which all want the same place, and each is then compared with all others.
class GitTable
{
public:
    enum class Letters { AsTheyAre, Small };

    /// \a more is added to the sum: the stage of a path.
    void add(QByteArrayView name, Letters letters, int more = 0);
    /// Whether the table would be filled in a time that grows with the square of the names.
    [[nodiscard]] bool isEndless() const;
    /// Whether a name with the sum of \a name, its letters as they are, was added.
    [[nodiscard]] bool mayHave(QByteArrayView name) const;

private:
    std::vector<quint32> m_sums;
};

} // namespace rocport
