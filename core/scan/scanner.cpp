#include "core/scan/scanner.h"

#include "core/base/cancelscope.h"
#include "core/base/releasememory.h"
#include "core/scan/codeorigins.h"
#include "core/scan/features.h"
#include "core/scan/inventory.h"
#include "core/scan/scanwork.h"
#include "core/scan/skippedfile.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>

namespace rocport {

namespace {

constexpr int kMostRounds = 4; ///< in which files learn of each other

/// By phase, file, position and key.
void sortHunks(QVector<Hunk>& hunks)
{
    const auto path = [](const Hunk& hunk) -> const RepoPath& {
        return hunk.sourcePath.isEmpty() ? hunk.targetPath : hunk.sourcePath;
    };
    const auto position = [](const Hunk& hunk) {
        return hunk.edits.isEmpty() ? qsizetype(0) : hunk.edits.first().range.begin;
    };
    std::stable_sort(hunks.begin(), hunks.end(), [&](const Hunk& a, const Hunk& b) {
        if (a.phase != b.phase) {
            return a.phase < b.phase;
        }
        if (path(a) != path(b)) {
            return path(a) < path(b);
        }
        return position(a) != position(b) ? position(a) < position(b) : a.key < b.key;
    });
}

} // namespace

void ScanWork::matchPrevious()
{
    QHash<RepoPath, std::shared_ptr<const FileAnalysis>> known;
    if (m_previous != nullptr && m_previous->fingerprint.left(16) == m_rulesPrint) {
        for (const auto& file : m_previous->files) {
            known.insert(file->path, file);
        }
    }
    m_items.resize(static_cast<size_t>(m_entries.size()));
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        ScanItem& item = m_items[static_cast<size_t>(i)];
        item.entry = &m_entries[i];
        const auto found = known.constFind(item.entry->path);
        if (found != known.constEnd() && !item.entry->identity.isEmpty() &&
            m_previous->identities.value(item.entry->path) == item.entry->identity) {
            item.previous = *found;
            item.ahead = AheadMarks::read(item.previous->features);
        }
    }
}

std::shared_ptr<const FileAnalysis> ScanWork::analyseBytes(const ScanItem& item,
                                                           QByteArray bytes) const
{
    const RepoPath& path = item.entry->path;
    const qsizetype newline = bytes.left(256).indexOf('\n');
    const Language language = languageOfFile(path.bytes(), bytes.left(newline < 0 ? 256 : newline));
    const SourceBuffer source(std::move(bytes));
    FileFeatures known; // that decides the strategy: a scan from the cache must not ask otherwise
    if (languageOfFile(path.fileName()) == Language::Python &&
        buildsTorchExtension(source.bytes())) {
        known.add(FeatureKind::BuildsExtension);
    }
    if (source.encoding() == Encoding::Binary) {
        auto skipped = skippedFile(*item.entry, QStringLiteral("binary"));
        skipped->features = known;
        skipped->bytes = source.bytes().size();
        skipped->contentHash = contentHash(source.bytes());
        return skipped;
    }
    auto analysis = std::make_shared<FileAnalysis>(analyseFile(path, language, source, m_context));
    if (m_cancel.isCancelled()) {
        return analysis;
    }
    if (const QString mark = headMark(path, source.bytes()); !mark.isEmpty()) {
        analysis->features.add(FeatureKind::HeadMark, mark);
    }
    for (const QString& name : projectNames(path, source.bytes())) {
        analysis->features.add(FeatureKind::ProjectName, name);
    }
    const QVector<FeatureMark> marks = detectFeatures(path, language, source);
    if (item.summary) {
        analysis->features.add(item.summary->write());
    }
    if (item.manifest) {
        analysis->features.add(item.manifest->write());
    }
    analysis->features.add(known);
    analysis->features.add(item.ahead.write());
    for (const FeatureMark& mark : marks) {
        analysis->features.addPlacedTrait(mark.feature());
    }
    analysis->findings.squeeze(); // kept as long as the scan is
    analysis->hunks.squeeze();
    return analysis;
}

void ScanWork::analyse(ScanItem& item) const
{
    const TreeEntry& entry = *item.entry;
    if (entry.kind == TreeEntry::Kind::Link) {
        item.analysis = skippedFile(entry, linkReason());
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
    } else if (m_keptPlaces.isPast(indexOf(item))) {
        item.content.reset();
        item.analysis = skippedFile(entry, tooManyPlacesReason());
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

/// Of what all files give, no more is held than KeptPlaces allows.
void ScanWork::keep(const ScanItem& item)
{
    for (const qsizetype gone : m_keptPlaces.add(indexOf(item), placesOf(*item.analysis))) {
        ScanItem& other = m_items[static_cast<size_t>(gone)];
        other.analysis = skippedFile(*other.entry, tooManyPlacesReason());
        other.reused = false;
    }
}

void ScanWork::analyseAll(const std::vector<ScanItem*>& items, ProgressGate* gate)
{
    forEach(static_cast<qsizetype>(items.size()), m_threads, m_cancel, [&](qsizetype i) {
        ScanItem& item = *items[static_cast<size_t>(i)];
        analyse(item);
        keep(item);
        if (gate != nullptr) {
            gate->finished(item.entry->path);
        }
    });
}

std::shared_ptr<const ScanResult> ScanWork::collect(qint64 elapsed) const
{
    auto result = std::make_shared<ScanResult>();
    result->source = m_tree.describe();
    result->fingerprint = m_packProblems.isEmpty() ? m_fingerprint : "stopped " + m_fingerprint;
    result->packProblems = m_packProblems;
    result->strategy = m_context.strategy;
    result->compatHeader = m_context.compatHeader;
    for (const ScanItem& item : m_items) {
        result->files.append(item.analysis);
        if (!mayBeReadNextTime(*item.analysis)) {
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
ScanWork::run(const std::function<void(const ScanProgress&)>& progress)
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
    std::vector<ScanItem*> items;
    for (ScanItem& item : m_items) {
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
    placeOrigins();
    std::shared_ptr<const ScanResult> result = collect(clock.elapsed());
    if (progress) {
        progress({total, total, {}});
    }
    return result;
}

Result<std::shared_ptr<const ScanResult>>
scanTree(const SourceTree& tree, std::shared_ptr<const RuleSet> rules, const TargetSettings& target,
         const std::shared_ptr<const ScanResult>& previous, const CancelToken& cancel,
         const std::function<void(const ScanProgress&)>& progress, int threads)
{
    if (rules == nullptr) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("no rules"), {}};
    }
    return ScanWork(tree, std::move(rules), target, previous, cancel, threads).run(progress);
}

} // namespace rocport
