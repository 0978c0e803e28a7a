#include "core/project/session/decisionmigration.h"

#include "core/isolation/isolation.h"
#include "core/project/session/findingmigration.h"
#include "core/rules/analyse.h"
#include "core/vcs/mergetext.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

QHash<QByteArray, qsizetype> indexOf(const QVector<Hunk>& hunks)
{
    QHash<QByteArray, qsizetype> index;
    index.reserve(hunks.size());
    for (qsizetype i = 0; i < hunks.size(); ++i) {
        index.insert(hunks[i].key, i);
    }
    return index;
}

/// The whole lines of a hunk as they stand in the text it was made for.
QByteArray originalLines(const QByteArray& text, const Hunk& hunk)
{
    const SourceBuffer source(text);
    if (hunk.lastLine < hunk.firstLine || hunk.firstLine > source.lineCount()) {
        return {};
    }
    const qsizetype begin = source.lineRange(std::max(1, hunk.firstLine)).begin;
    const qsizetype end = source.lineRange(std::min(hunk.lastLine, source.lineCount())).end;
    return text.mid(begin, end - begin);
}

/// Share of lines of the shorter text that the other one has too, blanks aside.
double likeness(const QByteArray& a, const QByteArray& b)
{
    const auto linesOf = [](const QByteArray& text) {
        QHash<QByteArray, int> lines;
        for (const QByteArray& line : text.split('\n')) {
            if (const QByteArray trimmed = line.simplified(); !trimmed.isEmpty()) {
                ++lines[trimmed];
            }
        }
        return lines;
    };
    const QHash<QByteArray, int> one = linesOf(a);
    const QHash<QByteArray, int> two = linesOf(b);
    int same = 0;
    int all = 0;
    for (auto line = one.cbegin(); line != one.cend(); ++line) {
        same += std::min(line.value(), two.value(line.key()));
        all += line.value();
    }
    int other = 0;
    for (const int count : two) {
        other += count;
    }
    const int fewer = std::min(all, other);
    return fewer == 0 ? 0 : static_cast<double>(same) / fewer;
}

class DecisionMigration
{
public:
    explicit DecisionMigration(const MigrationInput& input)
        : m_in(input),
          m_now(indexOf(input.now.scan->hunks)),
          m_raw(indexOf(input.raw->hunks)),
          m_before(input.before ? indexOf(input.before->hunks) : QHash<QByteArray, qsizetype>())
    {
    }

    MigratedDecisions run();

private:
    [[nodiscard]] const Hunk* now(const QByteArray& key) const
    {
        const auto at = m_now.constFind(key);
        return at == m_now.constEnd() ? nullptr : &m_in.now.scan->hunks[*at];
    }
    void effectiveKinds();
    void toMembers(const QByteArray& wide);
    /// What was written on some hunks, a line each.
    [[nodiscard]] QString noteOf(const QVector<QByteArray>& members) const;
    void toWideGuards();
    void sameKeyOtherText(const QByteArray& key, const Decision& decision);
    void withoutHunk(const QByteArray& key, const Decision& decision);
    bool move(const DecisionText& text, const Decision& decision);
    bool merge(const DecisionText& text, const Decision& decision);
    [[nodiscard]] DecisionText textOf(const QByteArray& key, bool* fresh);
    [[nodiscard]] DecisionText textOf(const Hunk& hunk, const ReadSource& read);
    [[nodiscard]] const Hunk* successor(const DecisionText& text);
    [[nodiscard]] QVector<const Hunk*> candidates(const DecisionText& text) const;
    void joinTexts(const DecisionText& text, const Decision& decision, const Hunk& hunk);
    Result<QByteArray> readCached(QHash<RepoPath, QByteArray>& cache, const ReadSource& read,
                                  const RepoPath& path);

