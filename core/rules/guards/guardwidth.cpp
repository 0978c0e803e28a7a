#include "core/rules/guards/guardwidth.h"

#include "core/rules/analyse.h"
#include "core/rules/guards/guardparts.h"
#include "core/rules/proposal.h"

#include <algorithm>

namespace rocport {

namespace {

/// Changes of one file whose guards are widened; for each the structure of the file is searched.
constexpr int kMaxWidened = 400;
constexpr qsizetype kMaxChanges = 40; ///< sentences in the description of one guard

LineSpan ownLines(const Hunk& hunk)
{
    return {hunk.firstLine, std::max(hunk.firstLine, hunk.lastLine)};
}

bool isInsertion(const Hunk& hunk)
{
    return hunk.lastLine < hunk.firstLine;
}

/// Whether a hunk belongs into a guard around `lines`. What is inserted before the first line stays
/// before the guard.
bool foldsInto(const Hunk& hunk, const LineSpan& lines)
{
    return isInsertion(hunk) ? lines.first < hunk.firstLine && hunk.firstLine <= lines.last
                             : lines.contains(ownLines(hunk));
}

bool definesFlag(const Hunk& hunk)
{
    return std::any_of(hunk.edits.begin(), hunk.edits.end(), [](const TextEdit& edit) {
        return edit.replacement.trimmed().startsWith("is_rocm =");
    });
}

/// A guard to be made: lines, and the user's own guard where it began as one.
struct Region
{
    LineSpan lines;
    const GuardOfUser* user = nullptr;
    bool plain = false; ///< no guard can stand there: the lines themselves are changed
};

class Folder
{
public:
    Folder(const SourceBuffer& source, const RepoPath& path, Language language,
           const TargetSettings& target, const QVector<Hunk>& hunks, const GuardWishes& wishes)
        : m_source(source),
          m_path(path),
          m_language(language),
          m_target(target),
          m_macro(target.guardMacro.toUtf8()),
          m_hunks(hunks),
          m_wishes(wishes),
          m_places(source, language, target),
          m_hash(contentHash(source.bytes()))
    {
        for (const Hunk& hunk : hunks) {
            if (canFold(hunk)) {
                m_byLine.push_back(&hunk);
            }
        }
        std::stable_sort(m_byLine.begin(), m_byLine.end(),
                         [](const Hunk* a, const Hunk* b) { return a->firstLine < b->firstLine; });
    }

    GuardedHunks run();

private:
    [[nodiscard]] std::vector<Region> regions(const QSet<QByteArray>& left) const;
    void join(std::vector<Region>& regions) const;
    [[nodiscard]] bool canFold(const Hunk& hunk) const
    {
        return hunk.targetPath == hunk.sourcePath && !definesFlag(hunk);
    }
    [[nodiscard]] qsizetype beginOf(const LineSpan& lines) const
    {
        return std::max(m_source.bomLength(), m_source.lineRange(lines.first).begin);
    }
    [[nodiscard]] bool canStand(const LineSpan& lines) const
    {
        const ByteRange range{beginOf(lines), m_source.lineRange(lines.last).end};
        return m_places.check(range).lines == lines;
    }
    [[nodiscard]] const PythonLayout& layout() const
    {
        if (!m_layout) {
            m_layout = pythonLayoutOf(m_source);
        }
        return *m_layout;
    }
    [[nodiscard]] QVector<const Hunk*> membersOf(const LineSpan& lines) const;
    [[nodiscard]] QByteArray portedArm(const Region& region,
                                       const QVector<const Hunk*>& members) const;
    [[nodiscard]] Hunk fold(const Region& region, const QVector<const Hunk*>& members) const;
    void describe(Hunk& hunk, const Region& region, const QVector<const Hunk*>& members) const;
    GuardedHunks shape(const std::vector<Region>& regions) const;
    void addFlag(GuardedHunks& shaped) const;
    void prove(GuardedHunks& shaped) const;
    /// Hunks of guards that are proved worse than what is in them.
    [[nodiscard]] QSet<QByteArray> worsened(const GuardedHunks& shaped) const;

