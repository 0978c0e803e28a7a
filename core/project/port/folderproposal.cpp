#include "core/project/port/folderproposal.h"

#include "core/project/port/generated.h"
#include "core/project/session/guardlayout.h"
#include "core/vcs/mergetext.h"
#include "core/vcs/patchtext.h"

namespace rocport {

ReadSource FolderScan::reader() const
{
    return [tree = tree](const RepoPath& path) -> Result<QByteArray> {
        TreeEntry entry;
        entry.path = path;
        return tree->read(entry, kMaxAnalysedBytes);
    };
}

Result<FolderScan> scanFolder(const QString& folder, const std::shared_ptr<const RuleSet>& rules,
                              const TargetSettings& target, const CancelToken& cancel,
                              const std::function<void(const ScanProgress&)>& progress)
{
    auto tree = openFolderTree(folder);
    if (!tree) {
        return tree.error();
    }
    FolderScan result;
    result.tree = *std::move(tree);
    auto scan = scanTree(*result.tree, rules, target, nullptr, cancel, progress);
    if (!scan) {
        return scan.error();
    }
    result.scan = *std::move(scan);
    return result;
}

std::shared_ptr<const RuleSet> withRequestedEdits(std::shared_ptr<const RuleSet> rules,
                                                  const QStringList& ids)
{
    const QString key = QStringLiteral("on_request");
    const auto isAsked = [&](const Rule& rule) {
        return ids.contains(rule.id) && rule.fix.parameters.contains(key);
    };
    QVector<Rule> all = rules->rules();
    if (std::none_of(all.cbegin(), all.cend(), isAsked)) {
        return rules;
    }
    for (Rule& rule : all) {
        if (isAsked(rule)) {
            rule.fix.parameters.remove(key);
        }
    }
    QVector<Error> problems; // each rule was loaded before
    return std::make_shared<const RuleSet>(RuleSet::of(all, problems));
}

QVector<Hunk> takeHunks(const QVector<Hunk>& hunks, const std::function<bool(const Hunk&)>& fits)
{
    QHash<QByteArray, qsizetype> index;
    QVector<QByteArray> keys;
    for (qsizetype i = 0; i < hunks.size(); ++i) {
        index.insert(hunks[i].key, i);
        if (fits(hunks[i])) {
            keys.append(hunks[i].key);
        }
    }
    QVector<Hunk> taken;
    for (const QByteArray& key : withNeeded(hunks, index, keys)) {
        taken.append(hunks[index.value(key)]);
    }
    return taken;
}

QVector<Hunk> chooseHunks(const ScanResult& scan, const HunkChoice& choice)
{
    return takeHunks(scan.hunks, [&](const Hunk& hunk) {
        const bool phase = !choice.phase || hunk.phase == *choice.phase;
        const bool rule = choice.rules.isEmpty() ||
                          std::any_of(choice.rules.begin(), choice.rules.end(),
                                      [&](const QString& id) { return hunk.ruleIds.contains(id); });
        return phase && rule && (!choice.provedOnly || isProved(hunk.verdict));
    });
}

Result<std::shared_ptr<const ScanResult>> withGuards(const FolderScan& scanned,
                                                     const TargetSettings& target, GuardWidth width)
{
    GuardRequest wishes;
    if (width != GuardWidth::Line) {
        wishes.widths = {{QString(), guardWidthId(width)}};
    }
    auto shaped = layOutGuards(scanned.scan, target, wishes, scanned.reader());
    if (!shaped) {
        return shaped.error();
    }
    return shaped->scan;
}

namespace {

/// Collects what is to be written, and what is to be remembered of it.
class PortWriting
{
public:
    PortWriting(const RootFolder& root, const GeneratedRecord& record, WrittenPort& outcome)
        : m_root(root), m_record(record), m_outcome(outcome)
    {
    }

    Result<void> add(const PortFile& file)
    {
        if (file.isNew) {
            return addGenerated(file);
        }
        m_changes.append({file.path, file.content, file.original});
        ++m_outcome.written;
        return {};
    }
    [[nodiscard]] const QVector<FileChange>& changes() const { return m_changes; }

private:
    Result<void> addGenerated(const PortFile& file);
    Result<void> addBeside(const PortFile& file, const QByteArray& text, const QString& why);

    const RootFolder& m_root;
    const GeneratedRecord& m_record;
    WrittenPort& m_outcome;
    QVector<FileChange> m_changes;
};

/// The new text of a generated file, with what a person made of the last one.
Result<void> PortWriting::addGenerated(const PortFile& file)
{
    QByteArray content = file.content;
    const auto ours = m_root.read(file.path);
    if (!ours && ours.error().code != ErrorCode::FileNotFound) {
        return ours.error();
    }
    if (ours) {
        const auto base = m_record.last(file.path);
        const bool untouched = (base && *base == *ours) || *ours == file.content;
        const auto merged = mergeGenerated(base ? *base : QByteArray(), *ours, file.content,
                                           {"edited by hand", "generated now"});
        if (!untouched && (!base || !merged || !merged->clean)) {
            const QString why = !base    ? QStringLiteral("not made by Rocport")
                                : merged ? merged->conflicts
                                         : QStringLiteral("not text");
            return addBeside(file, base && merged ? merged->text : file.content, why);
        }
        if (!untouched) {
            content = merged->text;
            if (content != file.content) {
                m_outcome.merged.append(file.path.display());
            }
        }
    }
    FileChange change{file.path, content};
    if (m_record.canKeep(file.path)) {
        change.record = FileRecord{m_record.fileOf(file.path), file.content};
    } else {
        m_outcome.forgotten.append(file.path.display()); // the file is right without it
    }
    m_changes.append(change);
    ++m_outcome.written;
    return {};
}

Result<void> PortWriting::addBeside(const PortFile& file, const QByteArray& text,
                                    const QString& why)
{
    m_outcome.conflicts.append(QStringLiteral("%1 (%2)").arg(file.path.display(), why));
    m_changes.append({RepoPath(file.path.bytes() + ".rocport-merge"), text});
    return {};
}

} // namespace

Result<WrittenPort> writePort(const QString& folder, const QVector<PortFile>& files,
                              const QString& journalFolder)
{
    const Result<RootFolder> root = RootFolder::open(folder);
    if (!root) {
        return root.error();
    }
    const GeneratedRecord record(root->path());
    const Result<RootFolder> home = record.home();
    WriteSet set(*root, journalFolder, home ? std::optional(*home) : std::nullopt);
    WrittenPort outcome;
    PortWriting writing(*root, record, outcome);
    for (const PortFile& file : files) {
        if (Result<void> added = writing.add(file); !added) {
            return added.error();
        }
    }
    if (Result<void> written = set.write(writing.changes()); !written) {
        return written.error();
    }
    record.removeLeftovers();
    return outcome;
}

Result<std::optional<InterruptedWrite>> undoInterruptedPort(const QString& folder,
                                                            const QString& journalFolder)
{
    const Result<RootFolder> root = RootFolder::open(folder);
    if (!root) {
        return root.error();
    }
    return WriteSet(*root, journalFolder).undoInterruptedWrite();
}

bool wasInterrupted(const QString& folder, const QString& journalFolder)
{
    const Result<RootFolder> root = RootFolder::open(folder);
    return root && WriteSet(*root, journalFolder).isHalfWritten();
}

QByteArray portPatch(const QVector<PortFile>& files)
{
    QByteArray patch;
    for (const PortFile& file : files) {
        const bool isNew = file.isNew;
        patch += patchText(file.path, isNew ? QByteArray() : file.original, file.content, isNew);
    }
    return patch;
}

} // namespace rocport
