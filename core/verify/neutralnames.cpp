#include "core/verify/neutralnames.h"

#include "core/files/filewriter.h"
#include "core/verify/compilerarguments.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

/// Whether a path can be written and named: inside of the tree, and UTF-8.
bool canBeNamed(const RepoPath& path)
{
    return QString::fromUtf8(path.bytes()).toUtf8() == path.bytes() &&
           (path.isEmpty() || staysInside(path));
}

} // namespace

NeutralNames::NeutralNames(const QVector<const GateTree*>& trees) : m_trees(trees)
{
    m_place = QStringLiteral("rocport-names");
    const auto taken = [&](const QString& name) {
        const RepoPath path(name.toUtf8());
        return std::any_of(trees.cbegin(), trees.cend(), [&](const GateTree* tree) {
            return tree->hasFolder(path) || tree->file(path) != nullptr;
        });
    };
    for (int i = 2; taken(m_place); ++i) {
        m_place = QStringLiteral("rocport-names-%1").arg(i);
    }
}

QString NeutralNames::add(const RepoPath& path)
{
    if (path.isEmpty()) {
        return {};
    }
    const auto known = m_paths.constFind(path);
    if (known != m_paths.constEnd()) {
        return *known;
    }
    const QString folder = add(path.folder());
    const QString before = folder.isEmpty() ? folder : folder + u'/';
    const QString name = QString::fromUtf8(path.fileName());
    QString neutral = name;
    if (!isNeutralPath(name)) {
        const QString suffix = QString::fromUtf8(path.suffix());
        const QString end = isNeutralPath(suffix) ? u'.' + suffix : QString();
        const QByteArray beside =
            path.folder().isEmpty() ? QByteArray() : path.folder().bytes() + '/';
        const auto taken = [&](const RepoPath& there) {
            return std::any_of(m_trees.cbegin(), m_trees.cend(), [&](const GateTree* tree) {
                return tree->file(there) != nullptr || tree->hasFolder(there);
            });
        };
        // Numbers are never given twice, so that nothing of ours has the name either.
        qsizetype number = m_renamed.size();
        do {
            neutral = QStringLiteral("rocport-name-%1%2").arg(number).arg(end);
            number += 1'000'000;
        } while (taken(RepoPath(beside + neutral.toUtf8())));
        m_renamed.append({folder, name, neutral});
        m_originals.insert(before + neutral, QString::fromUtf8(path.bytes()));
    }
    m_paths.insert(path, before + neutral);
    return before + neutral;
}

bool NeutralNames::addFolder(const RepoPath& folder)
{
    if (!canBeNamed(folder)) {
        return false;
    }
    m_folders.insert(folder, add(folder));
    return true;
}

bool NeutralNames::addFolders(const QStringList& arguments)
{
    static const QString kRoot = QStringLiteral("%ROOT%");
    bool all = true;
    for (qsizetype i = 0; i + 1 < arguments.size(); ++i) {
        const QString& path = arguments[i + 1];
        const bool include = arguments[i] == QLatin1StringView("-include");
        if ((isFolderOption(arguments[i]) || include) && path.startsWith(kRoot)) {
            const RepoPath below(path.mid(kRoot.size() + 1).toUtf8());
            all = (include ? addUnit(below) : addFolder(below)) && all;
            ++i;
        }
    }
    return all;
}

bool NeutralNames::addUnit(const RepoPath& path)
{
    if (path.isEmpty() || !canBeNamed(path)) {
        return false;
    }
    m_units.insert(path, add(path));
    return true;
}

QString NeutralNames::addOutside(const QString& folder)
{
    if (isNeutralPath(folder)) {
        return folder;
    }
    QString name = QStringLiteral("%1/%2").arg(m_place).arg(m_links.size());
    m_links.append({name, folder});
    return name;
}

std::optional<QString> NeutralNames::folder(const RepoPath& folder) const
{
    const auto at = m_folders.constFind(folder);
    return at == m_folders.constEnd() ? std::nullopt : std::optional<QString>(*at);
}

QString NeutralNames::original(const QString& path) const
{
    // The longest beginning that was renamed; it holds the names of the folders above.
    for (qsizetype end = path.size(); end > 0; end = path.lastIndexOf(u'/', end - 1)) {
        const auto found = m_originals.constFind(path.left(end));
        if (found != m_originals.constEnd()) {
            return *found + path.mid(end);
        }
    }
    return path;
}

QString NeutralNames::headerPath(int number) const
{
    return QStringLiteral("%1/defines-%2.h").arg(m_place).arg(number);
}

Result<void> NeutralNames::write(const QString& root) const
{
    if (Result<void> made = makeFolder(root + u'/' + m_place); !made) {
        return made;
    }
    for (const Renamed& one : m_renamed) {
        const QString folder = root + (one.folder.isEmpty() ? QString() : u'/' + one.folder) + u'/';
        if (!QFileInfo::exists(folder + one.old)) {
            continue; // a folder without sources, or one that only the other tree has
        }
        if (!QFile::rename(folder + one.old, folder + one.neutral) ||
            !QFile::link(one.neutral, folder + one.old)) {
            return Error{ErrorCode::FileWriteFailed, QStringLiteral("it cannot be renamed"),
                         folder + one.old};
        }
    }
    for (const auto& [name, target] : m_links) {
        if (!QFile::link(target, root + u'/' + name)) {
            return Error{ErrorCode::FileWriteFailed, QStringLiteral("the link cannot be made"),
                         root + u'/' + name};
        }
    }
    return {};
}

} // namespace rocport
