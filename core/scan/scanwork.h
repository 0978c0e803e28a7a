#pragma once

#include "core/rules/cpp/warpgroups.h"
#include "core/rules/manifests/manifestindex.h"
#include "core/rules/packs/packwork.h"
#include "core/rules/python/modulenames.h"
#include "core/scan/aheadmarks.h"
#include "core/scan/keptplaces.h"
#include "core/scan/manyfiles.h"
#include "core/scan/scanner.h"
#include "core/scan/strategychoice.h"

#include <mutex>
#include <optional>
#include <thread>

namespace rocport {

/// Files larger than this are analysed one at a time: tokens and trees take many times their size.
constexpr qsizetype kLargeBytes = 1024 * 1024;

/// One file in the course of a scan.
struct ScanItem
{
    const TreeEntry* entry = nullptr;
    std::shared_ptr<const FileAnalysis> previous; ///< same identity, same rules and target
    std::optional<Result<QByteArray>> content;    ///< read before its turn
    AheadMarks ahead;                             ///< read before its turn, or by the previous scan
    std::optional<ModuleSummary> summary;         ///< of a file that other files may ask about
    std::optional<ManifestSummary> manifest;      ///< likewise
    std::shared_ptr<const FileAnalysis> analysis;
    bool reused = false;
};

/// One scan from the list of files to the result. Internal to the scanner: scanahead.cpp has what
/// is read before any file is analysed, scanshare.cpp what files learn about each other afterwards.
class ScanWork
{
public:
    ScanWork(const SourceTree& tree, std::shared_ptr<const RuleSet> rules,
             const TargetSettings& target, const std::shared_ptr<const ScanResult>& previous,
             const CancelToken& cancel, int threads, qsizetype mostPlaces = KeptPlaces::kMost)
        : m_tree(tree),
          m_previous(previous),
          m_cancel(cancel),
          m_threads(threads > 0
                        ? threads
                        : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
          m_keptPlaces(mostPlaces)
    {
        m_context.rules = std::move(rules);
        m_context.target = target;
        m_context.cancel = cancel;
        m_context.packWork = std::make_shared<PackWork>();
        m_context.warpGroups = std::make_shared<const WarpGroups>(); // until they are known
    }

    Result<std::shared_ptr<const ScanResult>>
    run(const std::function<void(const ScanProgress&)>& progress);

private:
    void readStyle();
    void matchPrevious();
    void readAhead(const Layout& layout);
    [[nodiscard]] bool anyExtension(const Layout& layout) const;
    [[nodiscard]] bool anyTopInclude() const;
    [[nodiscard]] bool bringsShims() const;
    [[nodiscard]] CudaSources cudaSources() const;
    [[nodiscard]] std::shared_ptr<const MesonProject> mesonFiles() const;
    void choose(const Layout& layout);
    void readNames();
    void readIncluded(QVector<ManifestSummary>& manifests);
    void analyse(ScanItem& item) const;
    void keep(const ScanItem& item);
    [[nodiscard]] qsizetype indexOf(const ScanItem& item) const { return &item - m_items.data(); }
    void analyseAll(const std::vector<ScanItem*>& items, ProgressGate* gate);
    void dropStoppedPacks();
    [[nodiscard]] QSet<RepoPath> flagsOfOne(bool before) const;
    void shareFlags();
    bool shareIncludes();
    bool analyseAgain(const std::function<bool(const FileAnalysis&)>& wanted);
    [[nodiscard]] std::unique_lock<std::mutex> aloneIfLarge(const QByteArray& bytes) const
    {
        return bytes.size() > kLargeBytes ? std::unique_lock(m_large)
                                          : std::unique_lock<std::mutex>();
    }
    [[nodiscard]] std::shared_ptr<const FileAnalysis> analyseBytes(const ScanItem& item,
                                                                   QByteArray bytes) const;
    [[nodiscard]] std::shared_ptr<const ScanResult> collect(qint64 elapsed) const;

    const SourceTree& m_tree;
    std::shared_ptr<const ScanResult> m_previous;
    const CancelToken& m_cancel;
    int m_threads = 1;
    AnalysisContext m_context;
    QByteArray m_rulesPrint, m_fingerprint;
    RepositoryKind m_kind = RepositoryKind::Other;
    QVector<TreeEntry> m_entries;
    std::vector<ScanItem> m_items;
    QVector<Error> m_packProblems;
    KeptPlaces m_keptPlaces;
    mutable std::mutex m_large;
};

} // namespace rocport
