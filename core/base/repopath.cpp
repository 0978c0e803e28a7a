#include "core/base/repopath.h"

#include "core/base/visibletext.h"

#include <QList>

namespace rocport {

QString RepoPath::display() const
{
    return visibleName(m_bytes);
}

QString RepoPath::displayName() const
{
    return visibleName(fileName());
}

QString RepoPath::displayFolder() const
{
    return visibleName(folder().m_bytes);
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
