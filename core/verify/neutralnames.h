#pragma once

#include "core/base/result.h"
#include "core/verify/gatetree.h"

#include <QHash>
#include <QString>
#include <QVector>

namespace rocport {

/// Names for the files and folders of a tree that are safe on a command line. Neutral names are
/// kept. In a written tree the others are renamed in place, and their old names become links to the
/// new ones, so that includes still work. (Links the other way round would not do: nvcc resolves
/// links and passes the result to the shell.) Filled first, then write() is called for each tree,
/// then it is read by several threads.
class NeutralNames
{
public:
    /// `trees`: the trees whose names must not be used.
    explicit NeutralNames(const QVector<const GateTree*>& trees);

    /// Adds a file that is compiled. False: it cannot have a neutral name, since its path leads out
    /// of the tree or is not UTF-8.
    [[nodiscard]] bool addUnit(const RepoPath& path);
    /// Adds a folder that is searched for includes; likewise.
    [[nodiscard]] bool addFolder(const RepoPath& folder);
    /// Adds the folders that arguments name ("%ROOT%/…").
    [[nodiscard]] bool addFolders(const QStringList& arguments);
    /// The spelling of a folder outside the tree that the user named: itself, or a link in the
    /// tree, relative to its top.
    [[nodiscard]] QString addOutside(const QString& folder);

    /// The neutral path of a unit that was added, relative to the top of the tree; empty for
    /// others.
    [[nodiscard]] QString unit(const RepoPath& path) const { return m_units.value(path); }
    /// Likewise; "" is the top.
    [[nodiscard]] std::optional<QString> folder(const RepoPath& folder) const;
    /// The path in the repository for a neutral path below the top, without "." and "..".
    [[nodiscard]] QString original(const QString& path) const;
    /// Where a header of ours is, relative to the top.
    [[nodiscard]] QString headerPath(int number) const;

    /// Renames and links files in a tree that was written to `root`. Errors: FileWriteFailed.
    [[nodiscard]] Result<void> write(const QString& root) const;

private:
    /// A file or folder that gets another name, below the top.
    struct Renamed
    {
        QString folder; ///< neutral
        QString old;    ///< name there
        QString neutral;
    };
    [[nodiscard]] QString add(const RepoPath& path);

    QVector<const GateTree*> m_trees;
    QString m_place;                          ///< folder of ours, at the top
    QVector<Renamed> m_renamed;               ///< folders before what they hold
    QVector<QPair<QString, QString>> m_links; ///< path below the top -> target outside
    QHash<RepoPath, QString> m_paths;
    QHash<RepoPath, QString> m_folders;
    QHash<RepoPath, QString> m_units;
    QHash<QString, QString> m_originals; ///< neutral path -> as in the repository
};

} // namespace rocport