    const MigrationInput& m_in;
    QHash<QByteArray, qsizetype> m_now;
    QHash<QByteArray, qsizetype> m_raw;
    QHash<QByteArray, qsizetype> m_before;
    QHash<QByteArray, DecisionKind> m_kinds; // what the user sees decided, member by member
    QHash<RepoPath, QByteArray> m_textsBefore, m_textsNow;
    QHash<QByteArray, DecisionText> m_hunksNow;
    QSet<QByteArray> m_taken; // hunks of now that a decision was carried to
    MigratedDecisions m_out;
    int m_moved = 0, m_merged = 0, m_reshaped = 0;
};

Result<QByteArray> DecisionMigration::readCached(QHash<RepoPath, QByteArray>& cache,
                                                 const ReadSource& read, const RepoPath& path)
{
    if (path.isEmpty()) {
        return QByteArray();
    }
    if (const auto known = cache.constFind(path); known != cache.constEnd()) {
        return *known;
    }
    auto text = read(path);
    if (text) {
        cache.insert(path, *text);
    }
    return text;
}

DecisionText DecisionMigration::textOf(const Hunk& hunk, const ReadSource& read)
{
    const bool isNow = &read == &m_in.readNow;
    if (const auto known = m_hunksNow.constFind(hunk.key);
        isNow && known != m_hunksNow.constEnd()) {
        return *known;
    }
    DecisionText text;
    text.hunkKey = hunk.key;
    text.sourcePath = hunk.sourcePath;
    text.targetPath = hunk.targetPath;
    text.firstLine = hunk.firstLine;
    text.lastLine = hunk.lastLine;
    text.ruleIds = hunk.ruleIds;
    text.findingIds = hunk.findingIds;
    text.title = hunk.title;
    const auto source = readCached(isNow ? m_textsNow : m_textsBefore, read, hunk.sourcePath);
    if (source) {
        text.original = originalLines(*source, hunk);
        text.proposed = hunkReplacementLines(*source, hunk);
    } else {
        for (const TextEdit& edit : hunk.edits) {
            text.proposed += edit.replacement;
        }
    }
    if (isNow) {
        m_hunksNow.insert(hunk.key, text);
    }
    return text;
}

DecisionText DecisionMigration::textOf(const QByteArray& key, bool* fresh)
{
    *fresh = false;
    if (const auto at = m_before.constFind(key); at != m_before.constEnd()) {
        *fresh = true;
        return textOf(m_in.before->hunks[*at], m_in.readBefore);
    }
    DecisionText text = m_in.known.value(key);
    text.hunkKey = key;
    return text;
}

/// A decision on a wide guard speaks for all that folded into it.
void DecisionMigration::effectiveKinds()
{
    m_kinds = m_in.log.kinds();
    for (auto wide = m_in.membersBefore.cbegin(); wide != m_in.membersBefore.cend(); ++wide) {
        const DecisionKind kind = m_in.log.kind(wide.key());
        if (kind == DecisionKind::Open) {
            continue;
        }
        for (const QByteArray& member : wide.value()) {
            const DecisionKind own = m_in.log.kind(member);
            const bool agrees = own == kind || (isTaken(own) && isTaken(kind));
            if (!agrees) {
                m_kinds.insert(member, isTaken(kind) ? DecisionKind::Accepted : kind);
            }
        }
    }
}

QString DecisionMigration::noteOf(const QVector<QByteArray>& members) const
{
    QStringList notes;
    for (const QByteArray& member : members) {
        const Decision* own = m_in.log.decision(member);
        if (own != nullptr && !own->note.isEmpty() && !notes.contains(own->note)) {
            notes.append(own->note);
        }
    }
    return notes.join(u'\n');
}