    const SourceBuffer& m_source;
    RepoPath m_path;
    Language m_language;
    TargetSettings m_target;
    QByteArray m_macro;
    const QVector<Hunk>& m_hunks;
    std::vector<const Hunk*> m_byLine; ///< those that a guard can take in
    const GuardWishes& m_wishes;
    GuardPlaces m_places;
    QByteArray m_hash;
    mutable std::optional<PythonLayout> m_layout;
    mutable QVector<QByteArray> m_narrow; ///< hunks beyond kMaxWidened
    mutable QSet<QByteArray> m_plain;     ///< keys of changes without a guard
};

std::vector<Region> Folder::regions(const QSet<QByteArray>& left) const
{
    std::vector<Region> regions;
    int widened = 0;
    m_narrow.clear();
    for (const GuardOfUser& guard : m_wishes.userGuards) {
        if (guard.lines.isValid()) {
            regions.push_back({guard.lines, &guard, !canStand(guard.lines)});
        }
    }
    for (const Hunk& hunk : m_hunks) {
        const GuardWidth width = m_wishes.widths.value(hunk.key, GuardWidth::Line);
        if (width == GuardWidth::Line || !canFold(hunk) || left.contains(hunk.key)) {
            continue;
        }
        if (++widened > kMaxWidened) {
            m_narrow.append(hunk.key);
            continue;
        }
        const LineSpan lines = m_places.widen(ownLines(hunk), width);
        if (lines.isValid()) {
            regions.push_back({lines, nullptr, false});
        }
    }
    join(regions);
    return regions;
}

/// Guards that touch the same lines become one, and none cuts a hunk.
void Folder::join(std::vector<Region>& regions) const
{
    for (int step = 0; step < kMaxSteps; ++step) {
        bool changed = false;
        std::sort(regions.begin(), regions.end(),
                  [](const Region& a, const Region& b) { return a.lines.first < b.lines.first; });
        std::vector<Region> joined;
        for (const Region& region : regions) {
            if (!joined.empty() && joined.back().lines.overlaps(region.lines)) {
                Region& last = joined.back();
                last.lines.last = std::max(last.lines.last, region.lines.last);
                last.user = last.user != nullptr ? last.user : region.user;
                last.plain = last.plain || region.plain;
                changed = true;
            } else {
                joined.push_back(region);
            }
        }
        // Sorted and without overlaps: one pass over the hunks does for all of them.
        size_t at = 0;
        for (Region& region : joined) {
            LineSpan wide = region.lines;
            while (at < m_byLine.size() && ownLines(*m_byLine[at]).last < wide.first) {
                ++at;
            }
            for (size_t i = at; i < m_byLine.size() && ownLines(*m_byLine[i]).first <= wide.last;
                 ++i) {
                const LineSpan own = ownLines(*m_byLine[i]);
                if (!isInsertion(*m_byLine[i]) && wide.overlaps(own)) {
                    wide = {std::min(wide.first, own.first), std::max(wide.last, own.last)};
                }
            }
            if (wide != region.lines) {
                wide = region.plain ? wide : m_places.settled(wide);
                region.lines = wide.isValid() ? wide : region.lines;
                changed = true;
            }
        }
        regions = std::move(joined);
        if (!changed) {
            return;
        }
    }
}

QVector<const Hunk*> Folder::membersOf(const LineSpan& lines) const
{
    QVector<const Hunk*> members;
    auto at = std::lower_bound(m_byLine.begin(), m_byLine.end(), lines.first,
                               [](const Hunk* hunk, int line) { return hunk->firstLine < line; });
    for (; at != m_byLine.end() && (*at)->firstLine <= lines.last; ++at) {
        if (foldsInto(**at, lines)) {
            members.append(*at);
        }
    }
    std::stable_sort(members.begin(), members.end(), [](const Hunk* a, const Hunk* b) {
        return a->firstLine != b->firstLine ? a->firstLine < b->firstLine
                                            : a->lastLine < b->lastLine;
    });
    return members;
}

QByteArray Folder::portedArm(const Region& region, const QVector<const Hunk*>& members) const
{
    const LineSpan& lines = region.lines;
    QByteArray arm;
    int next = lines.first;
    const auto copyTo = [&](int line) {
        if (line >= next) {
            const qsizetype begin = std::max(m_source.bomLength(), m_source.lineRange(next).begin);
            arm += m_source.bytes().mid(begin, m_source.lineRange(line).end - begin);
            next = line + 1;
        }
    };
    for (const Hunk* hunk : members) {
        copyTo(hunk->firstLine - 1);
        const auto own = m_wishes.edited.constFind(hunk->key);
        QByteArray text =
            own != m_wishes.edited.constEnd() ? *own : hunkReplacementIn(m_source, *hunk);
        if (hunk->firstLine == 1 && m_source.bomLength() > 0) {
            text.remove(0, m_source.bomLength()); // it stays in front of the guard
        }
        arm += isCLike(m_language) && !region.plain ? rocmLines(text, m_macro) : text;
        next = std::max(next, hunk->lastLine + 1);
    }
    copyTo(lines.last);
    return arm;
}

void Folder::describe(Hunk& hunk, const Region& region, const QVector<const Hunk*>& members) const
{
    const Hunk* lead = nullptr;
    for (const Hunk* member : members) {
        lead = lead == nullptr || member->severity > lead->severity ? member : lead;
    }
    if (lead != nullptr) {
        hunk.phase = lead->phase;
        hunk.severity = lead->severity;
        hunk.ruleIds = lead->ruleIds;
        hunk.title = lead->title;
        hunk.reason = lead->reason;
        hunk.referenceTitle = lead->referenceTitle;
        hunk.referenceUrl = lead->referenceUrl;
    } else {
        const bool build = m_language == Language::CMake || m_language == Language::Make ||
                           m_language == Language::Meson;
        hunk.phase = isCLike(m_language) ? Phase::Translation
                     : build             ? Phase::Build
                                         : Phase::Libraries;
        hunk.severity = Severity::Info;
    }
    if (region.user != nullptr) {
        hunk.ruleIds.prepend(QString(kUserGuardRule));
        hunk.title = region.plain ? QStringLiteral("Change of your own")
                                  : QStringLiteral("Guard of your own");
        hunk.reason = region.user->reason;
        hunk.referenceTitle.clear();
        hunk.referenceUrl.clear();
    }
    QSet<QByteArray> findings;
    QSet<QByteArray> needs;
    QSet<QString> changes;
    for (const Hunk* member : members) {
        for (const QString& rule : member->ruleIds) {
            if (!hunk.ruleIds.contains(rule)) {
                hunk.ruleIds.append(rule);
            }
        }
        for (const QByteArray& finding : member->findingIds) {
            if (!findings.contains(finding)) {
                findings.insert(finding);
                hunk.findingIds.append(finding);
            }
        }
        for (const QByteArray& need : member->needs) {
            if (!needs.contains(need)) {
                needs.insert(need);
                hunk.needs.append(need);
            }
        }
        const bool known = changes.contains(member->change);
        changes.insert(member->change);
        if (!known && changes.size() <= kMaxChanges && !hunk.change.contains(member->change)) {
            hunk.change +=
                (hunk.change.isEmpty() ? QString() : QStringLiteral(" ")) + member->change;
        }
    }
    if (changes.size() > kMaxChanges) {
        hunk.change += QStringLiteral(" And %1 more.").arg(changes.size() - kMaxChanges);
    }
    if (members.isEmpty()) {
        hunk.change =
            hunk.firstLine == hunk.lastLine
                ? (region.plain ? QStringLiteral("Line %1 is changed without a guard.")
                                : QStringLiteral("Line %1 has a separate copy for ROCm."))
                      .arg(hunk.firstLine)
                : (region.plain ? QStringLiteral("Lines %1 to %2 are changed without a guard.")
                                : QStringLiteral("Lines %1 to %2 have a separate copy for ROCm."))
                      .arg(hunk.firstLine)
                      .arg(hunk.lastLine);
    }
}

Hunk Folder::fold(const Region& region, const QVector<const Hunk*>& members) const
{
    Hunk hunk;
    hunk.sourcePath = m_path;
    hunk.targetPath = m_path;
    hunk.baseHash = m_hash;
    hunk.firstLine = region.lines.first;
    hunk.lastLine = region.lines.last;
    const QByteArray arm = portedArm(region, members);
    if (region.plain) {
        hunk.edits = {{{beginOf(region.lines), m_source.lineRange(region.lines.last).end}, arm}};
    } else if (m_language == Language::Python) {
        hunk.edits = pythonGuardEdits(m_source, layout(), region.lines, arm);
    } else if (m_language == Language::CMake) {
        hunk.edits = cmakeGuardEdits(m_source, region.lines, arm, m_macro);
    } else {
        hunk.edits = cppGuardEdits(m_source, region.lines, arm, m_macro);
    }
    describe(hunk, region, members);
    QSet<QByteArray> own;
    for (const Hunk* member : members) {
        own.insert(member->key);
    }
    hunk.needs.removeIf([&](const QByteArray& key) { return own.contains(key); });
    const qsizetype begin = m_source.lineRange(region.lines.first).begin;
    const qsizetype end = m_source.lineRange(region.lines.last).end;
    const QByteArrayView original = QByteArrayView(m_source.bytes()).sliced(begin, end - begin);
    hunk.key = region.user != nullptr ? region.user->key
                                      : hunkKey(hunk.ruleIds, m_path, original, hunk.edits, 0);
    hunk.proposalId = hunk.key;
    return hunk;
}

GuardedHunks Folder::shape(const std::vector<Region>& regions) const
{
    GuardedHunks shaped;
    QSet<QByteArray> folded;
    QHash<QByteArray, QByteArray> into;
    QSet<QByteArray> keys;
    QHash<QByteArray, std::pair<QByteArray, int>> alike;
    for (const Region& region : regions) {
        const QVector<const Hunk*> members = membersOf(region.lines);
        // One hunk that fills its guard already has it.
        const bool alone = members.size() == 1 && ownLines(*members.first()) == region.lines &&
                           rocmLines(hunkReplacementIn(m_source, *members.first()), m_macro) !=
                               hunkReplacementIn(m_source, *members.first());
        if (region.user == nullptr && (members.isEmpty() || alone)) {
            continue;
        }
        Hunk wide = fold(region, members);
        // Guards that are alike get keys one from the other; the last one of each is remembered.
        std::pair<QByteArray, int>& last = alike[wide.key];
        if (last.second > 0) {
            wide.key = last.first;
        }
        for (; keys.contains(wide.key); ++last.second) {
            wide.key = hunkKey(wide.ruleIds, m_path, wide.key, wide.edits, last.second + 1);
        }
        last.first = wide.key;
        wide.proposalId = wide.key;
        const bool fixed = std::any_of(members.begin(), members.end(), [&](const Hunk* member) {
            return m_wishes.committed.contains(member->key);
        });
        if (fixed && !m_wishes.committed.contains(wide.key)) {
            shaped.kept.append(members.first()->key);
            continue;
        }
        keys.insert(wide.key);
        if (region.plain) {
            m_plain.insert(wide.key);
        }
        QVector<QByteArray>& names = shaped.members[wide.key];
        for (const Hunk* member : members) {
            names.append(member->key);
            folded.insert(member->key);
            into.insert(member->key, wide.key);
        }
        shaped.hunks.append(wide);
    }
    for (const Hunk& hunk : m_hunks) {
        if (!folded.contains(hunk.key)) {
            shaped.hunks.append(hunk);
        }
    }
    for (Hunk& hunk : shaped.hunks) {
        QVector<QByteArray> needs;
        for (const QByteArray& need : std::as_const(hunk.needs)) {
            const QByteArray now = into.value(need, need);
            if (now != hunk.key && !needs.contains(now)) {
                needs.append(now);
            }
        }
        hunk.needs = needs;
    }
    addFlag(shaped);
    std::stable_sort(shaped.hunks.begin(), shaped.hunks.end(), [](const Hunk& a, const Hunk& b) {
        return a.firstLine != b.firstLine ? a.firstLine < b.firstLine : a.lastLine < b.lastLine;
    });
    return shaped;
}

/// A guard in Python asks is_rocm: what defines it is needed, or made.
void Folder::addFlag(GuardedHunks& shaped) const
{
    if (m_language != Language::Python || shaped.members.isEmpty()) {
        return;
    }
    QByteArray flag;
    for (const Hunk& hunk : std::as_const(shaped.hunks)) {
        flag = definesFlag(hunk) && !shaped.members.contains(hunk.key) ? hunk.key : flag;
    }
    std::optional<Hunk> made;
    for (Hunk& hunk : shaped.hunks) {
        if (!shaped.members.contains(hunk.key) || m_plain.contains(hunk.key) ||
            hunk.needs.contains(flag)) {
            continue;
        }
        if (flag.isEmpty()) {
            PythonFlag needed = pythonFlagFor(m_source, m_path, {hunk.firstLine, hunk.lastLine});
            made = needed.hunk;
            flag = made ? made->key : QByteArray();
        }
        if (!flag.isEmpty()) {
            hunk.needs.append(flag);
        }
    }
    if (made) {
        shaped.hunks.append(*made);
    }
}

void Folder::prove(GuardedHunks& shaped) const
{
    FileAnalysis analysis;
    analysis.path = m_path;
    analysis.language = m_language;
    analysis.contentHash = m_hash;
    analysis.hunks = shaped.hunks;
    proveHunks(m_source, m_target, analysis);
    shaped.hunks = analysis.hunks;
}

QSet<QByteArray> Folder::worsened(const GuardedHunks& shaped) const
{
    QHash<QByteArray, Verdict> before;
    for (const Hunk& hunk : m_hunks) {
        before.insert(hunk.key, hunk.verdict);
    }
    QSet<QByteArray> worse;
    for (const Hunk& hunk : shaped.hunks) {
        const QVector<QByteArray> members = shaped.members.value(hunk.key);
        const bool lost = std::any_of(members.begin(), members.end(), [&](const QByteArray& key) {
            return isProved(before.value(key)) && !isProved(hunk.verdict);
        });
        if (lost && !m_wishes.committed.contains(hunk.key)) {
            worse.unite(QSet<QByteArray>(members.begin(), members.end()));
        }
    }
    return worse;
}

GuardedHunks Folder::run()
{
    GuardedHunks shaped = shape(regions({}));
    if (shaped.members.isEmpty()) {
        shaped.hunks = m_hunks;
        return shaped;
    }
    prove(shaped);
    const QSet<QByteArray> left = worsened(shaped);
    if (!left.isEmpty()) {
        shaped = shape(regions(left));
        prove(shaped);
        shaped.kept += QVector<QByteArray>(left.begin(), left.end());
    }
    shaped.kept += m_narrow;
    return shaped;
}

} // namespace

bool GuardWishes::isEmpty() const
{
    return userGuards.isEmpty() && std::all_of(widths.begin(), widths.end(), [](GuardWidth width) {
               return width == GuardWidth::Line;
           });
}

bool hasGuard(const Hunk& hunk, Language language, const TargetSettings& target)
{
    const QByteArray macro = target.guardMacro.toUtf8();
    const bool python = language == Language::Python || language == Language::Notebook;
    const auto guards = [&](const QByteArray& text) {
        if (!python) {
            return !macro.isEmpty() && text.contains(macro);
        }
        const QList<QByteArray> lines = text.split('\n');
        return std::any_of(lines.begin(), lines.end(), [](const QByteArray& line) {
            return line.contains("is_rocm") && !line.contains("import is_rocm") &&
                   !line.trimmed().startsWith("is_rocm =");
        });
    };
    return std::any_of(hunk.edits.begin(), hunk.edits.end(),
                       [&](const TextEdit& edit) { return guards(edit.replacement); });
}

GuardedHunks guardHunks(const SourceBuffer& source, const RepoPath& path, Language language,
                        const TargetSettings& target, const QVector<Hunk>& hunks,
                        const GuardWishes& wishes)
{
    const bool nothing = !GuardPlaces::canGuard(language) && wishes.userGuards.isEmpty();
    if (wishes.isEmpty() || nothing || !source.isEditable()) {
        return {hunks, {}, {}};
    }
    return Folder(source, path, language, target, hunks, wishes).run();
}

} // namespace rocport
