#include "core/project/session/findingmigration.h"

#include "core/base/vendored.h"
#include "core/plan/counts.h"
#include "core/text/linediff.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace rocport {

namespace {

using Findings = QVector<const Finding*>;

/// Where the lines of a text are in another one.
class LineMatch
{
public:
    LineMatch(QByteArrayView before, QByteArrayView now) : m_blocks(diffLines(before, now)) {}

    /// The same line, 1-based; 0: it changed or is gone.
    [[nodiscard]] int same(int line) const
    {
        const DiffBlock* block = blockBefore(line);
        return block != nullptr && block->equal ? line - block->leftFirst + block->rightFirst : 0;
    }
    /// Number of the change that a line of before is in; -1: it is the same, or not there.
    [[nodiscard]] int changeBefore(int line) const { return changeOf(blockBefore(line)); }
    /// The same for a line of now.
    [[nodiscard]] int changeNow(int line) const
    {
        return changeOf(blockOf(line, &DiffBlock::rightFirst, &DiffBlock::rightCount));
    }

private:
    [[nodiscard]] const DiffBlock* blockBefore(int line) const
    {
        return blockOf(line, &DiffBlock::leftFirst, &DiffBlock::leftCount);
    }
    [[nodiscard]] int changeOf(const DiffBlock* block) const
    {
        return block != nullptr && !block->equal ? static_cast<int>(block - m_blocks.data()) : -1;
    }
    /// The block that a line of one side is in; null where that side has no such line.
    [[nodiscard]] const DiffBlock* blockOf(int line, int DiffBlock::*first,
                                           int DiffBlock::*count) const
    {
        const auto after =
            std::upper_bound(m_blocks.begin(), m_blocks.end(), line - 1,
                             [first](int at, const DiffBlock& block) { return at < block.*first; });
        for (auto at = after; at != m_blocks.begin();) {
            --at;
            if (line - 1 < (*at).*first + (*at).*count) {
                return &*at;
            }
            if ((*at).*count > 0) {
                return nullptr;
            }
        }
        return nullptr;
    }

    QVector<DiffBlock> m_blocks;
};

/// A place of a rule: what finds the finding of a line that is still the same.
struct Spot
{
    QString rule;
    int line = 0;
    int column = 0;
    friend bool operator==(const Spot&, const Spot&) = default;
    friend size_t qHash(const Spot& spot, size_t seed = 0)
    {
        return qHashMulti(seed, spot.rule, spot.line, spot.column);
    }
};

/// What the note of a finding begins with whose place a scan no longer has.
constexpr QLatin1StringView kGone{"gone since "};

QString goneNote(const QByteArray& commit, const QString& before)
{
    const QString since =
        commit.isEmpty() ? QStringLiteral("the newest scan") : QString::fromLatin1(commit.left(7));
    return kGone + since + (before.isEmpty() ? QString() : QStringLiteral(": ") + before);
}

/// The note from before the place was gone.
QString noteBeforeGone(const QString& note)
{
    const qsizetype at = note.indexOf(QLatin1StringView(": "));
    return at < 0 ? QString() : note.mid(at + 2);
}

/// One file of a scan and what became of it.
struct FileFindings
{
    Findings before;       ///< all of them
    QSet<QByteArray> left; ///< ids of those that were left for a person
    Findings now;          ///< left for a person
    Findings all;          ///< of now, those too that a change answers
    bool wasRead = true;   ///< false: the file is gone
};

class FindingMigration
{
public:
    /// `otherRules`: rules or settings are others than before.
    FindingMigration(const MigrationInput& input, const LineMatch* lines, bool otherRules,
                     QSet<QByteArray>& said, Findings& fresh, MigratedFindings& out)
        : m_log(input.log),
          m_lines(lines),
          m_otherRules(otherRules),
          m_commit(input.now.scan->commit),
          m_said(said),
          m_allFresh(fresh),
          m_out(out)
    {
    }

