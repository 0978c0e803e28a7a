#pragma once

#include "tests/gui/windowfixture.h"

#include <QDir>

namespace rocport::test {

/// The repository that ROCPORT_TOUR_REPOSITORY names; empty: none.
inline QString tourRepository()
{
    const QString named = qEnvironmentVariable("ROCPORT_TOUR_REPOSITORY");
    return named.isEmpty() ? QString() : QDir(named).absolutePath();
}

/// Puts a clone of it into the folder of `project`; it is never written to itself.
inline void cloneTourRepository(const ReviewFixture& project)
{
    const QString copy = project.folder.path();
    QVERIFY(ReviewFixture::git(copy,
                               {QStringLiteral("clone"), QStringLiteral("-q"),
                                QStringLiteral("--local"), tourRepository(), QStringLiteral(".")}));
    for (const char* setting : {"user.name Test", "user.email t@example.org"}) {
        QVERIFY(ReviewFixture::git(copy, QStringList{QStringLiteral("config")} +
                                             QString::fromLatin1(setting).split(u' ')));
    }
}

} // namespace rocport::test
