#include "core/rules/cpp/cppgate.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/cpplayout.h"
#include "core/rules/guards/guardparts.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr int kMaxStatementLines = 40;
constexpr int kMaxMacroCallLines = 80;
constexpr qsizetype kMaxChangeTexts = 40; ///< sentences in the description of one hunk
/// Hunks of one link that name each other; of more, one names them all and the others name it.
constexpr qsizetype kMaxMutual = 64;

using Lines = LineSpan;

struct Group
{
    Lines lines;
    int function = -1;
    QVector<Replacement> replacements;
};

bool isMacroName(std::string_view name)
{
    bool letter = false;
    for (const char c : name) {
        if (c >= 'a' && c <= 'z') {
            return false;
        }
        letter = letter || (c >= 'A' && c <= 'Z');
    }
    return letter && name.size() > 1;
}

class Grouper
{
public:
    Grouper(const CppFile& file, GateMode mode) : m_file(file), m_mode(mode) {}

    [[nodiscard]] Lines linesFor(const Replacement& one) const;
    [[nodiscard]] QVector<Group> group(QVector<Replacement> sorted) const;
    [[nodiscard]] int significantAt(qsizetype offset) const;

private:
    [[nodiscard]] Lines linesFor(ByteRange range) const;
    [[nodiscard]] Lines plain(ByteRange range) const;
    [[nodiscard]] Lines directiveLines(int at) const;
    [[nodiscard]] bool balanced(const Lines& lines) const;

    const CppFile& m_file;
    GateMode m_mode;
};