    void run(const FileFindings& file);

private:
    [[nodiscard]] bool isSpoken(const QByteArray& id) const
    {
        return m_log.findingState(id) != FindingState::Open || !m_log.findingNote(id).isEmpty();
    }
    [[nodiscard]] int same(int line) const { return m_lines != nullptr ? m_lines->same(line) : 0; }
    void say(const QByteArray& id, FindingState state, const QString& note);
    void follow(const FileFindings& file);
    const Finding* takeSuccessor(const Finding& gone);
    void change(const Finding& finding, const FileFindings& file);
    [[nodiscard]] bool isGone(const Finding& finding) const;
    void keepGone();

    const DecisionLog& m_log;
    const LineMatch* m_lines; // null: the file is gone
    bool m_otherRules;
    QByteArray m_commit;
    QSet<QByteArray>& m_said;
    Findings& m_allFresh; // findings of now whose places were not there, of all files
    MigratedFindings& m_out;
    QHash<const Finding*, const Finding*> m_source;   // of a finding of now: the same place before
    QHash<QByteArray, const Finding*> m_byId;         // of now, left for a person
    QHash<Spot, const Finding*> m_spots;              // of now, those too that a change answers
    QSet<QByteArray> m_ids;                           // of those
    QHash<std::pair<QString, int>, Findings> m_fresh; // new ones by rule and change of the text
    Findings m_changed;                               // of before: without the same place now
    Findings m_gone;
};

void FindingMigration::say(const QByteArray& id, FindingState state, const QString& note)
{
    if (m_said.contains(id)) {
        return;
    }
    m_said.insert(id);
    if (m_log.findingState(id) != state || m_log.findingNote(id) != note) {
        m_out.decisions.append(findingDecision(id, state, note));
    }
}

/// What stands where a finding was, nearest first where something was said; null: nothing of its
/// rule that is new. No other finding gets it.
const Finding* FindingMigration::takeSuccessor(const Finding& gone)
{
    const int change = m_lines != nullptr ? m_lines->changeBefore(gone.line) : -1;
    const auto found = m_fresh.find({gone.ruleId, change});
    if (change < 0 || found == m_fresh.end() || found->isEmpty()) {
        return nullptr;
    }
    auto nearest = found->end() - 1;
    if (isSpoken(gone.id)) {
        nearest =
            std::min_element(found->begin(), found->end(), [&](const Finding* a, const Finding* b) {
                return std::abs(a->line - gone.line) < std::abs(b->line - gone.line);
            });
    }
    const Finding* taken = *nearest;
    found->erase(nearest);
    return taken;
}

/// Finds the same places; words go with them.
void FindingMigration::follow(const FileFindings& file)
{
    QHash<Spot, const Finding*> spots;
    for (const Finding* finding : file.now) {
        spots.insert({finding->ruleId, finding->line, finding->column}, finding);
        m_byId.insert(finding->id, finding);
    }
    for (const Finding* finding : file.all) {
        m_spots.insert({finding->ruleId, finding->line, finding->column}, finding);
        m_ids.insert(finding->id);
    }
    for (const Finding* finding : file.before) {
        const int line = same(finding->line);
        const Finding* there =
            line > 0 ? spots.value({finding->ruleId, line, finding->column}) : nullptr;
        if (there != nullptr) {
            m_source.insert(there, finding);
        } else if (isSpoken(finding->id) || file.left.contains(finding->id)) {
            m_changed.append(finding);
        }
    }
    QSet<QByteArray> before; // ids: the same words elsewhere are not new
    for (const Finding* finding : std::as_const(m_changed)) {
        before.insert(finding->id);
    }
    for (const Finding* finding : file.now) {
        const int change = m_lines != nullptr ? m_lines->changeNow(finding->line) : -1;
        if (change >= 0 && !m_source.contains(finding) && !before.contains(finding->id)) {
            m_fresh[{finding->ruleId, change}].append(finding);
        }
        const Finding* source = m_source.value(finding);
        if (source == nullptr) {
            m_allFresh.append(finding);
        }
        if (source == nullptr || source->id == finding->id) {
            continue;
        }
        if (isSpoken(source->id)) {
            m_out.moved += m_said.contains(finding->id) ? 0 : 1;
            say(finding->id, m_log.findingState(source->id), m_log.findingNote(source->id));
        } else if (isSpoken(finding->id)) {
            say(finding->id, FindingState::Open, {}); // the word was about another place
        }
    }
}

void FindingMigration::change(const Finding& finding, const FileFindings& file)
{
    const Finding* heir = m_byId.value(finding.id);
    if (heir != nullptr && !m_source.contains(heir)) {
        return; // the same words on a line that changed around them
    }
    const Finding* next = takeSuccessor(finding);
    if (next == nullptr) {
        if (file.left.contains(finding.id) && isGone(finding)) {
            m_gone.append(&finding);
        }
        return;
    }
    const QString note = m_log.findingNote(finding.id);
    if (!note.isEmpty() && !m_said.contains(next->id)) {
        ++m_out.reopened;
        say(next->id, FindingState::Open, note);
    }
}

/// Whether the place itself is gone: not only answered by a change now, nor left out by other rules
/// or settings.
bool FindingMigration::isGone(const Finding& finding) const
{
    const int line = same(finding.line);
    const bool answered = line > 0 ? m_spots.contains({finding.ruleId, line, finding.column})
                                   : m_ids.contains(finding.id) && !m_byId.contains(finding.id);
    return !isVendored(finding.path) && !answered && (line == 0 || !m_otherRules);
}

/// Ids go by counting: the id of a place that is gone may be that of another one now. It is kept
/// under one of its own then, the same however often this scan is carried over.
void FindingMigration::keepGone()
{
    for (const Finding* finding : std::as_const(m_gone)) {
        const FindingState state = m_log.findingState(finding->id);
        const QString note = m_log.findingNote(finding->id);
        Finding kept = *finding;
        if (m_ids.contains(finding->id)) {
            kept.id = findingId(finding->ruleId, finding->path,
                                "gone " + m_commit + ' ' + finding->id, 0);
            if (m_log.findingBatch(kept.id) != nullptr) {
                continue;
            }
        }
        m_out.gone.append(textOfFinding(kept));
        if (state == FindingState::Open) {
            ++m_out.vanished;
            say(kept.id, FindingState::Done, goneNote(m_commit, note));
        } else {
            say(kept.id, state, note);
        }
    }
}

void FindingMigration::run(const FileFindings& file)
{
    follow(file);
    // What was said of a place comes first to what stands there now.
    std::stable_partition(m_changed.begin(), m_changed.end(),
                          [this](const Finding* finding) { return isSpoken(finding->id); });
    for (const Finding* finding : std::as_const(m_changed)) {
        change(*finding, file);
    }
    for (const Finding* finding : file.before) { // followed: another one has its id now
        if (isSpoken(finding->id) && same(finding->line) > 0) {
            const Finding* heir = m_byId.value(finding->id);
            if (heir != nullptr && !m_source.contains(heir)) {
                say(finding->id, FindingState::Open, {});
            }
        }
    }
    keepGone();
}

/// What tells a place from others where ids do not.
using Likeness = std::tuple<QString, RepoPath, QString>;

Likeness likenessOf(const Finding& finding)
{
    return {finding.ruleId, finding.path, finding.excerpt};
}

/// Opens what is found again. `fresh`: findings of now whose places were not there before.
void reopenReturned(const MigrationInput& input, const QSet<QByteArray>& said,
                    const Findings& fresh, MigratedFindings& out)
{
    QHash<QByteArray, Finding> gone;
    for (const Finding& finding : goneFindings(input.log, input.known, *input.before)) {
        gone.insert(finding.id, finding);
    }
    const auto reopen = [&](const QByteArray& was, const QByteArray& id) {
        const FindingState state = input.log.findingState(was);
        const QString note = input.log.findingNote(was);
        const bool byScan = state == FindingState::Done && note.startsWith(kGone);
        if (byScan || was != id) {
            ++out.returned;
            out.decisions.append(findingDecision(id, byScan ? FindingState::Open : state,
                                                 byScan ? noteBeforeGone(note) : note));
        }
        if (was != id) {
            out.decisions.append(findingDecision(was, FindingState::Open, {}));
        }
    };
    std::map<Likeness, QVector<QByteArray>> others; // without an id of now
    for (auto one = gone.cbegin(); one != gone.cend(); ++one) {
        others[likenessOf(*one)].append(one.key());
    }
    const auto take = [&](const Finding& finding) {
        if (said.contains(finding.id)) {
            return;
        }
        if (gone.contains(finding.id)) {
            reopen(finding.id, finding.id);
            gone.remove(finding.id);
            return;
        }
        const auto like = others.find(likenessOf(finding));
        if (like != others.end() && !like->second.isEmpty()) {
            reopen(like->second.takeLast(), finding.id);
        }
    };
    for (const Finding* finding : gone.isEmpty() ? Findings() : fresh) {
        take(*finding);
    }
}

/// Files that may have changed, with what was and is found there.
QMap<RepoPath, FileFindings> changedFiles(const MigrationInput& input)
{
    QMap<RepoPath, FileFindings> files;
    const ScanResult& now = *input.now.scan;
    const auto isSame = [&](const RepoPath& path) {
        const QByteArray identity = now.identities.value(path);
        return !identity.isEmpty() && identity == input.before->identities.value(path) &&
               !input.renames.contains(path);
    };
    const auto add = [&](const Finding& finding) {
        if (!isSame(finding.path)) {
            files[finding.path].left.insert(finding.id);
        }
    };
    forEachFindingForAPerson(*input.before, add, FindingTrees::All);
    for (const auto& file : input.before->files) {
        const bool spoken = !isSame(file->path) &&
                            std::any_of(file->findings.begin(), file->findings.end(),
                                        [&input](const Finding& finding) {
                                            return input.log.findingBatch(finding.id) != nullptr;
                                        });
        if (spoken || files.contains(file->path)) {
            for (const Finding& finding : file->findings) {
                files[file->path].before.append(&finding);
            }
        }
    }
    QHash<RepoPath, FileFindings*> byPath;
    for (auto file = files.begin(); file != files.end(); ++file) {
        byPath.insert(input.renames.value(file.key(), file.key()), &*file);
    }
    forEachFindingForAPerson(
        now,
        [&byPath](const Finding& finding) {
            if (FileFindings* file = byPath.value(finding.path)) {
                file->now.append(&finding);
            }
        },
        FindingTrees::All);
    for (const auto& file : now.files) {
        if (FileFindings* known = byPath.value(file->path)) {
            for (const Finding& finding : file->findings) {
                known->all.append(&finding);
            }
        }
    }
    return files;
}

int boundedNumber(const QJsonObject& facts, QLatin1StringView name, int most)
{
    return std::clamp(facts.value(name).toInt(), 0, most);
}

} // namespace

