#pragma once

#include "core/base/vendored.h"
#include "core/scan/ignorerules.h"

#include <QSet>
#include <QVector>

#include <optional>
#include <vector>

namespace rocport {

/// What the first lines of a file say of where it is from: "generated" where its comment says that
/// a program wrote it, "copy" where it has the name and the notice of a file that others publish to
/// be copied; empty: nothing. Looks at the first 4 KiB of any bytes.
QString headMark(const RepoPath& path, QByteArrayView text);

/// Words by which a project calls itself in this file, in lower case: the name that a build file
/// or a Python package at the top gives, and its README's title, a short one also word by word.
/// Empty for other files. Looks at the first 16 KiB.
QVector<QString> projectNames(const RepoPath& path, QByteArrayView text);

/// Tells a project's own files from copies of others' code and from what programs wrote, by the
/// names of folders (isVendored()), the headers that a folder holds (a "cub" with "util_type.cuh"
/// is CUB), the first lines of a file, .gitattributes ("linguist-vendored", "linguist-generated")
/// and .gitmodules. What the project itself is, is its own: nothing in CUB is a copy of CUB.
class CodeOrigins
{
public:
    /// \a paths are those of all files, \a names what projectNames() gave for them.
    CodeOrigins(const QVector<RepoPath>& paths, const QSet<QString>& names);

    /// Whether a file is worth reading for the two below.
    static bool isListFile(const RepoPath& path);
    static constexpr int kMaxFiles = 200;
    static constexpr qint64 kMaxBytes = 256 * 1024;
    /// Files nearer to the top first.
    void addListFile(const RepoPath& path, const QByteArray& text);

    /// \a mark is headMark() of the file.
    [[nodiscard]] CodeOrigin of(const RepoPath& path, const QString& mark) const;

private:
    /// A line of .gitattributes that says whose files are.
    struct Attribute
    {
        QByteArray folder; ///< of its file, with a '/' at the end where it is not empty
        IgnorePattern pattern;
        CodeOrigin origin = CodeOrigin::Vendored;
        bool set = true; ///< false: it is not so
    };

    void addAttributes(const QByteArray& folder, const QByteArray& text);
    void addModules(const QByteArray& folder, const QByteArray& text);
    [[nodiscard]] bool isSubject(QByteArrayView library) const;
    [[nodiscard]] bool isInTree(const RepoPath& path) const;
    /// What .gitattributes say of a file; nothing: none of them speaks of it.
    [[nodiscard]] std::optional<CodeOrigin> attributeOf(const RepoPath& path) const;

    QSet<QString> m_names;
    QSet<QByteArray> m_trees; ///< folders of copies
    std::vector<Attribute> m_attributes;
    mutable qint64 m_work = 0; ///< spent on patterns; over a bound they are not asked any more
};

} // namespace rocport
