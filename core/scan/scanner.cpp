#include "core/scan/scanner.h"

#include "core/base/cancelscope.h"
#include "core/base/releasememory.h"
#include "core/rules/manifestindex.h"
#include "core/rules/modulenames.h"
#include "core/rules/ownincludes.h"
#include "core/rules/packwork.h"
#include "core/rules/pythonflag.h"
#include "core/rules/warpgroups.h"
#include "core/scan/aheadmarks.h"
#include "core/scan/features.h"
#include "core/scan/hunkorder.h"
#include "core/scan/inventory.h"
#include "core/scan/manyfiles.h"
#include "core/scan/scanfingerprint.h"
#include "core/scan/skippedfile.h"
#include "core/scan/strategychoice.h"

#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace rocport {

namespace {

bool isBuildFile(Language language)
{
    return language == Language::CMake || language == Language::Make;
}

constexpr int kMostRounds = 4; ///< in which files learn of each other

/// Larger files are taken apart one at a time: tokens and trees take many times their size.
constexpr qsizetype kLargeBytes = 1024 * 1024;

/// One file on its way through the scan.
struct Item
{
    const TreeEntry* entry = nullptr;
    std::shared_ptr<const FileAnalysis> previous; ///< same identity, same rules and target
    std::optional<Result<QByteArray>> content;    ///< read before its turn
    AheadMarks ahead;                             ///< read before its turn, or by the scan before
    std::optional<ModuleSummary> summary;         ///< of a file that other files may ask about
    std::optional<ManifestSummary> manifest;      ///< likewise
    std::shared_ptr<const FileAnalysis> analysis;
    bool reused = false;
};

class Scan
{
public:
    Scan(const SourceTree& tree, std::shared_ptr<const RuleSet> rules, const TargetSettings& target,
         const std::shared_ptr<const ScanResult>& previous, const CancelToken& cancel, int threads)
        : m_tree(tree),
          m_previous(previous),
          m_cancel(cancel),
          m_threads(threads > 0
                        ? threads
                        : std::max(1, static_cast<int>(std::thread::hardware_concurrency())))
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
    [[nodiscard]] bool anyExtension() const;
    [[nodiscard]] bool anyTopInclude() const;
    [[nodiscard]] bool bringsShims() const;
    [[nodiscard]] CudaSources cudaSources() const;
    void choose(const Layout& layout);
    void readNames();
    void readIncluded(QVector<ManifestSummary>& manifests);
    void analyse(Item& item) const;
    void analyseAll(const std::vector<Item*>& items, ProgressGate* gate);
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
    [[nodiscard]] std::shared_ptr<const FileAnalysis> analyseBytes(const Item& item,
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
    std::vector<Item> m_items;
    QVector<Error> m_packProblems;
    mutable std::mutex m_large;
};

/// How the project wants its lines decides what is proposed in all of its files.
void Scan::readStyle()
{
    auto style = std::make_shared<ProjectStyle>();
    int files = 0;
    for (const TreeEntry& entry : m_entries) {
        if (entry.kind != TreeEntry::Kind::File || !ProjectStyle::isStyleFile(entry.path) ||
            ++files > ProjectStyle::kMaxFiles || m_cancel.isCancelled()) {
            continue;
        }
        if (const auto content = m_tree.read(entry, ProjectStyle::kMaxBytes)) {
            style->add(entry.path, *content);
        }
    }
    m_rulesPrint = rulesFingerprint(*m_context.rules, m_context.target, *style);
    m_context.style = std::move(style);
}

void Scan::matchPrevious()
{
    QHash<RepoPath, std::shared_ptr<const FileAnalysis>> known;
    if (m_previous != nullptr && m_previous->fingerprint.left(16) == m_rulesPrint) {
        for (const auto& file : m_previous->files) {
            known.insert(file->path, file);
        }
    }
    m_items.resize(static_cast<size_t>(m_entries.size()));
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        Item& item = m_items[static_cast<size_t>(i)];
        item.entry = &m_entries[i];
        const auto found = known.constFind(item.entry->path);
        if (found != known.constEnd() && !item.entry->identity.isEmpty() &&
            m_previous->identities.value(item.entry->path) == item.entry->identity) {
            item.previous = *found;
            item.ahead = AheadMarks::read(item.previous->features);
        }
    }
}

/// What decides the strategy has to be known before the first file is analysed.
void Scan::readAhead(const Layout& layout)
{
    const bool wantsHeaderPlace =
        !layout.topHeaders.isEmpty() &&
        m_context.target.strategy.value_or(Strategy::CompatHeader) == Strategy::CompatHeader;
    std::vector<Item*> ahead;
    for (Item& item : m_items) {
        if (item.entry->kind != TreeEntry::Kind::File || item.previous != nullptr) {
            continue;
        }
        const QByteArray name = item.entry->path.fileName();
        const Language language = languageOfFile(name);
        if (name == "setup.py" || isBuildFile(language) ||
            (wantsHeaderPlace && language == Language::Cuda)) {
            ahead.push_back(&item);
        }
    }
    forEach(static_cast<qsizetype>(ahead.size()), m_threads, m_cancel, [&](qsizetype i) {
        Item& item = *ahead[static_cast<size_t>(i)];
        item.content = m_tree.read(*item.entry, kMaxAnalysedBytes);
        if (!item.content->ok()) {
            return;
        }
        const QByteArray& bytes = item.content->value();
        const Language language = languageOfFile(item.entry->path.fileName());
        if (isBuildFile(language)) {
            item.ahead.build =
                summariseBuild({bytes.constData(), static_cast<size_t>(bytes.size())}, language,
                               m_context.target.guardMacro.toUtf8());
        } else if (wantsHeaderPlace && language == Language::Cuda) {
            item.ahead.topInclude = topIncludeMark(SourceBuffer(bytes), layout.topHeaders);
        }
    });
}

bool Scan::anyExtension() const
{
    return std::any_of(m_items.begin(), m_items.end(), [](const Item& item) {
        if (item.entry->path.fileName() != "setup.py") {
            return false;
        }
        if (item.previous != nullptr) {
            return item.previous->features.join(u'\n').contains(
                QLatin1StringView("cuda-extension"));
        }
        return item.content && item.content->ok() && buildsTorchExtension(item.content->value());
    });
}

bool Scan::anyTopInclude() const
{
    return std::any_of(m_items.begin(), m_items.end(),
                       [](const Item& item) { return item.ahead.topInclude.has_value(); });
}

bool Scan::bringsShims() const
{
    bool any = false;
    for (const Item& item : m_items) {
        const BuildsFor what = item.ahead.build.buildsFor;
        // What a vendored folder builds for says nothing of the project.
        if (item.entry->path.folder().isEmpty() && what == BuildsFor::Amd) {
            return false;
        }
        any = any || what == BuildsFor::Cuda;
    }
    return any;
}

CudaSources Scan::cudaSources() const
{
    CudaSources sources;
    QHash<RepoPath, BuildSummary> files;
    for (const Item& item : m_items) {
        sources.commands += item.ahead.build.cuda.commands;
        if (languageOfFile(item.entry->path.fileName()) == Language::CMake) {
            files.insert(item.entry->path, item.ahead.build);
        }
    }
    sources.listsFor = listsSeen(files);
    return sources;
}

void Scan::choose(const Layout& layout)
{
    m_kind = kindOf(layout, anyExtension());
    m_context.strategy = m_context.target.strategy.value_or(defaultStrategy(m_kind, bringsShims()));
    if (m_context.strategy == Strategy::CompatHeader) {
        m_context.compatHeader = compatHeaderPath(layout, anyTopInclude());
    } else if (m_context.strategy == Strategy::TorchExtension) {
        m_context.compatHeader = compatHeaderPath(layout, false);
    } else if (m_context.strategy == Strategy::ShimHeaders) {
        m_context.compatHeader = shimHeaderPath(m_context.target);
    }
    QVector<RepoPath> paths;
    for (const TreeEntry& entry : m_entries) {
        paths.append(entry.path);
    }
    m_context.twins = std::make_shared<const AmdTwins>(amdTwins(paths, m_context.strategy));
    m_context.cudaSources = std::make_shared<const CudaSources>(cudaSources());
    for (const Item& item : m_items) {
        if (item.entry->path.folder().isEmpty() && !item.ahead.build.guardOption.isEmpty()) {
            m_context.guardOption = item.ahead.build.guardOption;
        }
    }
    m_fingerprint = wholeFingerprint(m_rulesPrint, m_context);
}

/// What modules and configuration files say about names has to be known before a rule asks.
void Scan::readNames()
{
    constexpr qint64 kMaxKept = 64 * 1024 * 1024; // bytes of contents that wait for their turn
    std::atomic<qint64> kept = 0;
    forEach(static_cast<qsizetype>(m_items.size()), m_threads, m_cancel, [&](qsizetype i) {
        Item& item = m_items[static_cast<size_t>(i)];
        const RepoPath& path = item.entry->path;
        const Language language = languageOfFile(path.bytes());
        const bool module = hasModuleSummary(language);
        const bool manifest = isManifest(path, language);
        if (item.entry->kind != TreeEntry::Kind::File || (!module && !manifest)) {
            return;
        }
        if (item.previous != nullptr) {
            if (module) {
                item.summary = ModuleSummary::read(path, item.previous->features);
            }
            if (manifest) {
                item.manifest = ManifestSummary::read(path, item.previous->features);
            }
            return;
        }
        if (!item.content) {
            item.content = m_tree.read(*item.entry, kMaxAnalysedBytes);
        }
        if (item.content->ok()) {
            const QByteArray& bytes = item.content->value();
            const auto alone = aloneIfLarge(bytes);
            if (module) {
                item.summary = summariseModule(
                    path, language, {bytes.constData(), static_cast<size_t>(bytes.size())},
                    m_cancel);
            }
            if (manifest && !m_cancel.isCancelled()) {
                item.manifest = readManifest(path, language, SourceBuffer(bytes));
            }
            if ((kept += bytes.size()) > kMaxKept) {
                item.content.reset();
            }
        }
    });
    QVector<ModuleSummary> modules;
    QVector<ManifestSummary> manifests;
    for (const Item& item : m_items) {
        if (item.summary) {
            modules.append(*item.summary);
        }
        if (item.manifest && !item.manifest->isEmpty()) {
            manifests.append(*item.manifest);
        }
    }
    readIncluded(manifests);
    m_context.manifests = std::make_shared<const ManifestIndex>(manifests);
    auto names = std::make_shared<ModuleNames>(modules);
    names->setFlagAlone(flagsOfOne(/*before=*/true));
    m_context.names = std::move(names);
}

/// Lists of requirements that are known by what reads them, not by their names.
void Scan::readIncluded(QVector<ManifestSummary>& manifests)
{
    QHash<RepoPath, Item*> byPath; // filled when something is asked for
    const auto read = [&](const RepoPath& path) -> std::optional<QByteArray> {
        if (byPath.isEmpty()) {
            for (Item& one : m_items) {
                byPath.insert(one.entry->path, &one);
            }
        }
        Item* item = byPath.value(path);
        if (item == nullptr || item->manifest || item->entry->kind != TreeEntry::Kind::File) {
            return std::nullopt;
        }
        if (!item->content) {
            item->content = m_tree.read(*item->entry, kMaxAnalysedBytes);
        }
        return *item->content ? std::optional(item->content->value()) : std::nullopt;
    };
    for (const ManifestSummary& one : includedManifests(manifests, read)) {
        byPath.value(one.path)->manifest = one;
        manifests.append(one);
    }
    for (Item& item : m_items) {
        const bool now = item.manifest && !item.manifest->isEmpty();
        if (item.previous && ManifestSummary::isAmong(item.previous->features) != now) {
            item.previous.reset();
        }
    }
}

/// Modules for is_rocm that exactly one file would use, by what was found or is known of before.
QSet<RepoPath> Scan::flagsOfOne(bool before) const
{
    QHash<RepoPath, int> users;
    for (const Item& item : m_items) {
        const auto& analysis = before ? item.previous : item.analysis;
        if (analysis) {
            ++users[flagHomeAmong(analysis->features)];
        }
    }
    QSet<RepoPath> result;
    for (auto one = users.cbegin(); one != users.cend(); ++one) {
        if (one.value() == 1 && !one.key().isEmpty()) {
            result.insert(one.key());
        }
    }
    return result;
}

/// Whether the files of a package share a module for is_rocm is known once all of them were
/// analysed: those for which it is not as taken for are analysed again.
void Scan::shareFlags()
{
    const QSet<RepoPath> alone = flagsOfOne(/*before=*/false);
    if (!m_context.target.flagModule.isEmpty() || alone == m_context.names->flagAlone()) {
        return;
    }
    auto names = std::make_shared<ModuleNames>(*m_context.names);
    names->setFlagAlone(alone);
    const std::shared_ptr<const ModuleNames> before = m_context.names;
    m_context.names = std::move(names);
    analyseAgain([&](const FileAnalysis& file) {
        const RepoPath home = flagHomeAmong(file.features);
        return !home.isEmpty() && m_context.names->isFlagShared(home) != before->isFlagShared(home);
    });
}

/// Files that share code count the lanes of warps in one way, and a file with arms for AMD GPUs has
/// a path of its own where a header that it includes brings HIP.
bool Scan::shareIncludes()
{
    std::vector<const FileAnalysis*> files;
    files.reserve(m_items.size());
    for (const Item& item : m_items) {
        files.push_back(item.analysis.get());
    }
    const auto groups = std::make_shared<const WarpGroups>(groupWarps(files));
    const auto own = std::make_shared<const QSet<QByteArray>>(includersOfAmd(files));
    m_context.warpGroups = groups;
    m_context.amdIncluders = own;
    return analyseAgain([&](const FileAnalysis& file) {
        return isForOtherGroups(file, *groups) ||
               (file.features.contains(kOwnAmdArms) &&
                file.features.contains(kOwnAmdPath) != own->contains(file.path.fileName()));
    });
}

bool Scan::analyseAgain(const std::function<bool(const FileAnalysis&)>& wanted)
{
    std::vector<Item*> again;
    for (Item& item : m_items) {
        if (item.analysis && wanted(*item.analysis)) {
            item.previous.reset();
            item.reused = false;
            again.push_back(&item);
        }
    }
    analyseAll(again, nullptr);
    return !again.empty();
}

std::shared_ptr<const FileAnalysis> Scan::analyseBytes(const Item& item, QByteArray bytes) const
{
    const RepoPath& path = item.entry->path;
    const qsizetype newline = bytes.left(256).indexOf('\n');
    const Language language = languageOfFile(path.bytes(), bytes.left(newline < 0 ? 256 : newline));
    const SourceBuffer source(std::move(bytes));
    if (source.encoding() == Encoding::Binary) {
        auto skipped = skippedFile(*item.entry, QStringLiteral("binary"));
        skipped->bytes = source.bytes().size();
        skipped->contentHash = contentHash(source.bytes());
        return skipped;
    }
    auto analysis = std::make_shared<FileAnalysis>(analyseFile(path, language, source, m_context));
    if (m_cancel.isCancelled()) {
        return analysis;
    }
    QVector<FeatureMark> marks = detectFeatures(path, language, source);
    if (item.summary) {
        analysis->features += item.summary->write();
    }
    if (item.manifest) {
        analysis->features += item.manifest->write();
    }
    analysis->features += item.ahead.write();
    for (const FeatureMark& mark : marks) {
        analysis->features.removeAll(mark.id); // the mark says more than the bare id
        analysis->features.append(mark.encode());
    }
    return analysis;
}

void Scan::analyse(Item& item) const
{
    const TreeEntry& entry = *item.entry;
    if (entry.kind == TreeEntry::Kind::Link) {
        item.analysis = skippedFile(entry, QStringLiteral("symbolic link, not followed"));
    } else if (entry.kind == TreeEntry::Kind::Submodule) {
        item.analysis =
            skippedFile(entry, QStringLiteral("submodule; open it as a repository to scan it"));
    } else if (item.previous != nullptr && m_previous->fingerprint == m_fingerprint &&
               NameQuestions::stillHold(item.previous->features, *m_context.names) &&
               m_context.manifests->stillHolds(item.previous->features)) {
        item.analysis = item.previous;
        item.reused = true;
    } else if (isBinaryByName(entry.path)) {
        item.analysis = skippedFile(entry, QStringLiteral("binary file by its name"));
    } else {
        Result<QByteArray> content =
            item.content ? std::move(*item.content) : m_tree.read(entry, kMaxAnalysedBytes);
        item.content.reset();
        const auto alone = aloneIfLarge(content ? *content : QByteArray());
        item.analysis = content ? analyseBytes(item, std::move(*content))
                                : skippedFile(entry, skipReason(content.error()));
        if (alone.owns_lock() && !m_cancel.isCancelled()) {
            releaseMemory();
        }
    }
}

void Scan::analyseAll(const std::vector<Item*>& items, ProgressGate* gate)
{
    forEach(static_cast<qsizetype>(items.size()), m_threads, m_cancel, [&](qsizetype i) {
        Item& item = *items[static_cast<size_t>(i)];
        analyse(item);
        if (gate != nullptr) {
            gate->finished(item.entry->path);
        }
    });
}

/// A pack that takes too long is left out whole: which of its rules ended where would depend on the
/// machine. Files in which it found something are analysed again without it.
void Scan::dropStoppedPacks()
{
    constexpr int kTimes = 3; // then all packs are left out
    for (int time = 1; m_context.packWork->isAnyStopped() && !m_cancel.isCancelled(); ++time) {
        const bool all = m_context.packWork->isAllStopped() || time == kTimes;
        const QStringList stopped = m_context.packWork->stopped();
        m_packProblems += m_context.packWork->problems();
        const auto unwanted = [&](const Rule& rule) {
            return rule.origin != PackOrigin::BuiltIn && (all || stopped.contains(rule.packFile));
        };
        QSet<QString> ids;
        for (const Rule& rule : m_context.rules->rules()) {
            if (unwanted(rule)) {
                ids.insert(rule.id);
            }
        }
        m_context.rules = std::make_shared<const RuleSet>(m_context.rules->without(unwanted));
        m_context.packWork = std::make_shared<PackWork>();
        analyseAgain([&](const FileAnalysis& file) {
            return std::any_of(file.findings.begin(), file.findings.end(),
                               [&](const Finding& one) { return ids.contains(one.ruleId); });
        });
    }
}

std::shared_ptr<const ScanResult> Scan::collect(qint64 elapsed) const
{
    auto result = std::make_shared<ScanResult>();
    result->source = m_tree.describe();
    result->fingerprint = m_packProblems.isEmpty() ? m_fingerprint : "stopped " + m_fingerprint;
    result->packProblems = m_packProblems;
    result->strategy = m_context.strategy;
    result->compatHeader = m_context.compatHeader;
    for (const Item& item : m_items) {
        result->files.append(item.analysis);
        // A file that could not be read may be readable next time without a trace in its identity.
        if (!item.analysis->skipped.startsWith(QLatin1StringView("cannot be read"))) {
            result->identities.insert(item.entry->path, item.entry->identity);
        }
        result->hunks += item.analysis->hunks;
        result->reusedFiles += item.reused ? 1 : 0;
    }
    result->hunks += projectHunks(result->files, m_context);
    sortHunks(result->hunks);
    result->inventory = makeInventory(result->files, m_kind, static_cast<int>(m_entries.size()));
    result->elapsedMs = elapsed;
    return result;
}

Result<std::shared_ptr<const ScanResult>>
Scan::run(const std::function<void(const ScanProgress&)>& progress)
{
    const CancelScope scope(m_cancel);
    QElapsedTimer clock;
    clock.start();
    if (progress) {
        progress({});
    }
    Result<QVector<TreeEntry>> listed = m_tree.list(m_cancel);
    if (!listed) {
        return listed.error();
    }
    m_entries = std::move(*listed);
    readStyle();
    matchPrevious();
    const Layout layout = layoutOf(m_entries);
    readAhead(layout);
    choose(layout);
    readNames();
    if (m_cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    if (const auto free = flagModuleIsFree(m_context); !free) {
        return free.error();
    }
    const int total = static_cast<int>(m_entries.size());
    ProgressGate gate(progress, total);
    std::vector<Item*> items;
    for (Item& item : m_items) {
        items.push_back(&item);
    }
    analyseAll(items, &gate);
    dropStoppedPacks();
    shareFlags();
    // What one file knows of another may change what a third knows of it.
    for (int round = 0; round < kMostRounds && !m_cancel.isCancelled() && shareIncludes();) {
        ++round;
    }
    if (m_cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    std::shared_ptr<const ScanResult> result = collect(clock.elapsed());
    if (progress) {
        progress({total, total, {}});
    }
    return result;
}

} // namespace

Result<std::shared_ptr<const ScanResult>>
scanTree(const SourceTree& tree, std::shared_ptr<const RuleSet> rules, const TargetSettings& target,
         const std::shared_ptr<const ScanResult>& previous, const CancelToken& cancel,
         const std::function<void(const ScanProgress&)>& progress, int threads)
{
    if (rules == nullptr) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no rules"), {}};
    }
    return Scan(tree, std::move(rules), target, previous, cancel, threads).run(progress);
}

} // namespace rocport
