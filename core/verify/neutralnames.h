#pragma once

#include "core/base/result.h"
#include "core/verify/gatetree.h"

#include <QHash>
#include <QString>
#include <QVector>

namespace rocport {

/// Names for the files and folders of a tree that are safe on a command line. What is neutral keeps
/// its name. In a written tree the others are renamed where they are, and their old names become
/// links to the new ones, so that includes find what they found. (Links the other way round would
/// not do: nvcc looks where a link leads, and hands that to the shell.) Filled first, then write()
/// for each tree, then read by several threads.
class NeutralNames
{
public:
    /// `trees`: those that the names must not collide with.
    explicit NeutralNames(const QVector<const GateTree*>& trees);

    /// For a file that is compiled. False: it cannot have a neutral name, since it leads out of the
    /// tree or is not UTF-8.
    [[nodiscard]] bool addUnit(const RepoPath& path);
    /// For a folder that is looked for includes in; likewise.
    [[nodiscard]] bool addFolder(const RepoPath& folder);
    /// For the folders that arguments name ("%ROOT%/…").
    [[nodiscard]] bool addFolders(const QStringList& arguments);
    /// The spelling of a folder outside of the tree that the user named: itself, or a link in the
    /// tree relative to its top.
    [[nodiscard]] QString addOutside(const QString& folder);

    /// Path below the top of the tree, neutral. Of those that were added; others: empty.
    [[nodiscard]] QString unit(const RepoPath& path) const { return m_units.value(path); }
    /// Likewise; "" is the top.
    [[nodiscard]] std::optional<QString> folder(const RepoPath& folder) const;
    /// What a path below the top, without "." and "..", means in the repository.
    [[nodiscard]] QString original(const QString& path) const;
    /// Where a header of ours lies below the top.
    [[nodiscard]] QString headerPath(int number) const;

    /// Renames and links in a tree that was written to `root`. Errors: FileWriteFailed.
    [[nodiscard]] Result<void> write(const QString& root) const;

private:
    /// Something that is called otherwise, below the top.
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
    QVector<QPair<QString, QString>> m_links; ///< below the top -> target outside
    QHash<RepoPath, QString> m_paths;
    QHash<RepoPath, QString> m_folders;
    QHash<RepoPath, QString> m_units;
    QHash<QString, QString> m_originals; ///< neutral path -> as in the repository
};

} // namespace rocport
