#pragma once

#include "core/files/descriptor.h"
#include "core/files/filewriter.h"

#include <QByteArray>

#include <sys/stat.h>

/// What FileWriter, RootFolder and WriteSet share: system calls on a folder's descriptor. Those
/// that can fail return 0 or an errno.
namespace rocport::pending {

/// Creates a file with a new name beside `name` and opens it for writing, locked (flock) against
/// removeLeftovers(). The name begins with a dot and ends in ".rocport-new".
int make(int folder, const QByteArray& name, mode_t mode, QByteArray& temporary, Descriptor& file);
/// Keeps the lock on a file that make() created while finish() closes it; to be held until the file
/// is in its place.
Descriptor sharedLock(const Descriptor& file);
/// Creates a file with exactly that name and opens it for writing.
int makeNamed(int folder, const QByteArray& temporary, mode_t mode, Descriptor& file);
/// A name for a file of a WriteSet beside `name`; it ends in ".rocport-set", so that nobody takes
/// it for something abandoned.
QByteArray nameFor(const QByteArray& name, quint32 number);
/// The part of a temporary name that tells whose it is.
QByteArray stemOf(const QByteArray& name);
/// The same part of a name that make() could have given; empty: it could not.
QByteArray stemOfTemporary(const QByteArray& temporary);
quint32 randomNumber();
/// Whether nameFor() could have given this name for `name` (make()'s suffix, which it once used, is
/// accepted too).
bool isNameFor(const QByteArray& temporary, const QByteArray& name);
/// Writes all bytes.
int writeAll(int file, QByteArrayView bytes);
/// Flushes to the disk what must be there, and closes the file: the last moment at which a full
/// disk is reported.
int finish(Descriptor& file, Durability durability);
/// Calls fsync on a folder after a rename in it. A file system that cannot do this counts as
/// success.
int syncNames(int folder);
/// Gives a new file the owner, as far as the system allows, and the mode of the file that it
/// replaces.
void takeOwnerAndMode(int file, const struct stat& replaced);

} // namespace rocport::pending
