#include "core/vcs/patchmail.h"

#include <QLocale>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMaxPlainLine = 900; // RFC 5322 allows 998

bool isAscii(const QByteArray& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<uchar>(c) >= 0x20 && static_cast<uchar>(c) < 0x7f;
    });
}

/// RFC 2047: encoded words of at most 75 characters, none of which cuts a UTF-8 sequence.
QByteArray headerText(const QByteArray& text)
{
    if (isAscii(text) && !text.contains("=?")) {
        return text;
    }
    constexpr qsizetype kChunk = 42; // 56 characters in base64, with 12 around them
    QByteArray result;
    qsizetype at = 0;
    while (at < text.size()) {
        qsizetype end = std::min(at + kChunk, text.size());
        while (end < text.size() && end > at + 1 &&
               (static_cast<uchar>(text[end]) & 0xc0) == 0x80) {
            --end;
        }
        if (!result.isEmpty()) {
            result += "\n ";
        }
        result += "=?UTF-8?B?" + text.mid(at, end - at).toBase64() + "?=";
        at = end;
    }
    return result;
}

QByteArray nameInHeader(const QByteArray& name)
{
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == ' ' || c == '-' || c == '_';
    });
    if (plain) {
        return name;
    }
    if (!isAscii(name)) {
        return headerText(name);
    }
    QByteArray quoted = name;
    quoted.replace('\\', "\\\\").replace('"', "\\\"");
    return '"' + quoted + '"';
}

/// Lines of a message body that git would take for the beginning of the patch, or for headers.
QByteArray bodyText(const QByteArray& body)
{
    QByteArray result;
    bool first = true;
    for (const QByteArray& line : body.split('\n')) {
        const bool looksLikePatch = line.startsWith("---") || line.startsWith("diff -") ||
                                    line.startsWith("Index: ") || line.startsWith("From ");
        const bool looksLikeHeader =
            first &&
            (line.startsWith("From:") || line.startsWith("Date:") || line.startsWith("Subject:"));
        if (looksLikePatch || looksLikeHeader) {
            result += ' ';
        }
        first = first && line.trimmed().isEmpty();
        result += line + '\n';
    }
    return result;
}

bool needsEncoding(const QByteArray& text)
{
    if (text.contains('\r') || text.contains('\0')) {
        return true;
    }
    qsizetype begin = 0;
    while (begin < text.size()) {
        qsizetype end = text.indexOf('\n', begin);
        end = end < 0 ? text.size() : end;
        if (end - begin > kMaxPlainLine) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

QByteArray quotedPrintable(const QByteArray& text)
{
    constexpr int kWidth = 72;
    static constexpr char kHex[] = "0123456789ABCDEF";
    QByteArray result;
    result.reserve(text.size() + text.size() / 8);
    int column = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<uchar>(text[i]);
        if (byte == '\n') {
            result += '\n';
            column = 0;
            continue;
        }
        if (column >= kWidth) {
            result += "=\n";
            column = 0;
        }
        const bool atEnd = i + 1 == text.size() || text[i + 1] == '\n';
        const bool isBlank = byte == ' ' || byte == '\t';
        const bool literal = (isBlank && !atEnd) || (byte > ' ' && byte < 0x7f && byte != '=' &&
                                                     !(column == 0 && byte == 'F'));
        if (literal) {
            result += static_cast<char>(byte);
            ++column;
        } else {
            result += '=';
            result += kHex[byte >> 4];
            result += kHex[byte & 15];
            column += 3;
        }
    }
    return result;
}

} // namespace

QByteArray renderPatchMail(const PatchMail& mail)
{
    const qsizetype newline = mail.message.indexOf('\n');
    const QByteArray subject = mail.message.left(newline < 0 ? mail.message.size() : newline);
    const QByteArray rest = newline < 0 ? QByteArray() : mail.message.mid(newline).trimmed();

    QByteArray content;
    if (!rest.isEmpty()) {
        content += bodyText(rest);
    }
    content += "---\n" + mail.stat + '\n' + mail.diff;
    if (!content.endsWith('\n')) {
        content += '\n';
    }
    content += "-- \nRocport " ROCPORT_VERSION "\n\n";

    const bool encode = needsEncoding(content);
    const QByteArray width = QByteArray::number(mail.total);
    const QByteArray counter =
        mail.total == 1
            ? QByteArray("[PATCH] ")
            : "[PATCH " + QByteArray::number(mail.number).rightJustified(width.size(), '0') + '/' +
                  width + "] ";
    QByteArray result = "From " + mail.commit + " Mon Sep 17 00:00:00 2001\n";
    result += "From: " + nameInHeader(mail.authorName) + " <" + mail.authorMail + ">\n";
    result += "Date: " + mail.date.toString(Qt::RFC2822Date).toLatin1() + '\n';
    result += "Subject: " + counter + headerText(subject) + '\n';
    result += "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n";
    result += encode ? "Content-Transfer-Encoding: quoted-printable\n\n"
                     : "Content-Transfer-Encoding: 8bit\n\n";
    result += encode ? quotedPrintable(content) : content;
    return result;
}

QString patchFileName(int number, const QByteArray& subject)
{
    QByteArray slug;
    for (const char c : subject) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '_';
        if (kept) {
            slug += c;
        } else if (!slug.isEmpty() && !slug.endsWith('-')) {
            slug += '-';
        }
    }
    slug = slug.left(52);
    while (slug.endsWith('-') || slug.endsWith('.')) {
        slug.chop(1);
    }
    return QStringLiteral("%1-%2.patch")
        .arg(number, 4, 10, QLatin1Char('0'))
        .arg(slug.isEmpty() ? QStringLiteral("change") : QString::fromLatin1(slug));
}

} // namespace rocport