/// A wide guard is gone: its hunks take what was decided about it, and the first one the note that
/// was written on it.
void DecisionMigration::toMembers(const QByteArray& wide)
{
    const QVector<QByteArray> members = m_in.membersBefore.value(wide);
    const Decision* whole = m_in.log.decision(wide);
    QString note = whole != nullptr && whole->note != noteOf(members) ? whole->note : QString();
    for (const QByteArray& member : members) {
        const Decision* own = m_in.log.decision(member);
        const DecisionKind kind = m_kinds.value(member, DecisionKind::Open);
        if (now(member) == nullptr || (kind == m_in.log.kind(member) && note.isEmpty())) {
            continue;
        }
        Decision decision{member, kind, {}, own != nullptr ? own->note : QString(), {}};
        if (own != nullptr && own->kind == kind) {
            decision = *own;
        }
        decision.note = note.isEmpty() ? decision.note : std::exchange(note, {});
        m_out.decisions.append(decision);
        m_taken.insert(member);
    }
    m_out.decisions.append({wide, DecisionKind::Open, {}, {}, {}});
    ++m_reshaped;
}

void DecisionMigration::toWideGuards()
{
    for (auto wide = m_in.now.members.cbegin(); wide != m_in.now.members.cend(); ++wide) {
        const bool fresh = !m_before.contains(wide.key()) &&
                           m_in.log.kind(wide.key()) == DecisionKind::Open &&
                           !m_taken.contains(wide.key());
        if (!fresh || wide.value().isEmpty()) {
            continue;
        }
        const auto kindOf = [&](const QByteArray& member) {
            const DecisionKind kind = m_kinds.value(member, DecisionKind::Open);
            return kind == DecisionKind::Edited ? DecisionKind::Accepted : kind;
        };
        const DecisionKind kind = kindOf(wide.value().first());
        const bool agreed = std::all_of(wide.value().begin(), wide.value().end(),
                                        [&](const QByteArray& key) { return kindOf(key) == kind; });
        const QString note = noteOf(wide.value());
        if ((agreed && kind != DecisionKind::Open) || !note.isEmpty()) {
            m_out.decisions.append({wide.key(), agreed ? kind : DecisionKind::Open, {}, note, {}});
            ++m_reshaped;
        }
    }
}

/// The generated header keeps its key while its text grows, and so does the line that includes it
/// while the file asks it for more: an edit of them is merged.
void DecisionMigration::sameKeyOtherText(const QByteArray& key, const Decision& decision)
{
    const Hunk* hunk = now(key);
    const bool grows = hunk != nullptr && (hunk->sourcePath.isEmpty() ||
                                           hunk->ruleIds.contains(QStringLiteral("hipify-header")));
    if (decision.kind != DecisionKind::Edited || !grows) {
        return;
    }
    bool fresh = false;
    DecisionText text = m_in.known.value(key);
    const bool older = !text.hunkKey.isEmpty();
    if (!older) {
        text = textOf(key, &fresh);
    }
    if (text.proposed.isEmpty() || text.proposed == textOf(*hunk, m_in.readNow).proposed) {
        return;
    }
    if (fresh) {
        m_out.keep.append(text);
    }
    joinTexts(text, decision, *hunk);
}

QVector<const Hunk*> DecisionMigration::candidates(const DecisionText& text) const
{
    const RepoPath path = m_in.renames.value(text.targetPath, text.targetPath);
    QVector<const Hunk*> result;
    for (const Hunk& hunk : m_in.now.scan->hunks) {
        const bool sameTarget = hunk.targetPath == path;
        // A sibling of a renamed source has another name too.
        const bool sameSource =
            text.sourcePath != text.targetPath && hunk.sourcePath != hunk.targetPath &&
            !text.sourcePath.isEmpty() &&
            hunk.sourcePath == m_in.renames.value(text.sourcePath, text.sourcePath);
        const bool shares =
            std::any_of(hunk.ruleIds.begin(), hunk.ruleIds.end(),
                        [&](const QString& rule) { return text.ruleIds.contains(rule); });
        if ((sameTarget || sameSource) && shares && !m_taken.contains(hunk.key) &&
            m_in.log.kind(hunk.key) == DecisionKind::Open) {
            result.append(&hunk);
        }
    }
    return result;
}

