#pragma once

#include "core/base/finding.h"
#include "core/rules/analyse.h"
#include "core/scan/sourcetree.h"

#include <QHash>

#include <functional>

namespace rocport {

/// What kind of repository it is, for defaults.
enum class RepositoryKind : quint8 { PythonOnly, TorchExtension, CMake, Make, Other, Meson };
QString repositoryKindName(RepositoryKind kind);

/// Totals of one language.
struct LanguageTotal
{
    Language language = Language::Other;
    int files = 0;
    qint64 lines = 0;
};

/// Totals of one API library over the repository, in uses (not names).
struct LibraryTotal
{
    QString library;
    int supported = 0;
    int experimental = 0;
    int unsupported = 0;
};

/// A risk shown in the inventory: what it is, how often it occurs, and where first.
struct Risk
{
    QString id; ///< "inline-ptx", "lane-mask", "cutlass", "texture-reference", "unsupported-api"
    Severity severity = Severity::Warning;
    QString text; ///< "Inline PTX, 7 blocks in 3 files"
    RepoPath path;
    int line = 1;
};

/// What the repository holds, computed from all FileAnalysis values.
struct Inventory
{
    RepositoryKind kind = RepositoryKind::Other;
    int files = 0; ///< listed
    int scannedFiles = 0;
    qint64 lines = 0;
    qint64 bytes = 0;
    QVector<LanguageTotal> languages;          ///< by lines, descending
    QVector<LibraryTotal> libraries;           ///< by uses, descending
    QVector<Risk> risks;                       ///< by severity, then count
    QVector<QPair<RepoPath, QString>> skipped; ///< file and why
};

/// Result of a scan. Shared, immutable.
struct ScanResult
{
    QString source;         ///< SourceTree::describe()
    QByteArray commit;      ///< 40 hex digits, or empty for a folder
    QByteArray fingerprint; ///< of the rules and target settings that it was made with
    Strategy strategy = Strategy::CompatHeader; ///< resolved
    RepoPath compatHeader;
    QVector<std::shared_ptr<const FileAnalysis>> files; ///< by path
    QHash<RepoPath, QByteArray> identities;             ///< TreeEntry::identity by path
    QVector<Hunk> hunks; ///< all, of files and of the project, by phase, path and position
    Inventory inventory;
    /// Packs that were stopped because their rules took too long: RulePackInvalid. What they found
    /// is not in the result. The fingerprint of such a result matches no other scan.
    QVector<Error> packProblems;
    int reusedFiles = 0; ///< taken from the previous result without reading
    qint64 elapsedMs = 0;
};

struct ScanProgress
{
    int done = 0;
    int total = 0; ///< 0 while listing
    QString currentFile;
};

/// Scans `tree` on `threads` threads (0: one per core). Files with the same identity as in
/// `previous` (made with the same rules and settings) are not read. `progress` is called from
/// worker threads, at most every 30 ms. Errors: Cancelled, and those of SourceTree::list.
Result<std::shared_ptr<const ScanResult>>
scanTree(const SourceTree& tree, std::shared_ptr<const RuleSet> rules, const TargetSettings& target,
         const std::shared_ptr<const ScanResult>& previous, const CancelToken& cancel,
         const std::function<void(const ScanProgress&)>& progress = {}, int threads = 0);

/// The largest file that is analysed, in bytes.
inline constexpr qint64 kMaxAnalysedBytes = 8 * 1024 * 1024; ///< larger files are listed as skipped

} // namespace rocport
