#pragma once

#include <QFile>
#include <QString>

namespace rocport::test {

/// From now on git reads settings from `home` and from the repository only. Call once, before
/// anything initialises libgit2.
inline void isolateHome(const QString& home)
{
    qputenv("HOME", QFile::encodeName(home));
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(home));
    qputenv("GIT_CONFIG_NOSYSTEM", "1");
}

} // namespace rocport::test
