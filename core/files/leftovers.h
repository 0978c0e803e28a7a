#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>

namespace rocport {

/// Removes what a killed program left beside the files \a names in the open folder \a folder: new
/// texts that never reached their place. Removes only regular files of this user with exactly the
/// names that a FileWriter or RootFolder gives, and none that a running program is writing: it
/// holds a lock until its file is in place. What WriteSet left is not touched, since it may be the
/// only copy of an old text. What cannot be removed stays; writing does not depend on it.
void removeLeftovers(int folder, const QSet<QByteArray>& names);

/// The same beside any name, in a folder where only this program keeps files.
void removeAllLeftovers(int folder);

/// The same for one file.
void removeLeftovers(const QString& path);

} // namespace rocport