/// The same text in a renamed file, or proposed in another way: the decision goes along.
bool DecisionMigration::move(const DecisionText& text, const Decision& decision)
{
    const bool renamed =
        m_in.renames.contains(text.targetPath) || m_in.renames.contains(text.sourcePath);
    const QVector<const Hunk*> others = candidates(text);
    const Hunk* best = nullptr;
    for (const Hunk* hunk : others) {
        const DecisionText other = textOf(*hunk, m_in.readNow);
        const bool same = other.original == text.original && other.ruleIds == text.ruleIds;
        const bool fits =
            other.proposed == text.proposed || (renamed && decision.kind != DecisionKind::Edited) ||
            decision.kind == DecisionKind::Rejected || decision.kind == DecisionKind::Deferred;
        const bool nearer = best == nullptr || std::abs(hunk->firstLine - text.firstLine) <
                                                   std::abs(best->firstLine - text.firstLine);
        if (same && fits && nearer && (!text.original.isEmpty() || renamed)) {
            best = hunk;
        }
    }
    if (best == nullptr) {
        return false;
    }
    Decision moved = decision;
    moved.hunkKey = best->key;
    m_out.decisions.append(moved);
    m_out.decisions.append({decision.hunkKey, DecisionKind::Open, {}, {}, {}});
    m_taken.insert(best->key);
    ++m_moved;
    return true;
}

const Hunk* DecisionMigration::successor(const DecisionText& text)
{
    const Hunk* best = nullptr;
    double bestScore = 0;
    for (const Hunk* hunk : candidates(text)) {
        const bool finding =
            std::any_of(hunk->findingIds.begin(), hunk->findingIds.end(),
                        [&](const QByteArray& id) { return text.findingIds.contains(id); });
        const DecisionText other = textOf(*hunk, m_in.readNow);
        const bool lead = hunk->ruleIds.value(0) == text.ruleIds.value(0);
        const int distance = std::abs(hunk->firstLine - text.firstLine);
        const double near = 1.0 / (1.0 + distance);
        const double score = (finding ? 4.0 : 0.0) + 2.0 * likeness(text.original, other.original) +
                             (lead ? 0.2 : 0.0) + near;
        if (score > bestScore) {
            best = hunk;
            bestScore = score;
        }
    }
    // Neither a common finding, nor half of the lines, nor the same place: another thing.
    return bestScore >= 0.7 ? best : nullptr;
}

void DecisionMigration::joinTexts(const DecisionText& text, const Decision& decision,
                                  const Hunk& hunk)
{
    const DecisionText fresh = textOf(hunk, m_in.readNow);
    const auto merged = mergeGenerated(text.proposed, decision.editedText, fresh.proposed,
                                       {"your edit", "proposed now"});
    DecisionConflict conflict;
    conflict.hunkKey = hunk.key;
    conflict.before = text;
    conflict.decision = decision;
    m_taken.insert(hunk.key);
    if (merged && merged->clean) {
        const auto proof =
            proveLines(*m_in.now.scan, hunk, merged->text, m_in.target, m_in.readNow);
        const bool harmless =
            proof && (proof->verdict != Verdict::Violated || !decision.overrideReason.isEmpty());
        if (harmless) {
            QString note = decision.note;
            if (!note.contains(kMergedNote)) {
                note += (note.isEmpty() ? QString() : QStringLiteral("\n")) + kMergedNote;
            }
            m_out.decisions.append(
                {hunk.key, DecisionKind::Edited, merged->text, note, decision.overrideReason});
            if (hunk.key != decision.hunkKey) {
                m_out.decisions.append({decision.hunkKey, DecisionKind::Open, {}, {}, {}});
            } else {
                m_out.keep.append(fresh);
            }
            ++m_merged;
            return;
        }
        conflict.merged = merged->text;
        conflict.reason =
            QStringLiteral(
                "Your edit and the new text can be merged, but the NVIDIA path would change: %1")
                .arg(proof ? proof->reason : proof.error().detail);
    } else if (merged) {
        conflict.merged = merged->text;
        conflict.reason =
            QStringLiteral("The original changed in the lines that you edited (%1 of your text).")
                .arg(merged->conflicts);
    } else {
        conflict.merged = decision.editedText;
        conflict.reason =
            QStringLiteral("The versions cannot be merged, because they are not plain text.");
    }
    m_out.texts.append(text);
    m_out.conflicts.insert(hunk.key, conflict);
}

