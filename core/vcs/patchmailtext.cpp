#include "core/vcs/patchmailtext.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostMails = 20'000;
constexpr qsizetype kMostHeader = 64 * 1024;

/// The line that begins at `at`, with its line end.
QByteArrayView mailLine(QByteArrayView text, qsizetype at)
{
    const qsizetype end = text.indexOf('\n', at);
    return text.sliced(at, (end < 0 ? text.size() : end + 1) - at);
}

/// "From 4f2c91e… Mon Sep 17 00:00:00 2001", "From zoe@example.org Fri Nov 27 10:00:00 2026".
bool beginsMail(QByteArrayView line)
{
    return line.startsWith("From ") && line.size() < 300 && line.contains(':') &&
           line.sliced(5).indexOf(' ') > 0;
}

bool isHeaderLine(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && std::all_of(line.begin(), line.begin() + colon, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-';
           });
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char small = static_cast<char>(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// RFC 2045, 6.7. In a header `_` is a blank (RFC 2047, 4.2).
QByteArray fromQuotedPrintable(QByteArrayView text, bool header)
{
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '_' && header) {
            out += ' ';
        } else if (c == '=' && i + 1 < text.size() && text[i + 1] == '\n') {
            ++i;
        } else if (c == '=' && i + 2 < text.size() && text[i + 1] == '\r' && text[i + 2] == '\n') {
            i += 2;
        } else if (c == '=' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 &&
                   hexDigit(text[i + 2]) >= 0) {
            out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            out += c;
        }
    }
    return out;
}

QString decoded(const QByteArray& bytes, const QByteArray& charset)
{
    const bool latin = charset.toLower() == "iso-8859-1" || charset.toLower() == "latin1";
    return latin ? QString::fromLatin1(bytes) : QString::fromUtf8(bytes);
}

/// A header's value with its encoded words (RFC 2047) decoded.
QString mailHeaderText(const QByteArray& value)
{
    QString out;
    qsizetype at = 0;
    bool afterWord = false;
    while (at < value.size()) {
        const qsizetype begin = value.indexOf("=?", at);
        const qsizetype charset = begin < 0 ? -1 : value.indexOf('?', begin + 2);
        const qsizetype data = charset < 0 ? -1 : value.indexOf('?', charset + 1);
        const qsizetype end = data < 0 ? -1 : value.indexOf("?=", data + 1);
        if (end < 0 || data != charset + 2) {
            break;
        }
        const QByteArray between = value.mid(at, begin - at);
        if (!afterWord || !between.trimmed().isEmpty()) {
            out += QString::fromUtf8(between);
        }
        const QByteArray coded = value.mid(data + 1, end - data - 1);
        const bool base64 = (value[charset + 1] | 0x20) == 'b';
        out += decoded(base64 ? QByteArray::fromBase64(coded) : fromQuotedPrintable(coded, true),
                       value.mid(begin + 2, charset - begin - 2));
        at = end + 2;
        afterWord = true;
    }
    return (out + QString::fromUtf8(value.mid(at))).simplified();
}

QString withoutTags(const QString& subject)
{
    const qsizetype end = subject.indexOf(u']');
    return subject.startsWith(u'[') && end > 0 ? subject.mid(end + 1).trimmed() : subject;
}

/// "Zoë Müller <zoe@example.org>" without the address.
QString nameOf(const QString& from)
{
    const qsizetype address = from.indexOf(u'<');
    QString name = (address > 0 ? from.left(address) : from).trimmed();
    if (name.size() > 1 && name.startsWith(u'"') && name.endsWith(u'"')) {
        name = name.mid(1, name.size() - 2);
    }
    return name;
}

Error notReadable(const QString& name, int line, const QString& why)
{
    return {ErrorCode::ParseFailed, why, name + u':' + QString::number(line)};
}

/// A line with which a patch begins; those of Subversion begin as a header does.
bool beginsPatch(QByteArrayView line)
{
    return line.startsWith("diff ") || line.startsWith("--- ") || line.startsWith("Index: ");
}