int Grouper::significantAt(qsizetype offset) const
{
    int low = 0;
    int high = m_file.size();
    while (low < high) {
        const int middle = (low + high) / 2;
        if (m_file.token(middle).end <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

Lines Grouper::plain(ByteRange range) const
{
    const SourceBuffer& source = m_file.source();
    return {source.lineOf(range.begin), source.lineOf(std::max(range.begin, range.end - 1))};
}

bool Grouper::balanced(const Lines& lines) const
{
    return areConditionalsClosed(m_file, lines.first, lines.last);
}

Lines Grouper::directiveLines(int at) const
{
    const int line = m_file.source().lineOf(m_file.token(at).begin);
    const auto& all = m_file.directives();
    const auto found = std::lower_bound(
        all.begin(), all.end(), line,
        [](const CppFile::DirectiveLine& d, int value) { return d.lastLine < value; });
    const bool whole =
        found != all.end() && found->firstLine <= line &&
        (found->name == "define" || found->name == "pragma" || found->name == "include");
    return whole ? Lines{found->firstLine, found->lastLine} : Lines{};
}

Lines Grouper::linesFor(ByteRange range) const
{
    Lines narrow = plain(range);
    if (m_mode == GateMode::Plain) {
        return narrow;
    }
    const int at = significantAt(range.begin);
    if (at >= m_file.size()) {
        return {};
    }
    if (m_file.token(at).inDirective) {
        return directiveLines(at);
    }
    const SourceBuffer& source = m_file.source();
    const TokenSpan statement = m_file.statement(at);
    // A brace on a line of its own stays outside.
    int last = statement.end - 1;
    if (m_file.is(last, "{") && last > at &&
        source.lineOf(m_file.token(last).begin) > source.lineOf(m_file.token(last - 1).begin)) {
        --last;
    }
    Lines wide{source.lineOf(m_file.token(statement.begin).begin),
               source.lineOf(m_file.token(last).end - 1)};
    wide = {std::min(wide.first, narrow.first), std::max(wide.last, narrow.last)};
    for (Lines lines : {wide, narrow}) {
        if (lines.last - lines.first >= kMaxStatementLines) {
            continue;
        }
        lines = linesAroundMacroCalls(m_file, at, lines);
        if (!lines.isValid()) {
            return {};
        }
        m_file.widenToWholeLines(lines.first, lines.last);
        if (balanced(lines)) {
            return lines;
        }
    }
    return {};
}

Lines Grouper::linesFor(const Replacement& one) const
{
    if (one.around.isEmpty() || m_mode == GateMode::Plain) {
        return linesFor(one.range);
    }
    Lines lines = plain(one.around);
    m_file.widenToWholeLines(lines.first, lines.last);
    return balanced(lines) ? lines : Lines{};
}

QVector<Group> Grouper::group(QVector<Replacement> sorted) const
{
    QVector<Group> groups;
    for (Replacement& one : sorted) {
        if (isWorkCancelled()) {
            break;
        }
        Group next;
        next.lines = linesFor(one);
        next.function = m_file.functionOf(significantAt(one.range.begin));
        if (!groups.isEmpty()) {
            Group& last = groups.last();
            const int gap = next.lines.first - last.lines.last;
            const bool alike = last.replacements.first().rule == one.rule &&
                               last.function == next.function && m_mode == GateMode::Guarded;
            const Lines joined{std::min(last.lines.first, next.lines.first),
                               std::max(last.lines.last, next.lines.last)};
            const bool touching = gap <= 1 || (gap == 2 && alike);
            // Both are balanced, so that only a line between them can spoil that.
            const bool fits = gap < 2 || m_mode == GateMode::Plain ||
                              balanced({last.lines.last + 1, next.lines.first - 1});
            if (touching && fits) {
                last.lines = joined;
                last.replacements.append(std::move(one));
                continue;
            }
        }
        next.replacements.append(std::move(one));
        groups.append(std::move(next));
    }
    return groups;
}

/// Drops what has no safe place, and everything linked to it.
QVector<Replacement> withSafePlaces(const Grouper& grouper, QVector<Replacement> sorted)
{
    QSet<int> lostLinks;
    QVector<bool> lost(sorted.size(), false);
    for (qsizetype i = 0; i < sorted.size() && !isWorkCancelled(); ++i) {
        if (!grouper.linesFor(sorted[i]).isValid()) {
            lost[i] = true;
            if (sorted[i].link >= 0) {
                lostLinks.insert(sorted[i].link);
            }
        }
    }
    qsizetype at = 0;
    sorted.removeIf([&](const Replacement& one) {
        const bool isLost = lost.at(at++);
        return isLost || (one.link >= 0 && lostLinks.contains(one.link));
    });
    return sorted;
}

/// "#ifndef MACRO" around lines of which nothing is left on ROCm.
QVector<TextEdit> leaveOutEdits(const SourceBuffer& source, ByteRange lines,
                                const QByteArray& macro)
{
    const QByteArray newline = source.newlineAt(lines.begin);
    const char last = source.bytes().at(lines.end - 1);
    const bool ends = last == '\n' || last == '\r';
    return {TextEdit{{lines.begin, lines.begin}, "#ifndef " + macro + newline},
            TextEdit{{lines.end, lines.end}, ends ? "#endif" + newline : newline + "#endif"}};
}

/// `isFull`: with an arm for ROCm even where it is empty.
QVector<TextEdit> guardedEdits(const CppFile& file, const Group& group, const QByteArray& macro,
                               const CppStyle& style, bool isFull)
{
    const SourceBuffer& source = file.source();
    const qsizetype begin = std::max(source.bomLength(), source.lineRange(group.lines.first).begin);
    const qsizetype end = source.lineRange(group.lines.last).end;
    QByteArray ported;
    qsizetype at = begin;
    for (const Replacement& one : group.replacements) {
        ported += source.bytes().mid(at, one.range.begin - at);
        ported += one.text;
        at = one.range.end;
    }
    ported += source.bytes().mid(at, end - at);
    if (!isFull && end > begin && ported.trimmed().isEmpty()) {
        return leaveOutEdits(source, {begin, end}, macro);
    }
    ported = layOutCpp(source.bytes().mid(begin, end - begin), ported, style);
    return cppGuardEdits(source, group.lines, ported, macro);
}

HunkDraft draftFor(const CppFile& file, const Group& group, GateMode mode,
                   const QByteArray& guardMacro, const RepoPath& targetPath, const CppStyle& style)
{
    HunkDraft draft;
    draft.firstLine = group.lines.first;
    draft.lastLine = group.lines.last;
    draft.targetPath = targetPath;
    QSet<QByteArray> ids;
    for (const Replacement& one : group.replacements) {
        if (!draft.rules.contains(one.rule)) {
            draft.rules.append(one.rule);
        }
        if (!one.findingId.isEmpty() && !ids.contains(one.findingId)) {
            ids.insert(one.findingId);
            draft.findingIds.append(one.findingId);
        }
        if (mode == GateMode::Plain) {
            draft.edits.append({one.range, one.text});
        }
    }
    if (mode == GateMode::Guarded) {
        draft.edits = guardedEdits(file, group, guardMacro, style, false);
        // A decision holds however lines are broken, and from when an empty arm was written.
        draft.identity = guardedEdits(file, group, guardMacro, {}, true);
        if (draft.identity == draft.edits) {
            draft.identity.clear();
        }
    }
    // The leading rule's captures fill the texts.
    const Replacement* lead = &group.replacements.first();
    QSet<QString> changes;
    for (const Replacement& one : group.replacements) {
        lead = one.rule->severity > lead->rule->severity ? &one : lead;
        const QString change = fillText(one.rule->change, one.captures);
        const bool known = changes.contains(change);
        changes.insert(change);
        if (!known && changes.size() <= kMaxChangeTexts && !draft.change.contains(change)) {
            draft.change += (draft.change.isEmpty() ? QString() : QStringLiteral(" ")) + change;
        }
    }
    if (changes.size() > kMaxChangeTexts) {
        draft.change += QStringLiteral(" And %1 more.").arg(changes.size() - kMaxChangeTexts);
    }
    draft.captures = lead->captures;
    return draft;
}

/// Hunks of one link share a proposal, and those that cannot stand alone need the others.
void linkHunks(const QVector<QVector<Replacement>>& parts, qsizetype first, FileAnalysis& analysis)
{
    QHash<int, QVector<qsizetype>> byLink;
    QHash<int, qsizetype> hubs; // the first hunk of a link that cannot stand alone
    for (qsizetype i = 0; i < parts.size(); ++i) {
        for (const Replacement& one : parts[i]) {
            if (one.link < 0) {
                continue;
            }
            QVector<qsizetype>& hunks = byLink[one.link];
            if (hunks.isEmpty() || hunks.last() != first + i) {
                hunks.append(first + i);
            }
            if (one.needsLink && !hubs.contains(one.link)) {
                hubs.insert(one.link, first + i);
            }
        }
    }
    for (qsizetype i = 0; i < parts.size(); ++i) {
        Hunk& hunk = analysis.hunks[first + i];
        bool named = false;
        QSet<int> done;
        for (const Replacement& one : parts[i]) {
            if (one.link < 0) {
                continue;
            }
            const QVector<qsizetype>& linked = byLink[one.link];
            if (!named) {
                hunk.proposalId = analysis.hunks[linked.first()].key;
                named = true;
            }
            if (!one.needsLink || done.contains(one.link)) {
                continue;
            }
            done.insert(one.link);
            const bool viaHub = linked.size() > kMaxMutual && hubs.value(one.link) != first + i;
            const QVector<qsizetype> needed =
                viaHub ? QVector<qsizetype>{hubs.value(one.link)} : linked;
            QSet<QByteArray> needs(hunk.needs.begin(), hunk.needs.end());
            for (const qsizetype other : needed) {
                const QByteArray& key = analysis.hunks[other].key;
                if (other != first + i && !needs.contains(key)) {
                    needs.insert(key);
                    hunk.needs.append(key);
                }
            }
        }
    }
}

} // namespace

bool areConditionalsClosed(const CppFile& file, int first, int last)
{
    const auto& all = file.directives();
    auto at = std::lower_bound(
        all.begin(), all.end(), first,
        [](const CppFile::DirectiveLine& d, int line) { return d.lastLine < line; });
    int depth = 0;
    for (; at != all.end() && at->firstLine <= last; ++at) {
        if (at->name == "if" || at->name == "ifdef" || at->name == "ifndef") {
            ++depth;
        } else if (at->name == "endif") {
            --depth;
        } else if ((at->name == "else" || at->name == "elif") && depth == 0) {
            return false;
        }
        if (depth < 0) {
            return false;
        }
    }
    return depth == 0;
}

LineSpan linesAroundMacroCalls(const CppFile& file, int at, LineSpan lines)
{
    const SourceBuffer& source = file.source();
    int outermost = -1;
    int steps = 0;
    for (int open = file.enclosing(at); open >= 0 && steps < 1000;
         open = file.enclosing(open), ++steps) {
        if (file.is(open, "(") && isMacroName(file.text(open - 1))) {
            outermost = open;
        }
    }
    if (outermost < 0) {
        return lines;
    }
    const TokenSpan call = file.statement(outermost);
    const Lines around{source.lineOf(file.token(call.begin).begin),
                       source.lineOf(file.token(call.end - 1).end - 1)};
    if (lines.first >= around.first && lines.last <= around.last && around.first == around.last) {
        return around;
    }
    if (around.last - around.first >= kMaxMacroCallLines) {
        return {};
    }
    return {std::min(lines.first, around.first), std::max(lines.last, around.last)};
}

void proposeText(ProposalWriter& writer, const Rule& rule, ByteRange place, const QByteArray& text,
                 const Captures& captures, QVector<Replacement>& edits, ByteRange instead)
{
    const auto symbol = std::find_if(captures.begin(), captures.end(),
                                     [](const auto& one) { return one.first == u"symbol"; });
    Replacement edit;
    edit.range = instead.isEmpty() ? place : instead;
    edit.text = text;
    edit.rule = &rule;
    edit.findingId = writer.addFinding(
        rule, place, symbol == captures.end() ? QString() : symbol->second, captures);
    edit.captures = captures;
    edits.append(edit);
}

int addGatedHunks(const CppFile& file, QVector<Replacement> replacements, GateMode mode,
                  const QByteArray& guardMacro, const RepoPath& targetPath, const CppStyle& style,
                  ProposalWriter& writer)
{
    const auto isBefore = [](const Replacement& a, const Replacement& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin
                                              : a.range.end < b.range.end;
    };
    if (!std::is_sorted(replacements.cbegin(), replacements.cend(), isBefore)) {
        std::stable_sort(replacements.begin(), replacements.end(), isBefore);
    }
    // Two rules may ask for the same edit; a different edit of the same bytes gives way to the
    // first.
    QVector<Replacement> distinct;
    distinct.reserve(replacements.size());
    for (Replacement& one : replacements) {
        if (isWorkCancelled()) {
            return 0;
        }
        const bool overlaps = !distinct.isEmpty() && one.range.begin < distinct.last().range.end;
        const bool same = !distinct.isEmpty() && one.range == distinct.last().range &&
                          one.text == distinct.last().text;
        if (!overlaps && !same) {
            distinct.append(std::move(one));
        }
    }
    const Grouper grouper(file, mode);
    const QVector<Group> groups = grouper.group(withSafePlaces(grouper, std::move(distinct)));
    FileAnalysis& analysis = writer.analysis();
    const qsizetype first = analysis.hunks.size();
    if (isWorkCancelled() ||
        (!groups.isEmpty() &&
         writer.areTooMany(first + groups.size(), *groups.first().replacements.first().rule,
                           groups.first().replacements.first().range))) {
        return 0;
    }
    QVector<QVector<Replacement>> parts;
    for (const Group& group : groups) {
        writer.addHunk(draftFor(file, group, mode, guardMacro, targetPath, style));
        parts.append(group.replacements);
    }
    linkHunks(parts, first, analysis);
    return static_cast<int>(groups.size());
}

} // namespace rocport
