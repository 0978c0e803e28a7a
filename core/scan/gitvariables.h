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

private:
    void addHeading(QByteArrayView line);
    void addVariable(QByteArrayView line);

    GitTable m_names;
    QByteArray m_heading;
    qsizetype m_count = 0;
    bool m_isPlain = true;
};

} // namespace rocport
