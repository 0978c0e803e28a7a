#include "app/window/settingstext.h"

#include <QDataStream>
#include <QStringList>

#include <algorithm>

namespace rocport {

namespace {

/// What QSettings puts before text that stands for something else than itself.
QString marked(const char* kind, const QByteArray& bytes)
{
    return QLatin1StringView(kind) + u'(' + QString::fromLatin1(bytes) + u')';
}

QString textOf(const QVariant& value)
{
    switch (value.userType()) {
    case QMetaType::UnknownType:
        return QStringLiteral("@Invalid()");
    case QMetaType::QByteArray:
        return marked("@ByteArray", value.toByteArray());
    case QMetaType::QString:
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double: {
        const QString text = value.toString();
        return text.startsWith(u'@') ? u'@' + text : text;
    }
    default: {
        QByteArray bytes;
        QDataStream stream(&bytes, QDataStream::WriteOnly);
        stream.setVersion(QDataStream::Qt_4_0);
        stream << value;
        return marked("@Variant", bytes);
    }
    }
}

/// In quotes; all that could mean something is a number, and so is a digit that would be taken for
/// a part of one.
QByteArray quoted(const QString& text)
{
    QByteArray result("\"");
    bool number = false;
    for (const QChar c : text) {
        const char16_t code = c.unicode();
        const bool digit = (code >= u'0' && code <= u'9') || (code >= u'a' && code <= u'f') ||
                           (code >= u'A' && code <= u'F');
        number = code < 0x20 || code > 0x7e || code == u'"' || code == u'\\' || (number && digit);
        if (number) {
            result += "\\x" + QByteArray::number(code, 16);
        } else {
            result += static_cast<char>(code);
        }
    }
    return result + '"';
}

QByteArray valueText(const QVariant& value)
{
    const bool list = value.userType() == QMetaType::QStringList ||
                      (value.userType() == QMetaType::QVariantList && value.toList().size() != 1);
    if (!list) {
        return quoted(textOf(value));
    }
    QByteArrayList parts;
    const QVariantList values = value.toList();
    for (const QVariant& one : values) {
        parts.append(quoted(textOf(one)));
    }
    return parts.isEmpty() ? QByteArray("@Invalid()") : parts.join(", ");
}

QByteArray keyText(const QString& key)
{
    QByteArray result;
    for (const QChar c : key) {
        const char16_t code = c.unicode();
        if ((code >= u'0' && code <= u'9') || (code >= u'a' && code <= u'z') ||
            (code >= u'A' && code <= u'Z') || code == u'_' || code == u'-' || code == u'.') {
            result += static_cast<char>(code);
        } else if (code == u'/') {
            result += '\\';
        } else if (code <= 0xff) {
            result += '%' + QByteArray::number(code, 16).rightJustified(2, '0').toUpper();
        } else {
            result += "%U" + QByteArray::number(code, 16).rightJustified(4, '0').toUpper();
        }
    }
    return result;
}

} // namespace

QByteArray settingsText(const QVariantMap& values)
{
    QMap<QString, QByteArray> sections;
    for (auto value = values.begin(); value != values.end(); ++value) {
        const qsizetype slash = value.key().indexOf(u'/');
        if (value->isValid()) {
            sections[value.key().left(std::max<qsizetype>(slash, 0))] +=
                keyText(value.key().mid(slash + 1)) + '=' + valueText(*value) + '\n';
        }
    }
    QByteArray result;
    for (auto section = sections.begin(); section != sections.end(); ++section) {
        const bool general =
            section.key().compare(QLatin1StringView("general"), Qt::CaseInsensitive) == 0;
        const QByteArray name = section.key().isEmpty() ? QByteArray("General")
                                : general               ? "%General"
                                                        : keyText(section.key());
        result += (result.isEmpty() ? "[" : "\n[") + name + "]\n" + *section;
    }
    return result;
}

} // namespace rocport
