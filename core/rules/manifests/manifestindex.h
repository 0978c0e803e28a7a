#pragma once

#include "core/base/finding.h"
#include "core/base/words.h"

#include <QByteArrayList>
#include <QHash>
#include <QVector>

#include <functional>
#include <optional>

namespace rocport {

class SourceBuffer;

/// One thing that a manifest asks for.
struct ManifestEntry
{
    /// As written, without comment and hashes. An editable entry begins with "-e ", in whatever way
    /// pip was told: readPipOption() puts it there, and install::readPlaced() takes it away.
    QByteArray requirement;
    /// Who needs it: empty (the package itself), "build", "extra:gpu", "group:dev", "conda",
    /// "constraint", "override" and "source" (uv's: a version, or an address that replaces what is
    /// required), "listed" (in a list in setup.py whose use is not known).
    QByteArray group;
    int line = 1;
    ByteRange range; ///< not kept by write()
};

/// Another manifest that a manifest reads.
struct ManifestInclude
{
    QByteArray path; ///< as written
    bool constraint = false;
    int line = 1;
};

/// What one manifest says. A value.
struct ManifestSummary
{
    RepoPath path;
    QVector<ManifestEntry> entries;
    QVector<ManifestInclude> includes;
    QVector<ManifestEntry> indexes; ///< addresses of package indexes, in `requirement`
    ManifestEntry python;           ///< the bound on Python's version, in `requirement`
    bool project = false;           ///< makes an installable package

    [[nodiscard]] bool isEmpty() const
    {
        return entries.isEmpty() && includes.isEmpty() && indexes.isEmpty() &&
               python.requirement.isEmpty() && !project;
    }
    /// For FileAnalysis::features; read() returns what was passed to write(), except ranges.
    [[nodiscard]] FileFeatures write() const;
    static ManifestSummary read(const RepoPath& path, const FileFeatures& features);
    /// Whether `features` contain a summary that is not empty.
    static bool isAmong(const FileFeatures& features);
};

/// Whether a file of that name and language is a manifest.
bool isManifest(const RepoPath& path, Language language);
/// Reads a manifest without running anything. A text that does not parse gives what was found.
ManifestSummary readManifest(const RepoPath& path, Language language, const SourceBuffer& source);

/// Requirement lists that `manifests` include and whose names do not say what they are ("-r
/// more.txt"), and those that these include. `read` returns a file of the repository, or nothing.
/// What setup.py reads is not followed, since it may be any text.
QVector<ManifestSummary>
includedManifests(const QVector<ManifestSummary>& manifests,
                  const std::function<std::optional<QByteArray>(const RepoPath&)>& read);

/// The path that `written` means in `folder`: "a/b" and "../c/./d" -> "a/c/d"; nothing if it leads
/// out of the repository.
std::optional<RepoPath> below(const RepoPath& folder, const QByteArray& written);

/// The manifests of a repository. Immutable once made.
class ManifestIndex
{
public:
    /// An entry and where it is.
    struct Met
    {
        ManifestEntry entry;
        RepoPath path;
    };

    ManifestIndex() = default;
    explicit ManifestIndex(const QVector<ManifestSummary>& manifests);

    [[nodiscard]] const QVector<ManifestSummary>& manifests() const { return m_manifests; }
    /// The manifest at a path; null when there is none.
    [[nodiscard]] const ManifestSummary* manifest(const RepoPath& path) const;
    /// The manifest that `written` means in a file at `from`: beside it, from the top level, or the
    /// only one whose path ends with it.
    [[nodiscard]] RepoPath resolve(const RepoPath& from, const QByteArray& written) const;
    /// What installing `path` brings in, following includes. `complete` (may be null) becomes false
    /// if an include is not known.
    [[nodiscard]] QVector<Met> entriesOf(const RepoPath& path, bool* complete) const;
    /// The bounds in files that `path`, or what it includes, reads with -c.
    [[nodiscard]] QVector<Met> constraintsOf(const RepoPath& path) const;
    /// The index addresses that `path` and what it includes name.
    [[nodiscard]] QVector<Met> indexesOf(const RepoPath& path) const;
    /// For each include that is not a manifest: the paths that it may have, best first.
    [[nodiscard]] QVector<QVector<RepoPath>> missing() const;
    /// Manifests that read `path`, directly or through others, each with the line of the include.
    [[nodiscard]] QVector<QPair<RepoPath, int>> readersOf(const RepoPath& path) const;
    /// The manifests that make the package in `folder` (pyproject.toml, setup.py, setup.cfg).
    [[nodiscard]] QVector<RepoPath> projectsIn(const RepoPath& folder) const;
    /// A digest of everything that the manifests say.
    [[nodiscard]] QByteArray digest() const { return m_digest; }

    /// Records in `features` that the analysis depends on these manifests.
    void remember(FileFeatures& features) const;
    /// Whether what remember() recorded still holds.
    [[nodiscard]] bool stillHolds(const FileFeatures& features) const;

private:
    /// `path` and what it includes, in order.
    [[nodiscard]] QVector<const ManifestSummary*> reached(const RepoPath& path,
                                                          bool* complete) const;

    QVector<ManifestSummary> m_manifests; ///< by path
    QHash<RepoPath, qsizetype> m_index;
    QByteArray m_digest;
};

} // namespace rocport
