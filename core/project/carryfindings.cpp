#include "core/project/carryfindings.h"

#include "core/plan/counts.h"
#include "core/text/linediff.h"

#include <QMap>

#include <algorithm>
#include <cstdlib>

namespace rocport {

namespace {

using Findings = QVector<const Finding*>;

/// Where the lines of a text are in another one.
class LineMap
{
public:
    LineMap(QByteArrayView before, QByteArrayView now) : m_blocks(diffLines(before, now)) {}

    /// The same line, 1-based; 0: it changed or is gone.
    [[nodiscard]] int same(int line) const
    {
        const DiffBlock* block = blockOf(line);
        return block != nullptr && block->equal ? line - block->leftFirst + block->rightFirst : 0;
    }
    /// Whether `now` is among the lines that stand where the changed `line` was.
    [[nodiscard]] bool replaced(int line, int now) const
    {
        const DiffBlock* block = blockOf(line);
        return block != nullptr && !block->equal && now > block->rightFirst &&
               now <= block->rightFirst + block->rightCount;
    }

private:
    [[nodiscard]] const DiffBlock* blockOf(int line) const
    {
        const auto after =
            std::upper_bound(m_blocks.begin(), m_blocks.end(), line - 1,
                             [](int at, const DiffBlock& block) { return at < block.leftFirst; });
        for (auto at = after; at != m_blocks.begin();) {
            --at;
            if (line - 1 < at->leftFirst + at->leftCount) {
                return &*at;
            }
            if (at->leftCount > 0) {
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

class FileCarrier
{
public:
    FileCarrier(const DecisionLog& log, const LineMap& lines, CarriedFindings& out)
        : m_log(log), m_lines(lines), m_out(out)
    {
    }

    void run(const Findings& before, const Findings& now);

private:
    [[nodiscard]] bool isSpoken(const QByteArray& id) const
    {
        return m_log.findingState(id) != FindingState::Open || !m_log.findingNote(id).isEmpty();
    }
    void say(const QByteArray& id, FindingState state, const QString& note);
    [[nodiscard]] const Finding* successor(const Finding& gone, const Findings& now) const;

    const DecisionLog& m_log;
    const LineMap& m_lines;
    CarriedFindings& m_out;
    QHash<const Finding*, const Finding*> m_source; // of a finding of now: the same place before
    QSet<QByteArray> m_said;
};

void FileCarrier::say(const QByteArray& id, FindingState state, const QString& note)
{
    if (m_said.contains(id)) {
        return;
    }
    m_said.insert(id);
    if (m_log.findingState(id) != state || m_log.findingNote(id) != note) {
        m_out.decisions.append(findingDecision(id, state, note));
    }
}

/// What stands where a finding was, nearest first; null: nothing of its rule that is new.
const Finding* FileCarrier::successor(const Finding& gone, const Findings& now) const
{
    const Finding* nearest = nullptr;
    for (const Finding* finding : now) {
        if (finding->ruleId == gone.ruleId && !m_source.contains(finding) &&
            !m_said.contains(finding->id) && m_lines.replaced(gone.line, finding->line) &&
            (nearest == nullptr ||
             std::abs(finding->line - gone.line) < std::abs(nearest->line - gone.line))) {
            nearest = finding;
        }
    }
    return nearest;
}

void FileCarrier::run(const Findings& before, const Findings& now)
{
    QHash<Spot, const Finding*> spots;
    QHash<QByteArray, const Finding*> byId;
    for (const Finding* finding : now) {
        spots.insert({finding->ruleId, finding->line, finding->column}, finding);
        byId.insert(finding->id, finding);
    }
    Findings changed;
    for (const Finding* finding : before) {
        const int line = m_lines.same(finding->line);
        const Finding* same =
            line > 0 ? spots.value({finding->ruleId, line, finding->column}) : nullptr;
        if (same != nullptr) {
            m_source.insert(same, finding);
        } else if (isSpoken(finding->id)) {
            changed.append(finding);
        }
    }
    for (const Finding* finding : now) {
        const Finding* source = m_source.value(finding);
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
    for (const Finding* finding : std::as_const(changed)) {
        const Finding* heir = byId.value(finding->id);
        if (heir != nullptr && !m_source.contains(heir)) {
            continue; // the same words on a line that changed around them
        }
        const QString note = m_log.findingNote(finding->id);
        const Finding* next = successor(*finding, now);
        if (next != nullptr && !note.isEmpty()) {
            ++m_out.reopened;
            say(next->id, FindingState::Open, note);
        }
    }
    for (const Finding* finding : before) { // its place is followed: another one has its id now
        const Finding* heir = byId.value(finding->id);
        if (heir != nullptr && isSpoken(finding->id) && !m_source.contains(heir) &&
            m_lines.same(finding->line) > 0) {
            say(heir->id, FindingState::Open, {});
        }
    }
}

} // namespace

CarriedFindings carryFindings(const CarryInput& input)
{
    CarriedFindings carried;
    if (!input.before || !input.now.scan) {
        return carried;
    }
    QMap<RepoPath, Findings> before; // of files about whose findings something was said
    for (const auto& file : input.before->files) {
        const bool spoken = std::any_of(file->findings.begin(), file->findings.end(),
                                        [&input](const Finding& finding) {
                                            return input.log.findingBatch(finding.id) != nullptr;
                                        });
        if (spoken) {
            Findings& findings = before[file->path];
            for (const Finding& finding : file->findings) {
                findings.append(&finding);
            }
        }
    }
    if (before.isEmpty()) {
        return carried;
    }
    QHash<RepoPath, Findings> now;
    for (auto file = before.cbegin(); file != before.cend(); ++file) {
        now.insert(input.renames.value(file.key(), file.key()), {});
    }
    forEachFindingForAPerson(*input.now.scan, [&now](const Finding& finding) {
        if (const auto file = now.find(finding.path); file != now.end()) {
            file->append(&finding);
        }
    });
    for (auto file = before.cbegin(); file != before.cend(); ++file) {
        const RepoPath path = input.renames.value(file.key(), file.key());
        const auto textBefore = input.readBefore(file.key());
        const auto textNow = input.readNow(path);
        if (!textBefore || !textNow || (path == file.key() && *textBefore == *textNow)) {
            continue;
        }
        const LineMap lines(*textBefore, *textNow);
        FileCarrier(input.log, lines, carried).run(*file, now.value(path));
    }
    return carried;
}

} // namespace rocport
