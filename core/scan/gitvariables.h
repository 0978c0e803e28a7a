#pragma once

#include "core/scan/gittable.h"

#include <QByteArray>

namespace rocport {

/// The variables of configurations that libgit2 1.5 reads together.
class GitVariables
{
public:
    void add(const QByteArray& text);
    /// Whether there are more than 30,000, or names that are compared with each other without an
    /// end (see GitTable); more than 3,000 where it is not plain what their names are: values that
    /// go on in the next line, headings with escapes, with NUL, or more than one in a line.
    [[nodiscard]] bool isEndless() const;
    /// As many as libgit2 finds, or more.
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// Whether it is plain what all their names are.
    [[nodiscard]] bool isPlain() const { return m_isPlain; }
    /// Whether there is one whose name, as libgit2 writes it ("core.bare", "branch.Main.remote"),
    /// has the sum of \a name; always so where isPlain() and it is one of them.
    [[nodiscard]] bool mayHave(QByteArrayView name) const { return m_names.mayHave(name); }

private:
    void addHeading(QByteArrayView line);
    void addVariable(QByteArrayView line);

    GitTable m_names;
    QByteArray m_heading; ///< with the point behind it; empty: above the first heading
    qsizetype m_count = 0;
    bool m_isPlain = true;
};

} // namespace rocport
