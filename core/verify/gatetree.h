#pragma once

#include "core/base/cancel.h"
#include "core/base/repopath.h"
#include "core/base/result.h"
#include "core/base/words.h"
#include "core/scan/sourcetree.h"

#include <QHash>
#include <QSet>
#include <QVector>

namespace rocport {

/// An #include line.
struct IncludeLine
{
    QByteArray name; ///< without quotes or brackets
    bool angled = false;
    int line = 1;
};

/// What a compile check needs to know of one C, C++, CUDA or HIP file.
struct TreeFile
{
    RepoPath path;
    QByteArray content;
    Language language = Language::Other;
    QVector<IncludeLine> includes;
    bool usesGpu = false;      ///< includes a CUDA or HIP header, or declares or launches kernels
    bool usesAssembly = false; ///< holds asm
};

/// The sources and headers of a tree, with other files laid over it, in memory. All other files are
/// listed but not read, except build files. Built once, then only read.
class GateTree
{
public:
    /// Reads `tree`. `overlay` replaces and adds files. Links are not followed; files over 8 MiB
    /// and binary files are left out. Errors: Cancelled, those of the tree.
    static Result<GateTree> read(const SourceTree& tree, const QHash<RepoPath, QByteArray>& overlay,
                                 const CancelToken& cancel);

    [[nodiscard]] const TreeFile* file(const RepoPath& path) const;
    [[nodiscard]] const QVector<TreeFile>& files() const { return m_files; } ///< by path
    [[nodiscard]] const QVector<QPair<RepoPath, QByteArray>>& buildFiles() const
    {
        return m_buildFiles;
    }
    /// Replaces the text of an existing file.
    void setContent(const RepoPath& path, const QByteArray& content);

    [[nodiscard]] bool hasFolder(const RepoPath& folder) const;
    /// Whether there is a file called `name` in any folder.
    [[nodiscard]] bool hasFileNamed(const QByteArray& name) const;
    /// The file that an include refers to: beside the includer, in `folders`, else the only file
    /// whose path ends with it (its folder then counts as an include folder). Empty: none, or a
    /// system header.
    [[nodiscard]] RepoPath resolve(const RepoPath& includer, const IncludeLine& include,
                                   const QVector<RepoPath>& folders) const;
    /// Include folders that would find what resolve() finds only by the end of a path.
    [[nodiscard]] QVector<RepoPath> guessedFolders(const QVector<RepoPath>& known) const;
    /// Files reached from `from` through includes, itself included.
    [[nodiscard]] QSet<RepoPath> reached(const RepoPath& from,
                                         const QVector<RepoPath>& folders) const;

    /// Writes the sources below `folder`. Names that are not UTF-8 are left out. Errors: those of
    /// writing.
    [[nodiscard]] Result<void> write(const QString& folder, const CancelToken& cancel) const;

private:
    void add(const RepoPath& path, const QByteArray& content);
    void finish();

    QVector<TreeFile> m_files;
    QVector<QPair<RepoPath, QByteArray>> m_buildFiles;
    QHash<RepoPath, qsizetype> m_index;
    QHash<QByteArray, QVector<RepoPath>> m_byName;
    QSet<QByteArray> m_folders;
};

/// `path` below `folder`, "." and ".." resolved; nothing when it leaves the tree.
RepoPath joined(const RepoPath& folder, const QByteArray& path);

} // namespace rocport