/// One mail, from its first line to the next mail.
Result<MailText> readMail(QByteArrayView text, int line, const QString& name)
{
    MailText mail;
    mail.firstLine = line;
    qsizetype at = 0;
    const QByteArrayView first = mailLine(text, 0);
    const bool inMailbox = beginsMail(first);
    if (inMailbox) {
        const QByteArray id = first.sliced(5).toByteArray().left(40);
        const bool hex = id.size() == 40 &&
                         std::all_of(id.begin(), id.end(), [](char c) { return hexDigit(c) >= 0; });
        mail.commit = hex ? id.toLower() : QByteArray();
        at = first.size();
    }
    if (!isHeaderLine(mailLine(text, at)) || beginsPatch(mailLine(text, at))) {
        mail.body = text.toByteArray();
        return mail;
    }
    mail.hasHeader = true;
    QByteArray encoding;
    QByteArray type;
    QByteArray key;
    QByteArray value;
    int lines = inMailbox ? 1 : 0;
    const auto take = [&] {
        const QString shown = mailHeaderText(value.trimmed());
        if (key == "from") {
            mail.author = nameOf(shown);
        } else if (key == "subject") {
            mail.summary = withoutTags(shown);
        } else if (key == "date") {
            mail.time = QDateTime::fromString(shown, Qt::RFC2822Date);
        } else if (key == "content-transfer-encoding") {
            encoding = value.trimmed().toLower();
        } else if (key == "content-type") {
            type = value.trimmed().toLower();
        }
        key.clear();
        value.clear();
    };
    while (at < text.size()) {
        const QByteArrayView next = mailLine(text, at);
        if (beginsPatch(next)) {
            break;
        }
        at += next.size();
        ++lines;
        const QByteArray trimmed = next.toByteArray().trimmed();
        if (trimmed.isEmpty()) {
            break;
        }
        if (next[0] == ' ' || next[0] == '\t') {
            value += value.size() < kMostHeader ? ' ' + trimmed : QByteArray();
            continue;
        }
        take();
        const qsizetype colon = trimmed.indexOf(':');
        key = trimmed.left(std::max<qsizetype>(0, colon)).toLower();
        value = trimmed.mid(colon + 1).left(kMostHeader);
    }
    take();
    mail.firstLine = line + lines;
    if (type.startsWith("multipart/")) {
        return notReadable(name, line,
                           QStringLiteral("a mail in several parts is not read; "
                                          "save the patch itself"));
    }
    const QByteArrayView body = text.sliced(at);
    if (encoding == "quoted-printable") {
        mail.body = fromQuotedPrintable(body, false);
    } else if (encoding == "base64") {
        mail.body = QByteArray::fromBase64(body.toByteArray());
    } else if (encoding.isEmpty() || encoding == "7bit" || encoding == "8bit" ||
               encoding == "binary") {
        mail.body = body.toByteArray();
    } else {
        return notReadable(name, line,
                           QStringLiteral("the encoding of the mail is not known: %1")
                               .arg(QString::fromUtf8(encoding.left(40))));
    }
    return mail;
}

} // namespace

Result<QVector<MailText>> readMails(const QByteArray& text, const QString& name)
{
    QVector<qsizetype> starts{0};
    QVector<int> lines{1};
    bool afterBlank = true;
    int number = 1;
    for (qsizetype at = 0; at < text.size(); ++number) {
        const QByteArrayView line = mailLine(text, at);
        if (at > 0 && afterBlank && beginsMail(line) &&
            isHeaderLine(at + line.size() < text.size() ? mailLine(text, at + line.size())
                                                        : QByteArrayView())) {
            starts.append(at);
            lines.append(number);
            if (starts.size() > kMostMails) {
                return Error{ErrorCode::FileTooLarge,
                             QStringLiteral("more than %1 mails").arg(kMostMails), name};
            }
        }
        afterBlank = line == "\n" || line == "\r\n";
        at += line.size();
    }
    QVector<MailText> mails;
    for (qsizetype i = 0; i < starts.size(); ++i) {
        const qsizetype end = i + 1 < starts.size() ? starts[i + 1] : text.size();
        Result<MailText> mail =
            readMail(QByteArrayView(text).sliced(starts[i], end - starts[i]), lines[i], name);
        if (!mail) {
            return mail.error();
        }
        mails.append(*std::move(mail));
    }
    return mails;
}

} // namespace rocport
