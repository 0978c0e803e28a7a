#include "core/rules/proposal.h"

#include "core/base/cancelscope.h"
#include "core/base/visibletext.h"
#include "core/isolation/changeprover.h"
#include "core/rules/analyse.h"
#include "core/rules/hunkedits.h"
#include "core/rules/provehunks.h"
#include "core/rules/rulenames.h"
#include "core/translate/namechange.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>

namespace rocport {

QString fillText(const QString& text, const Captures& captures)
{
    if (!text.contains(u'{') || isWorkCancelled()) {
        return text;
    }
    // A value may name further captures (a note names the symbol). Values come from the files that
    // are read, and names from packs of strangers, so that the text is kept from growing for ever.
    constexpr qsizetype kMostText = 16 * 1024;
    constexpr qsizetype kMostValue = 4096;
    QString result = text.left(kMostText);
    for (const auto& [name, value] : captures) {
        const QString place = u'{' + name + u'}';
        const QString shown = visibleText(value.left(kMostValue));
        for (qsizetype at = result.indexOf(place); at >= 0 && at < kMostText;
             at = result.indexOf(place, at + shown.size())) {
            // In inline code a backtick would end the code, and what follows would be Markdown.
            const bool inCode = QStringView(result).first(at).count(u'`') % 2 == 1;
            result.replace(at, place.size(), inCode ? QString(shown).replace(u'`', u'\'') : shown);
        }
        result.truncate(kMostText);
    }
    return result;
}

QByteArray hunkKey(const QStringList& ruleIds, const RepoPath& target, QByteArrayView original,
                   const QVector<TextEdit>& edits, int ordinal)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const auto add = [&hash](QByteArrayView part) {
        hash.addData(part);
        hash.addData(QByteArrayView("\0", 1));
    };
    add(ruleIds.join(u',').toUtf8());
    add(target.bytes());
    add(original);
    for (const TextEdit& edit : edits) {
        add(edit.replacement);
    }
    add(QByteArray::number(ordinal));
    return hash.result().left(8).toHex();
}

void RepeatedPlaces::add(ByteRange range)
{
    if (count++ == 0) {
        first = range;
    } else if (more.size() < kMostPlaces) {
        more.append(range);
    }
}

int ProposalWriter::ordinal(const QString& ruleId, QByteArrayView text)
{
    QByteArray key = ruleId.toUtf8();
    key.append('\0').append(text);
    return m_ordinals[key]++;
}

const QString& ProposalWriter::excerpt(int line)
{
    if (line != m_excerptLine) {
        m_excerptLine = line;
        m_excerpt = m_source.excerpt(line);
    }
    return m_excerpt;
}

QByteArray ProposalWriter::addFinding(const Rule& rule, ByteRange range, const QString& symbol,
                                      const Captures& captures)
{
    Captures all = captures;
    all.append({QStringLiteral("symbol"), symbol});
    return addFinding(rule, range, symbol, fillText(rule.message, all), fillText(rule.wayOut, all),
                      rule.effort, {});
}

QByteArray ProposalWriter::addFinding(const Rule& rule, ByteRange range, const QString& symbol,
                                      const QString& message, const QString& wayOut, Effort effort,
                                      const QString& group)
{
    const QByteArrayView matched =
        QByteArrayView(m_source.bytes()).sliced(range.begin, range.size());
    Count& count = m_counts[rule.id];
    Finding finding;
    if (++count.found > kMostFindings || isWorkCancelled()) {
        // Callers may change the last finding; it goes when the next one comes.
        finding.ruleId = rule.id;
        finding.phase = rule.phase;
        finding.severity = rule.severity;
        finding.path = m_analysis.path;
        finding.range = range;
        if (count.found == kMostFindings + 1) {
            finding.setPlace(placeOf(range));
            finding.symbol = visibleLine(symbol);
            finding.excerpt = excerpt(finding.line);
            finding.effort = effort;
            finding.id = findingId(rule.id, m_analysis.path, matched, ordinal(rule.id, matched));
            count.last = finding;
        } else if (count.last.morePlaces.size() < kMostPlaces && !isWorkCancelled()) {
            count.last.morePlaces.append(placeOf(range));
        }
        append(std::move(finding));
        m_surplus = true;
        return count.last.id;
    }
    finding.ruleId = rule.id;
    finding.phase = rule.phase;
    finding.severity = rule.severity;
    finding.path = m_analysis.path;
    finding.setPlace(placeOf(range));
    finding.symbol = visibleLine(symbol);
    finding.message = visibleText(message);
    finding.excerpt = excerpt(finding.line);
    finding.wayOut = wayOut;
    finding.effort = effort;
    finding.group = group;
    finding.id = findingId(rule.id, m_analysis.path, matched, ordinal(rule.id, matched));
    QByteArray id = finding.id;
    append(std::move(finding));
    return id;
}

