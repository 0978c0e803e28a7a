#pragma once

#include "core/scan/gittable.h"

#include <QByteArray>

namespace rocport {

/// The variables of all configurations that libgit2 1.5 reads together.
class GitVariables
{
public:
    void add(const QByteArray& text);
    /// Whether there are more than 30,000, or too many with the same hash (see GitTable), or more
    /// than 3,000 if their names are not plain: values that continue on the next line, headings
    /// with escapes or NUL, or more than one on a line.
    [[nodiscard]] bool isEndless() const;
    /// As many as libgit2 finds, or more.
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// Whether the names of all variables are plain to see.
    [[nodiscard]] bool isPlain() const { return m_isPlain; }
    /// Whether there is one whose name, as libgit2 writes it ("core.bare", "branch.Main.remote"),
    /// has the same hash as \a name; always true if isPlain() and it is one of them.
    [[nodiscard]] bool mayHave(QByteArrayView name) const { return m_names.mayHave(name); }

private:
    void addHeading(QByteArrayView line);
    void addVariable(QByteArrayView line);

    GitTable m_names;
    QByteArray m_heading; ///< with the dot after it; empty: before the first heading
    qsizetype m_count = 0;
    bool m_isPlain = true;
};

} // namespace rocport
