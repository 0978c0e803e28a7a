#include "core/base/cancelscope.h"
#include "core/isolation/isolation.h"
#include "core/isolation/notebook.h"
#include "core/rules/analyse.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// Brings what was found in the module of a notebook to its file.
class CellMapper
{
public:
    CellMapper(const SourceBuffer& file, const SourceBuffer& module, const Notebook& notebook)
        : m_file(file), m_module(module), m_notebook(notebook)
    {
    }

    void finding(Finding& finding) const;
    /// "cell 3, line 2"
    [[nodiscard]] QString place(int moduleLine) const;
    /// False when the edits have no place in the file.
    bool hunk(Hunk& hunk) const;
    [[nodiscard]] FileFeatures features(const FileFeatures& module) const;

private:
    [[nodiscard]] FindingPlace inFile(ByteRange range) const;
    [[nodiscard]] int lineAt(qsizetype moduleOffset) const
    {
        return m_file.lineOf(m_notebook.fileOffset(moduleOffset));
    }
    [[nodiscard]] int fileLine(int moduleLine) const
    {
        return lineAt(m_module.lineRange(moduleLine).begin);
    }

    const SourceBuffer& m_file;
    const SourceBuffer& m_module;
    const Notebook& m_notebook;
};

QString CellMapper::place(int moduleLine) const
{
    const int index = m_notebook.cellAt(m_module.lineRange(moduleLine).begin);
    if (index < 0) {
        return QStringLiteral("line %1 of the code").arg(moduleLine);
    }
    const NotebookCell& cell = m_notebook.cells()[static_cast<size_t>(index)];
    return QStringLiteral("cell %1, line %2")
        .arg(cell.number)
        .arg(moduleLine - m_module.lineOf(cell.begin) + 1);
}

void CellMapper::finding(Finding& finding) const
{
    QString message = place(finding.line) + QStringLiteral(": ") + finding.message;
    message[0] = message.at(0).toUpper();
    finding.message = message;
    finding.setPlace(inFile(finding.range));
    for (FindingPlace& other : finding.morePlaces) {
        other = inFile(other.range);
    }
}

FindingPlace CellMapper::inFile(ByteRange range) const
{
    const qsizetype begin = m_notebook.fileOffset(range.begin);
    const qsizetype end = std::max(begin, m_notebook.fileOffset(range.end));
    return {{begin, end},
            m_file.lineOf(begin),
            m_file.columnOf(begin),
            m_file.lineOf(std::max(begin, end - 1))};
}

bool CellMapper::hunk(Hunk& hunk) const
{
    const std::optional<QVector<TextEdit>> edits = m_notebook.toFile(hunk.edits);
    if (!edits) {
        return false;
    }
    const TextEdit& first = edits->first();
    const int line = m_file.lineOf(first.range.begin);
    const bool wholeLines = edits->size() == 1 && first.range.isEmpty() &&
                            first.replacement.endsWith('\n') &&
                            m_file.lineRange(line).begin == first.range.begin;
    const bool inserts = hunk.lastLine < hunk.firstLine;
    int from = line;
    int to = m_file.lineOf(edits->last().range.end);
    if (!inserts) {
        from = std::min(from, fileLine(hunk.firstLine));
        to = std::max(to, fileLine(hunk.lastLine));
    }
    hunk.firstLine = from;
    hunk.lastLine = wholeLines && inserts ? from - 1 : to;
    hunk.edits = *edits;
    return true;
}

/// Traits get the lines of the file.
FileFeatures CellMapper::features(const FileFeatures& module) const
{
    FileFeatures result;
    for (auto it = module.all().begin(); it != module.all().end(); ++it) {
        for (FileFeature value : it.value()) {
            if (it.key() == FeatureKind::Trait && value.line > 0) {
                value.line = fileLine(value.line);
            }
            result.add(it.key(), value);
        }
    }
    return result;
}

/// Takes away the hunks with these keys and those that need them; their findings say why.
void dropHunks(FileAnalysis& analysis, QSet<QByteArray> keys, const AnalysisContext& context,
               const QString& reason)
{
    QSet<QByteArray> findings;
    for (bool changed = !keys.isEmpty(); changed;) {
        changed = false;
        for (qsizetype i = analysis.hunks.size() - 1; i >= 0; --i) {
            const Hunk& hunk = analysis.hunks.at(i);
            const bool needs =
                std::any_of(hunk.needs.begin(), hunk.needs.end(),
                            [&](const QByteArray& key) { return keys.contains(key); });
            if (keys.contains(hunk.key) || needs) {
                keys.insert(hunk.key);
                findings += QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end());
                analysis.hunks.removeAt(i);
                changed = true;
            }
        }
    }
    for (Finding& finding : analysis.findings) {
        if (!findings.contains(finding.id)) {
            continue;
        }
        const Rule* rule = context.rules->find(finding.ruleId);
        finding.wayOut = QStringLiteral("No edit is proposed, because %1. %2")
                             .arg(reason, rule == nullptr ? QString() : rule->wayOut)
                             .trimmed();
        finding.effort = rule == nullptr ? Effort::None : rule->effort;
    }
}

