#include "core/project/exportreport.h"

#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/project/remoterecords.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>

namespace rocport {

namespace {

Result<QString> save(const QString& path, const QByteArray& bytes)
{
    const Result<void> written = writeFile(path, bytes);
    if (!written) {
        return written.error();
    }
    return path;
}

/// A patch with what its own statistics say.
PatchText patchText(const QString& name, const QByteArray& bytes)
{
    PatchText patch{name, bytes.left(kMostPatchBytes), bytes.size()};
    static const QRegularExpression stat(
        QStringLiteral(
            R"(^ (\d+) files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?$)"),
        QRegularExpression::MultilineOption);
    const QRegularExpressionMatch found = stat.match(QString::fromUtf8(patch.bytes));
    patch.files = found.captured(1).toInt();
    patch.added = found.captured(2).toInt();
    patch.removed = found.captured(3).toInt();
    return patch;
}

} // namespace

QStringList reportFormats()
{
    return {QStringLiteral("html"), QStringLiteral("md"), QStringLiteral("json"),
            QStringLiteral("sarif"), QStringLiteral("patches")};
}

QString reportFileName(const QString& format, const QString& projectName)
{
    if (format == QLatin1StringView("patches")) {
        return format;
    }
    QString name = projectName;
    name.replace(u'/', u'-');
    return name + QLatin1StringView("-rocm-port.") + format;
}

ReportModel reportOf(const ProjectState& state, const QDateTime& now)
{
    QHash<QByteArray, IsolationProof> proofs = state.editedProofs;
    for (auto it = state.compiled.cbegin(); state.scan && it != state.compiled.cend(); ++it) {
        const Hunk* hunk = state.hunk(it.key());
        if (hunk != nullptr && state.compiledProof(*hunk) != nullptr) {
            IsolationProof& proof = proofs[it.key()];
            proof.verdict = Verdict::Compiled;
            proof.reason = state.verdictReason(*hunk);
        }
    }
    ReportVerification verification;
    verification.runs = state.remote->runs;
    verification.portKey = portKeyOf(state);
    const bool recorded =
        std::any_of(verification.runs.begin(), verification.runs.end(), [&](const VerifyRun& run) {
            return run.level == VerifyLevel::Build && run.portKey == verification.portKey;
        });
    if (!recorded) { // a compile check is a run of level 2 as well, where it could be written down
        verification.gate = state.gate;
        verification.gateOutOfDate = state.gateBatch != state.decisions.lastBatchId();
    }
    ReportModel report =
        buildReport(state.meta, state.scan, state.overrides, state.decisions, state.summaries,
                    state.commits, now, proofs, verification, state.gone);
    const auto add = [&](const DecisionText& text, const Decision& decision, bool conflict) {
        report.lost.append({text.hunkKey, text.targetPath, text.firstLine, text.title,
                            decision.kind, decision.note, conflict});
    };
    for (const LostDecision& lost : state.lost) {
        add(lost.text, lost.decision, false);
    }
    if (state.scan) {
        for (const Hunk& hunk : state.scan->hunks) {
            if (const DecisionConflict* conflict = state.conflict(hunk.key)) {
                add(conflict->before, conflict->decision, true);
            }
        }
    }
    return report;
}

DecisionTotals decisionTotals(const ProjectState& state)
{
    DecisionTotals totals;
    for (const PhaseCounts& counts : state.counts) {
        totals.accepted += counts.accepted;
        totals.edited += counts.edited;
        totals.rejected += counts.rejected;
        totals.deferred += counts.deferred;
        totals.findingsTicked += counts.findingsTicked;
    }
    totals.overrides = static_cast<int>(state.overrides.size());
    return totals;
}

Result<QByteArray> patchesStamp(const ProjectState& state)
{
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    auto tip = (*repository)->branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    return tip->isEmpty() ? QByteArray() : state.meta.baseCommit + ' ' + *tip;
}

Result<QString> writePatches(const ProjectState& state, const QString& folder)
{
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    auto tip = (*repository)->branchTip(state.meta.portBranch);
    if (!tip) {
        return tip.error();
    }
    if (tip->isEmpty()) {
        return Error{ErrorCode::NothingToCommit, {}, state.meta.portBranch};
    }
    auto patches = (*repository)->exportPatches(state.meta.baseCommit, *tip, folder);
    if (!patches) {
        return patches.error();
    }
    return folder;
}

Result<QVector<PatchText>> portPatches(const ProjectState& state, const CancelToken& cancel)
{
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        return Error{ErrorCode::FileWriteFailed, folder.errorString(), QDir::tempPath()};
    }
    QVector<PatchText> patches;
    const CancelScope scope(cancel);
    const Result<QString> written = writePatches(state, folder.path());
    if (!written) {
        return written.error().code == ErrorCode::NothingToCommit
                   ? Result<QVector<PatchText>>(patches)
                   : Result<QVector<PatchText>>(written.error());
    }
    const QDir made(folder.path());
    for (const QString& name : made.entryList(QDir::Files, QDir::Name)) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const Result<QByteArray> bytes = readFile(made.filePath(name));
        if (!bytes) {
            return bytes.error();
        }
        patches.append(patchText(name, *bytes));
    }
    return patches;
}

Result<QByteArray> renderReport(const ProjectState& state, const RuleSet& rules,
                                const QString& format, const QDateTime& now)
{
    if (!state.scan) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the project has not been scanned yet"), state.projectFile};
    }
    if (format == QLatin1StringView("sarif")) {
        const ReportModel graded = reportOf(state, now);
        return renderSarif(*state.scan, rules, &graded.evidence);
    }
    const ReportModel report = reportOf(state, now);
    if (format == QLatin1StringView("html")) {
        return renderHtml(report);
    }
    if (format == QLatin1StringView("json")) {
        return renderJson(report);
    }
    if (format == QLatin1StringView("md")) {
        return renderMarkdown(report);
    }
    return Error{ErrorCode::InvalidArgument, QStringLiteral("unknown report format"), format};
}

Result<QString> writeReport(const ProjectState& state, const RuleSet& rules, const QString& format,
                            const QString& folder, const QDateTime& now,
                            const ReportRenderers& more)
{
    if (!state.scan) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the project has not been scanned yet"), state.projectFile};
    }
    const QString path = folder + u'/' + reportFileName(format, state.meta.name);
    if (!reportFormats().contains(format) && !more.contains(format)) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("unknown report format"), format};
    }
    if (Result<void> made = makeFolder(folder); !made) {
        return made.error();
    }
    if (format == QLatin1StringView("patches")) {
        return writePatches(state, path);
    }
    const auto bytes = more.contains(format) ? more[format](reportOf(state, now))
                                             : renderReport(state, rules, format, now);
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, {}, path};
    }
    return bytes ? save(path, *bytes) : Result<QString>(bytes.error());
}

} // namespace rocport
