#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QVector>

namespace rocport {

/// One mail of a mailbox, or a text without a mail's header.
struct MailText
{
    QByteArray commit; ///< 40 hex digits of the line "From …"; else empty
    QString author;
    QString summary; ///< the subject without "[PATCH 1/3]"
    QDateTime time;
    QByteArray body;        ///< decoded
    int firstLine = 1;      ///< 1-based line at which the body begins
    bool hasHeader = false; ///< it is a mail, whose body begins with a message
};

/// Splits a mailbox into its mails and decodes them; a text that is no mail is one body. Errors:
/// ParseFailed for a mail in several parts or with an unknown encoding; `name` is for messages.
Result<QVector<MailText>> readMails(const QByteArray& text, const QString& name);

} // namespace rocport