MigratedFindings migrateFindings(const MigrationInput& input)
{
    MigratedFindings carried;
    if (!input.before || !input.now.scan) {
        return carried;
    }
    QSet<QByteArray> said;
    Findings fresh;
    const bool otherRules = input.before->fingerprint != input.now.scan->fingerprint;
    const QMap<RepoPath, FileFindings> files = changedFiles(input);
    for (auto file = files.cbegin(); file != files.cend(); ++file) {
        const RepoPath path = input.renames.value(file.key(), file.key());
        const auto textBefore = input.readBefore(file.key());
        const auto textNow = input.readNow(path);
        if (!textNow && textNow.error().code == ErrorCode::FileNotFound) {
            FindingMigration(input, nullptr, otherRules, said, fresh, carried).run(*file);
            continue;
        }
        if (!textBefore || !textNow || (path == file.key() && *textBefore == *textNow)) {
            continue;
        }
        const LineMatch lines(*textBefore, *textNow);
        FindingMigration(input, &lines, otherRules, said, fresh, carried).run(*file);
    }
    QSet<RepoPath> known;
    for (const auto& file : input.before->files) {
        known.insert(input.renames.value(file->path, file->path));
    }
    for (const auto& file : input.now.scan->files) {
        const auto from = files.constFind(file->path);
        const bool followed = from != files.cend(); // its fresh ones are known
        if (!known.contains(file->path) ||
            (!followed && input.before->identities.value(file->path) !=
                              input.now.scan->identities.value(file->path))) {
            for (const Finding& finding : file->findings) {
                fresh.append(&finding);
            }
        }
    }
    reopenReturned(input, said, fresh, carried);
    return carried;
}