FindingPlace ProposalWriter::placeOf(ByteRange range) const
{
    FindingPlace place;
    place.range = range;
    place.line = m_source.lineOf(range.begin);
    place.column = m_source.columnOf(range.begin);
    place.endLine = m_source.lineOf(std::max(range.begin, range.end - 1));
    return place;
}

namespace {

QString countedText(const QString& message, int places)
{
    return places > 1 ? message + QStringLiteral(" There are %1 places in this file.").arg(places)
                      : message;
}

} // namespace

QByteArray ProposalWriter::addRepeated(const Rule& rule, const RepeatedPlaces& places,
                                       const QString& symbol, const QString& message,
                                       const QString& wayOut, Effort effort, const QString& group)
{
    QByteArray id = addFinding(rule, places.first, symbol, countedText(message, places.count),
                               wayOut, effort, group);
    addPlaces(places);
    return id;
}

void ProposalWriter::addPlaces(const RepeatedPlaces& places)
{
    Finding& finding = m_analysis.findings.last();
    finding.places = std::max(1, places.count);
    finding.morePlaces.clear();
    finding.morePlaces.reserve(places.more.size());
    for (const ByteRange& range : places.more) {
        finding.morePlaces.append(placeOf(range));
    }
    std::sort(
        finding.morePlaces.begin(), finding.morePlaces.end(),
        [](const FindingPlace& a, const FindingPlace& b) { return a.range.begin < b.range.begin; });
}

bool ProposalWriter::addPlaceTo(qsizetype index, const QByteArray& id, ByteRange range)
{
    if (index >= m_analysis.findings.size() || m_analysis.findings.at(index).id != id) {
        return false;
    }
    Finding& finding = m_analysis.findings[index];
    FindingPlace place = placeOf(range);
    if (place.range.begin < finding.range.begin) {
        const FindingPlace before = finding.place();
        finding.setPlace(place);
        finding.excerpt = m_source.excerpt(place.line);
        place = before;
    }
    ++finding.places;
    if (finding.morePlaces.size() < kMostPlaces) {
        const auto after =
            std::upper_bound(finding.morePlaces.begin(), finding.morePlaces.end(), place,
                             [](const FindingPlace& a, const FindingPlace& b) {
                                 return a.range.begin < b.range.begin;
                             });
        finding.morePlaces.insert(after, place);
    }
    return true;
}

void ProposalWriter::countPlaces(qsizetype index, const QByteArray& id)
{
    if (index < m_analysis.findings.size() && m_analysis.findings.at(index).id == id) {
        Finding& finding = m_analysis.findings[index];
        finding.message = countedText(finding.message, finding.places);
    }
}

void ProposalWriter::joinRepeated(const std::function<QString(const Finding&)>& keyOf)
{
    if (m_surplus) {
        return; // the last one is not to be there
    }
    QVector<Finding>& findings = m_analysis.findings;
    QHash<QString, QVector<qsizetype>> byKey;
    for (qsizetype i = 0; i < findings.size(); ++i) {
        const QString key = keyOf(findings.at(i));
        if (!key.isEmpty()) {
            byKey[key].append(i);
        }
    }
    QHash<QByteArray, QByteArray> joined; // id -> that of the finding that stays
    for (QVector<qsizetype>& same : byKey) {
        std::sort(same.begin(), same.end(), [&](qsizetype a, qsizetype b) {
            return findings.at(a).range.begin < findings.at(b).range.begin;
        });
        const QByteArray id = findings.at(same.first()).id;
        for (qsizetype i = 1; i < same.size(); ++i) {
            const Finding& other = findings.at(same.at(i));
            addPlaceTo(same.first(), id, other.range);
            joined.insert(other.id, id);
        }
        if (same.size() > 1) {
            countPlaces(same.first(), id);
        }
    }
    if (joined.isEmpty()) {
        return;
    }
    findings.removeIf([&](const Finding& one) { return joined.contains(one.id); });
    for (Hunk& hunk : m_analysis.hunks) {
        QVector<QByteArray> ids;
        for (const QByteArray& id : std::as_const(hunk.findingIds)) {
            const QByteArray now = joined.value(id, id);
            if (!ids.contains(now)) {
                ids.append(now);
            }
        }
        hunk.findingIds = ids;
    }
}

void ProposalWriter::append(Finding finding)
{
    if (m_surplus) {
        m_analysis.findings.removeLast();
        m_surplus = false;
    }
    for (QString* const text :
         {&finding.symbol, &finding.message, &finding.excerpt, &finding.wayOut}) {
        *text = m_texts.shared(std::move(*text));
    }
    m_analysis.findings.append(std::move(finding));
}

