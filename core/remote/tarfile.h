#pragma once

#include <QByteArray>
#include <QPair>
#include <QString>
#include <QVector>

namespace rocport {

/// One member of a tar stream.
struct TarMember
{
    enum class Kind : quint8 { File, Folder, Link };
    Kind kind = Kind::File;
    QByteArray name;   ///< any bytes except NUL, of any length; no leading '/'
    QByteArray target; ///< of a Link
    qint64 size = 0;   ///< bytes that follow, for a File
    bool executable = false;
    bool isPrivate = false; ///< for a File: only its owner may read it
};

/// The header blocks of a member: ustar with GNU's long names and large sizes, as read by GNU tar,
/// bsdtar and busybox. Owner 0, time 0: whoever unpacks it decides.
QByteArray tarHeader(const TarMember& member);
/// NUL bytes after `size` bytes of content, up to the next block.
QByteArray tarPadding(qint64 size);
/// Header, content and padding of a file.
QByteArray tarFileMember(const QByteArray& name, const QByteArray& content,
                         bool executable = false);
/// The end of a stream: two empty blocks.
QByteArray tarEnd();

/// A whole archive of files that only their owner may read, by their relative names. All times are
/// zero, so that equal files make equal archives.
QByteArray makeTar(const QVector<QPair<QString, QByteArray>>& files);

} // namespace rocport
