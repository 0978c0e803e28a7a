#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>

namespace rocport {

/// Removes what a program that was killed left beside the files \a names of the open folder
/// \a folder: new texts that never came into their place. Only regular files of this user with
/// exactly the names that a FileWriter or RootFolder gives, and none that a living program writes:
/// it holds a lock until its file is in place. What WriteSet left is not touched, it may be the
/// only copy of an old text. What cannot be removed stays; writing does not depend on it.
void removeLeftovers(int folder, const QSet<QByteArray>& names);

/// The same in a folder where nobody but the program keeps files: beside all names.
void removeAllLeftovers(int folder);

/// The same for one file.
void removeLeftovers(const QString& path);

} // namespace rocport
