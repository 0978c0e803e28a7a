#pragma once

#include "core/files/descriptor.h"
#include "core/files/filewriter.h"

#include <QByteArray>

#include <sys/stat.h>

/// What FileWriter, RootFolder and WriteSet share: system calls on a folder's descriptor. All give
/// 0 or an errno.
namespace rocport::pending {

/// Makes a file of a new name beside `name` and opens it for writing. The name begins with a dot
/// and ends in kPendingSuffix.
int make(int folder, const QByteArray& name, mode_t mode, QByteArray& temporary, Descriptor& file);
/// Opens a new file of that very name for writing.
int makeNamed(int folder, const QByteArray& temporary, mode_t mode, Descriptor& file);
/// The name that make() gives for `name` when its number comes up.
QByteArray nameFor(const QByteArray& name, quint32 number);
quint32 randomNumber();
/// Whether make() could have given this name for `name`.
bool isNameFor(const QByteArray& temporary, const QByteArray& name);
/// Writes all bytes.
int writeAll(int file, QByteArrayView bytes);
/// Flushes to the disk what must be there, and closes: the last moment at which a full disk is
/// said.
int finish(Descriptor& file, Durability durability);
/// fsync of a folder, for a rename in it. File systems that cannot do this are taken as done.
int syncNames(int folder);
/// Gives a new file the owner, as far as the system lets it, and the mode of the one it replaces.
void takeOwnerAndMode(int file, const struct stat& replaced);

} // namespace rocport::pending