DecisionText textOfFinding(const Finding& finding)
{
    DecisionText text;
    text.hunkKey = findingDecision(finding.id, FindingState::Open, {}).hunkKey;
    text.sourcePath = finding.path;
    text.targetPath = finding.path;
    text.firstLine = finding.line;
    text.lastLine = std::max(finding.line, finding.endLine);
    text.ruleIds = QStringList{finding.ruleId};
    text.findingIds = {finding.id};
    text.title = finding.message;
    text.original = finding.excerpt.toUtf8();
    const QJsonObject facts{{QStringLiteral("phase"), static_cast<int>(finding.phase)},
                            {QStringLiteral("severity"), static_cast<int>(finding.severity)},
                            {QStringLiteral("effort"), static_cast<int>(finding.effort)},
                            {QStringLiteral("column"), finding.column},
                            {QStringLiteral("symbol"), finding.symbol},
                            {QStringLiteral("wayOut"), finding.wayOut}};
    text.proposed = QJsonDocument(facts).toJson(QJsonDocument::Compact);
    return text;
}

std::optional<Finding> findingOfText(const DecisionText& text)
{
    const std::optional<QByteArray> id = findingOfKey(text.hunkKey);
    if (!id || id->isEmpty()) {
        return std::nullopt;
    }
    const QJsonObject facts = QJsonDocument::fromJson(text.proposed).object();
    Finding finding;
    finding.id = *id;
    finding.ruleId = text.ruleIds.value(0);
    finding.phase = static_cast<Phase>(
        boundedNumber(facts, QLatin1StringView("phase"), static_cast<int>(kPhaseCount) - 1));
    finding.severity = static_cast<Severity>(
        boundedNumber(facts, QLatin1StringView("severity"), static_cast<int>(Severity::Critical)));
    finding.effort = static_cast<Effort>(
        boundedNumber(facts, QLatin1StringView("effort"), static_cast<int>(Effort::Rewrite)));
    finding.path = text.targetPath;
    finding.line = std::max(1, text.firstLine);
    finding.endLine = std::max(finding.line, text.lastLine);
    finding.column = std::max(1, facts.value(QLatin1StringView("column")).toInt());
    finding.symbol = facts.value(QLatin1StringView("symbol")).toString();
    finding.message = text.title;
    finding.excerpt = QString::fromUtf8(text.original);
    finding.wayOut = facts.value(QLatin1StringView("wayOut")).toString();
    return finding;
}

QVector<Finding> goneFindings(const DecisionLog& log, const QHash<QByteArray, DecisionText>& texts,
                              const ScanResult& scan)
{
    QHash<QByteArray, Finding> gone;
    for (const DecisionText& text : texts) {
        const std::optional<Finding> finding = findingOfText(text);
        if (finding && log.findingState(finding->id) != FindingState::Open &&
            !isVendored(finding->path)) {
            gone.insert(finding->id, *finding);
        }
    }
    QSet<RepoPath> aside; // files of others, by more than their folders' names
    for (auto file = scan.files.begin(); !gone.isEmpty() && file != scan.files.end(); ++file) {
        if (originOf(**file) != CodeOrigin::Own) {
            aside.insert((*file)->path);
        }
        for (const Finding& finding : (*file)->findings) {
            gone.remove(finding.id);
        }
    }
    QVector<Finding> sorted(gone.cbegin(), gone.cend());
    sorted.removeIf([&](const Finding& finding) { return aside.contains(finding.path); });
    std::sort(sorted.begin(), sorted.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.path, a.line, a.id) < std::tie(b.path, b.line, b.id);
    });
    return sorted;
}

} // namespace rocport