bool DecisionMigration::merge(const DecisionText& text, const Decision& decision)
{
    if (decision.kind != DecisionKind::Edited || text.proposed.isEmpty()) {
        return false;
    }
    const Hunk* hunk = successor(text);
    if (hunk == nullptr) {
        return false;
    }
    joinTexts(text, decision, *hunk);
    return true;
}

void DecisionMigration::withoutHunk(const QByteArray& key, const Decision& decision)
{
    bool fresh = false;
    const DecisionText text = textOf(key, &fresh);
    if (fresh) {
        m_out.keep.append(text);
    }
    const bool known = !text.targetPath.isEmpty();
    if (known && (move(text, decision) || merge(text, decision))) {
        return;
    }
    m_out.texts.append(text);
    if (fresh) {
        m_out.orphaned.append(key);
    }
}

MigratedDecisions DecisionMigration::run()
{
    effectiveKinds();
    QVector<QByteArray> decided;
    const QHash<QByteArray, DecisionKind> kinds = m_in.log.kinds();
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind) {
        if (kind.value() != DecisionKind::Open) {
            decided.append(kind.key());
        }
    }
    std::sort(decided.begin(), decided.end()); // the same every time
    for (const QByteArray& key : std::as_const(decided)) {
        const Decision decision = *m_in.log.decision(key);
        if (m_now.contains(key)) {
            sameKeyOtherText(key, decision);
            continue;
        }
        if (m_raw.contains(key)) {
            continue; // folded into a wider guard
        }
        const bool wide = !m_in.membersBefore.value(key).isEmpty();
        const bool members =
            wide &&
            std::all_of(m_in.membersBefore[key].begin(), m_in.membersBefore[key].end(),
                        [this](const QByteArray& member) { return m_raw.contains(member); });
        if (members && decision.kind != DecisionKind::Edited) {
            if (!m_in.fromHistory) {
                toMembers(key);
            }
        } else {
            withoutHunk(key, decision);
        }
    }
    // A wide guard that was not decided about may have a note all the same.
    for (auto wide = m_in.membersBefore.cbegin(); wide != m_in.membersBefore.cend(); ++wide) {
        const Decision* whole = m_in.log.decision(wide.key());
        if (!m_in.fromHistory && whole != nullptr && whole->kind == DecisionKind::Open &&
            !whole->note.isEmpty() && !m_now.contains(wide.key())) {
            toMembers(wide.key());
        }
    }
    if (!m_in.fromHistory) {
        toWideGuards();
    }
    const MigratedFindings findings = migrateFindings(m_in);
    m_out.decisions += findings.decisions;
    m_out.keep += findings.gone;
    QStringList parts;
    const auto say = [&](int count, const QString& what) {
        if (count > 0) {
            parts.append(QStringLiteral("%1 %2").arg(count).arg(what));
        }
    };
    say(m_moved, QStringLiteral("moved"));
    say(m_merged, QStringLiteral("merged"));
    say(m_reshaped, QStringLiteral("at another guard width"));
    say(findings.moved, QStringLiteral("of findings that moved"));
    say(findings.reopened, QStringLiteral("of findings that changed and are open again"));
    say(findings.vanished, QStringLiteral("of findings whose places are gone"));
    say(findings.returned, QStringLiteral("of findings that are there again"));
    m_out.label =
        parts.isEmpty()
            ? QStringLiteral("Decisions carried over")
            : QStringLiteral("Decisions carried over: %1").arg(parts.join(QStringLiteral(", ")));
    return std::move(m_out);
}

} // namespace

