#include "core/base/repopath.h"

#include <QList>
#include <QStringDecoder>

namespace rocport {

namespace {

QString forPeople(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(bytes);
    QString shown;
    if (!decoder.hasError()) {
        for (const QChar c : decoded) {
            if (c == u'\n') {
                shown += QStringLiteral("\\n");
            } else if (c.unicode() < 0x20 || c.unicode() == 0x7f) {
                shown += QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'));
            } else {
                shown += c;
            }
        }
        return shown;
    }
    for (const char c : bytes) {
        const auto byte = static_cast<uchar>(c);
        if (byte < 0x20 || byte >= 0x7f) {
            shown += QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
        } else {
            shown += QLatin1Char(c);
        }
    }
    return shown;
}

} // namespace

QString RepoPath::display() const
{
    return forPeople(m_bytes);
}

QString RepoPath::displayName() const
{
    return forPeople(fileName());
}

QString RepoPath::displayFolder() const
{
    return forPeople(folder().m_bytes);
}

RepoPath RepoPath::folder() const
{
    const qsizetype slash = m_bytes.lastIndexOf('/');
    return RepoPath(slash < 0 ? QByteArray() : m_bytes.left(slash));
}

QByteArray RepoPath::fileName() const
{
    return m_bytes.mid(m_bytes.lastIndexOf('/') + 1);
}

QByteArray RepoPath::suffix() const
{
    const QByteArray name = fileName();
    const qsizetype dot = name.lastIndexOf('.');
    return dot < 0 ? QByteArray() : name.mid(dot + 1).toLower();
}

QByteArray RepoPath::relativeTo(const RepoPath& from) const
{
    const QList<QByteArray> here = m_bytes.split('/');
    const QList<QByteArray> there = from.isEmpty() ? QList<QByteArray>() : from.m_bytes.split('/');
    qsizetype common = 0;
    while (common < there.size() && common + 1 < here.size() && here[common] == there[common]) {
        ++common;
    }
    QByteArray result;
    for (qsizetype i = common; i < there.size(); ++i) {
        result += "../";
    }
    for (qsizetype i = common; i < here.size(); ++i) {
        result += here[i];
        if (i + 1 < here.size()) {
            result += '/';
        }
    }
    return result;
}

QByteArray RepoPath::uri() const
{
    return m_bytes.toPercentEncoding("/");
}

} // namespace rocport