/// The definition of is_rocm goes when no hunk asks for it any more.
void dropUnusedFlag(FileAnalysis& analysis)
{
    const QString flag = QStringLiteral("detect-is-rocm");
    QSet<QByteArray> findings;
    for (qsizetype i = analysis.hunks.size() - 1; i >= 0; --i) {
        const Hunk hunk = analysis.hunks.at(i);
        const bool needed =
            std::any_of(analysis.hunks.begin(), analysis.hunks.end(),
                        [&](const Hunk& other) { return other.needs.contains(hunk.key); });
        if (hunk.ruleIds.first() == flag && !needed) {
            findings += QSet<QByteArray>(hunk.findingIds.begin(), hunk.findingIds.end());
            analysis.hunks.removeAt(i);
        }
    }
    analysis.findings.removeIf([&](const Finding& one) { return findings.contains(one.id); });
}

} // namespace

void analyseNotebook(const SourceBuffer& source, const AnalysisContext& context,
                     FileAnalysis& analysis)
{
    if (source.encoding() != Encoding::Utf8) {
        analysis.skipped = QStringLiteral("the notebook is not UTF-8");
        return;
    }
    const Result<Notebook> notebook = Notebook::read(source.bytes());
    if (!notebook) {
        analysis.skipped = notebook.error().detail;
        return;
    }
    const SourceBuffer module(notebook->module());
    FileAnalysis inner;
    inner.path = analysis.path;
    inner.contentHash = analysis.contentHash;
    inner.language = Language::Python;
    const CellMapper mapper(source, module, *notebook);
    analysePython(module, context, inner, [&](int line) { return mapper.place(line); });
    if (isWorkCancelled()) {
        return;
    }
    QSet<QByteArray> lost;
    for (Hunk& hunk : inner.hunks) {
        if (!mapper.hunk(hunk)) {
            lost.insert(hunk.key);
        }
    }
    dropHunks(inner, lost, context, QStringLiteral("the change would extend beyond one cell"));
    dropUnusedFlag(inner);
    for (Finding& finding : inner.findings) {
        mapper.finding(finding);
    }
    analysis.features.add(mapper.features(inner.features));
    analysis.skipped = inner.skipped;
    analysis.findings += inner.findings;
    analysis.hunks += inner.hunks;
}

void dropUnprovedCells(const SourceBuffer& source, const AnalysisContext& context,
                       FileAnalysis& analysis)
{
    if (analysis.hunks.isEmpty()) {
        return;
    }
    // Each alone may be right where two meet in one string, so they are taken one after the other.
    const auto holds = [&](const QVector<Hunk>& hunks) {
        const Result<QByteArray> ported = applyHunks(source.bytes(), hunks);
        return ported && Notebook::read(*ported).ok() &&
               proveFile(source.bytes(), *ported, Language::Notebook, context.target).verdict !=
                   Verdict::Violated;
    };
    QSet<QByteArray> bad;
    QSet<QByteArray> untried;
    QVector<Hunk> kept;
    for (const Hunk& hunk : std::as_const(analysis.hunks)) {
        if (hunk.verdict == Verdict::Violated) {
            bad.insert(hunk.key);
        } else {
            kept.append(hunk);
        }
    }
    if (!holds(kept)) {
        QVector<Hunk> all = kept;
        // What others need comes first.
        std::stable_partition(all.begin(), all.end(),
                              [](const Hunk& hunk) { return hunk.needs.isEmpty(); });
        kept.clear();
        // Halves are tried, and halves of those that do not hold. Each trial proves the whole
        // notebook, so there are only so many, and fewer where it is large.
        constexpr qsizetype kMostBytes = 8 << 20;
        const qsizetype mostTrials = std::clamp<qsizetype>(
            kMostBytes / std::max<qsizetype>(source.bytes().size(), 1), 12, 60);
        qsizetype trials = 0;
        QVector<std::pair<qsizetype, qsizetype>> open = {{0, all.size()}};
        while (!open.isEmpty()) {
            const auto [begin, end] = open.takeLast();
            if (trials >= mostTrials || isWorkCancelled()) {
                for (qsizetype i = begin; i < end; ++i) {
                    untried.insert(all.at(i).key);
                }
                continue;
            }
            const qsizetype before = kept.size();
            kept += all.mid(begin, end - begin);
            ++trials;
            if (holds(kept)) {
                continue;
            }
            kept.resize(before);
            if (end - begin == 1) {
                bad.insert(all.at(begin).key);
                continue;
            }
            const qsizetype middle = begin + (end - begin) / 2;
            open.append({middle, end});
            open.append({begin, middle});
        }
    }
    dropHunks(analysis, bad, context, QStringLiteral("the cell would not be valid Python with it"));
    dropHunks(analysis, untried, context,
              QStringLiteral("too many changes of this notebook cannot be proved to try each"));
    dropUnusedFlag(analysis);
}

} // namespace rocport