MigratedDecisions migrateDecisions(const MigrationInput& input)
{
    if (!input.now.scan || !input.raw) {
        return {};
    }
    return DecisionMigration(input).run();
}

QVector<OrphanedDecision> orphanedDecisions(const DecisionLog& log,
                                            const std::function<bool(const QByteArray&)>& isPresent,
                                            const QHash<QByteArray, DecisionText>& texts,
                                            const QVector<UserGuard>& guardsWithoutPlace)
{
    QVector<OrphanedDecision> orphaned;
    QSet<QByteArray> seen;
    const QHash<QByteArray, DecisionKind> kinds = log.kinds();
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind) {
        if (kind.value() != DecisionKind::Open && !isPresent(kind.key())) {
            DecisionText text = texts.value(kind.key());
            text.hunkKey = kind.key();
            orphaned.append({text, *log.decision(kind.key())});
            seen.insert(kind.key());
        }
    }
    for (const UserGuard& guard : guardsWithoutPlace) {
        DecisionText text;
        text.hunkKey = guard.key;
        text.sourcePath = guard.path;
        text.targetPath = guard.path;
        text.firstLine = guard.firstLine;
        text.lastLine = guard.lastLine;
        text.ruleIds = QStringList{QString(kUserGuardRule)};
        text.title = guard.reason;
        text.original = guard.original;
        if (!seen.contains(guard.key)) {
            Decision open;
            open.hunkKey = guard.key;
            orphaned.append({text, open});
        }
    }
    std::sort(orphaned.begin(), orphaned.end(),
              [](const OrphanedDecision& a, const OrphanedDecision& b) {
                  if (a.text.targetPath != b.text.targetPath) {
                      return a.text.targetPath < b.text.targetPath;
                  }
                  return a.text.firstLine != b.text.firstLine ? a.text.firstLine < b.text.firstLine
                                                              : a.text.hunkKey < b.text.hunkKey;
              });
    return orphaned;
}

bool hasConflictMarkers(const QByteArray& lines)
{
    bool open = false;
    for (const QByteArray& line : lines.split('\n')) {
        open = open || line.startsWith("<<<<<<< ");
        if (open && line.startsWith(">>>>>>> ")) {
            return true;
        }
    }
    return open;
}

Result<IsolationProof> proveLines(const ScanResult& scan, const Hunk& hunk, const QByteArray& lines,
                                  const TargetSettings& target, const ReadSource& read)
{
    if (hunk.sourcePath.isEmpty()) {
        return proveNewFile(lines, languageOfFile(hunk.targetPath.fileName()), target);
    }
    QVector<Hunk> hunks;
    QHash<QByteArray, QByteArray> edited;
    edited.insert(hunk.key, lines);
    const QHash<QByteArray, qsizetype> index = indexOf(scan.hunks);
    for (const QByteArray& key : withNeeded(scan.hunks, index, {hunk.key})) {
        const Hunk& needed = scan.hunks[index.value(key)];
        if (needed.targetPath == hunk.targetPath) {
            hunks.append(needed);
        }
    }
    auto original = read(hunk.sourcePath);
    if (!original) {
        return original.error();
    }
    auto ported = applyHunks(*original, hunks, edited);
    if (!ported) {
        return ported.error();
    }
    if (hunk.sourcePath != hunk.targetPath) {
        return proveNewFile(*ported, languageOfFile(hunk.targetPath.fileName()), target);
    }
    return proveFile(*original, *ported, languageOfFile(hunk.sourcePath.fileName()), target);
}

} // namespace rocport