ProposalWriter::~ProposalWriter()
{
    if (m_surplus) {
        m_analysis.findings.removeLast();
    }
    for (Count& count : m_counts) {
        if (count.found > kMostFindings && !count.last.id.isEmpty()) {
            count.last.message =
                QStringLiteral("From here on, this file has %1 more places of this rule.")
                    .arg(count.found - kMostFindings);
            count.last.places = count.found - kMostFindings;
            m_analysis.findings.append(std::move(count.last));
        }
    }
}

bool ProposalWriter::areTooMany(qsizetype hunks, const Rule& rule, ByteRange first)
{
    if (hunks <= kMostHunks) {
        return false;
    }
    // Also where this rule found too much.
    const int found = std::exchange(m_counts[rule.id].found, 0);
    addFinding(rule, first, listName(rule),
               QStringLiteral("This file needs more than %1 changes, so none is proposed.")
                   .arg(kMostHunks),
               QStringLiteral("Split the file, or let its generator produce a version for ROCm."),
               Effort::Rewrite, {});
    m_counts[rule.id].found = found;
    return true;
}

QByteArray ProposalWriter::addHunk(const HunkDraft& draft)
{
    QVector<const Rule*> rules = draft.rules;
    std::stable_sort(rules.begin(), rules.end(),
                     [](const Rule* a, const Rule* b) { return a->severity > b->severity; });
    const Rule& lead = *rules.first();
    Hunk hunk;
    if (isWorkCancelled()) {
        m_analysis.hunks.append(hunk); // callers count on it
        return {};
    }
    for (const Rule* rule : rules) {
        if (!hunk.ruleIds.contains(rule->id)) {
            hunk.ruleIds.append(rule->id);
        }
    }
    hunk.sourcePath = m_analysis.path;
    hunk.targetPath = draft.targetPath.isEmpty() ? m_analysis.path : draft.targetPath;
    hunk.baseHash = m_analysis.contentHash;
    hunk.edits = draft.edits;
    hunk.firstLine = draft.firstLine;
    hunk.lastLine = draft.lastLine;
    hunk.phase = lead.phase;
    hunk.severity = lead.severity;
    hunk.findingIds = draft.findingIds;
    hunk.title = fillText(lead.title, draft.captures);
    hunk.reason = fillText(lead.reason, draft.captures);
    hunk.change = draft.change.isEmpty() ? fillText(lead.change, draft.captures) : draft.change;
    hunk.referenceTitle = lead.referenceTitle;
    hunk.referenceUrl = lead.referenceUrl;
    hunk.needs = draft.needs;
    const QVector<TextEdit>& edits = draft.identity.isEmpty() ? draft.edits : draft.identity;
    const qsizetype begin = edits.first().range.begin;
    const qsizetype end = std::max(begin, edits.last().range.end);
    const QByteArrayView original = QByteArrayView(m_source.bytes()).sliced(begin, end - begin);
    const QByteArray identity = original.toByteArray() + '\0' + edits.first().replacement;
    hunk.key = hunkKey(hunk.ruleIds, hunk.targetPath, original, edits,
                       ordinal(hunk.ruleIds.join(u','), identity));
    hunk.proposalId = draft.proposalId.isEmpty() ? hunk.key : draft.proposalId;
    hunk.onlyNames = hunk.targetPath == hunk.sourcePath && !isWorkCancelled() &&
                     onlyNamesChange(m_source.bytes(), hunk.edits);
    m_analysis.hunks.append(hunk);
    return hunk.key;
}

namespace {

/// A proof that reads no more than this costs about as much as finding the change did.
constexpr qint64 kFreeProofBytes = 4096;

/// How many bytes may be read for the proofs of a file's changes one by one; beyond it they stay
/// unproved. A second of time, more or less: a proof of Python parses, one of others does not.
qint64 maxProofBytes(Language language)
{
    constexpr qint64 kParsed = 2 * 1024 * 1024;
    constexpr qint64 kOther = 16 * 1024 * 1024;
    return language == Language::Python || language == Language::Notebook ? kParsed : kOther;
}

/// `hunk` and all that it needs, directly or not, among `hunks`.
QVector<Hunk> withNeeds(const Hunk& hunk, const QHash<QByteArray, const Hunk*>& byKey)
{
    QVector<Hunk> result{hunk};
    QSet<QByteArray> seen{hunk.key};
    for (qsizetype i = 0; i < result.size(); ++i) {
        const QVector<QByteArray> needs = result.at(i).needs;
        for (const QByteArray& key : needs) {
            const Hunk* needed = byKey.value(key);
            if (needed != nullptr && !seen.contains(key)) {
                seen.insert(key);
                result.append(*needed);
            }
        }
    }
    return result;
}

/// The file and what its proofs share.
class HunkProver
{
public:
    HunkProver(const SourceBuffer& source, const TargetSettings& target,
               const FileAnalysis& analysis, const SyntaxTree* tree)
        : m_bytes(source.bytes()),
          m_hash(analysis.contentHash),
          m_target(target),
          m_language(analysis.language),
          m_tree(tree),
          m_newFile(analysis.hunks.first().targetPath != analysis.path)
    {
    }

