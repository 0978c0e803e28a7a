#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace rocport {

/// One commit as a mail that `git am` takes.
struct PatchMail
{
    QByteArray commit;     ///< 40 hex digits
    QByteArray authorName; ///< UTF-8
    QByteArray authorMail;
    QDateTime date;     ///< with the author's offset from UTC
    QByteArray message; ///< the whole commit message, UTF-8
    int number = 1;     ///< 1-based
    int total = 1;
    QByteArray stat; ///< diffstat lines
    QByteArray diff; ///< git patch, any bytes
};

/// The mail's bytes. Carriage returns and overlong lines are protected by quoted-printable, since
/// `git am` drops carriage returns at line ends of a plain mail; everything else stays readable.
QByteArray renderPatchMail(const PatchMail& mail);

/// "0001-port-phase-2.patch": ASCII letters, digits, '.', '_' and '-' only.
QString patchFileName(int number, const QByteArray& subject);

} // namespace rocport