    [[nodiscard]] IsolationProof proveTogether(const QVector<Hunk>& hunks);
    /// The proof of hunks that are made without the others.
    [[nodiscard]] IsolationProof proveAlone(const QVector<Hunk>& hunks);

private:
    [[nodiscard]] IsolationProof proveWhole(const EditSet& edits) const;
    [[nodiscard]] const ChangeProver& changes()
    {
        if (!m_changes) {
            m_changes.emplace(m_bytes, m_language, m_target, m_tree);
        }
        return *m_changes;
    }

    const QByteArray& m_bytes;
    QByteArray m_hash; ///< of m_bytes
    const TargetSettings& m_target;
    Language m_language;
    const SyntaxTree* m_tree;
    bool m_newFile;
    std::optional<ChangeProver> m_changes;
    qint64 m_spent = 0;
};

IsolationProof notMade(const Error& error)
{
    IsolationProof proof;
    proof.reason = QStringLiteral("The edits could not be made together: %1.").arg(error.detail);
    return proof;
}

IsolationProof HunkProver::proveWhole(const EditSet& edits) const
{
    const Result<QByteArray> ported = edits.applyToKnown(m_bytes);
    if (isWorkCancelled()) {
        return {};
    }
    if (!ported) {
        return notMade(ported.error());
    }
    return m_newFile ? proveNewFile(*ported, m_language, m_target)
                     : proveFile(m_bytes, *ported, m_language, m_target);
}

IsolationProof HunkProver::proveTogether(const QVector<Hunk>& hunks)
{
    const Result<EditSet> edits = joinHunks(m_bytes, m_hash, hunks);
    if (!edits) {
        return notMade(edits.error());
    }
    if (!m_newFile && m_tree != nullptr && !isWorkCancelled()) {
        // The tree is there, so that only the statements around the edits have to be read.
        qint64 read = 0;
        if (std::optional<IsolationProof> proof = changes().prove(edits->edits(), read)) {
            return *std::move(proof);
        }
    }
    return proveWhole(*edits);
}

IsolationProof HunkProver::proveAlone(const QVector<Hunk>& hunks)
{
    IsolationProof unproved;
    unproved.reason =
        QStringLiteral("The file has too many changes to prove each of them separately.");
    if (isWorkCancelled()) {
        return {};
    }
    if (m_spent > maxProofBytes(m_language)) {
        return unproved;
    }
    const Result<EditSet> edits = joinHunks(m_bytes, m_hash, hunks);
    if (!edits) {
        return notMade(edits.error());
    }
    if (!m_newFile) {
        qint64 read = 0;
        std::optional<IsolationProof> proof = changes().prove(edits->edits(), read);
        m_spent += std::max<qint64>(0, read - kFreeProofBytes);
        if (proof) {
            return *std::move(proof);
        }
    }
    m_spent += m_bytes.size();
    return m_spent > maxProofBytes(m_language) ? unproved : proveWhole(*edits);
}

} // namespace

void proveHunks(const SourceBuffer& source, const TargetSettings& target, FileAnalysis& analysis,
                const CancelToken& cancel)
{
    proveHunks(source, target, analysis, nullptr, cancel);
}

void proveHunks(const SourceBuffer& source, const TargetSettings& target, FileAnalysis& analysis,
                const SyntaxTree* tree, const CancelToken& cancel)
{
    if (analysis.hunks.isEmpty()) {
        return;
    }
    HunkProver prover(source, target, analysis, tree);
    const IsolationProof all = prover.proveTogether(analysis.hunks);
    if (isProved(all.verdict) || analysis.hunks.size() == 1) {
        for (Hunk& hunk : analysis.hunks) {
            hunk.verdict = all.verdict;
            hunk.verdictReason = all.reason;
        }
        return;
    }
    const QVector<Hunk> hunks = analysis.hunks;
    QHash<QByteArray, const Hunk*> byKey;
    for (const Hunk& one : hunks) {
        byKey.insert(one.key, &one);
    }
    for (Hunk& hunk : analysis.hunks) {
        if (cancel.isCancelled()) {
            return;
        }
        const IsolationProof proof = prover.proveAlone(withNeeds(hunk, byKey));
        hunk.verdict = proof.verdict;
        hunk.verdictReason = proof.reason;
    }
}

} // namespace rocport
