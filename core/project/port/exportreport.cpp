#include "core/project/port/exportreport.h"

#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/project/nodes/remoterecords.h"
#include "core/project/port/portbranch.h"

#include <QDir>

#include <algorithm>

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

/// Takes mails of an earlier export out of the folder, so that all patches in it are one series:
/// the commits that they hold were amended, squashed or undone since. A mail is known by its
/// commit, which has to be one of the project's; other files stay.
void removeFormerPatches(const ProjectState& state, const QString& folder,
                         const QStringList& written)
{
    constexpr qsizetype kIdSize = 40;
    const QByteArray before("From ");
    const QDir dir(folder);
    const QStringList names =
        dir.entryList({QStringLiteral("[0-9][0-9][0-9][0-9]-*.patch")}, QDir::Files);
    for (const QString& name : names) {
        const QString path = dir.filePath(name);
        if (written.contains(path)) {
            continue;
        }
        const Result<OpenFile> file = openFile(path);
        const Result<QByteArray> head = file ? readPart(*file, path, 0, before.size() + kIdSize)
                                             : Result<QByteArray>(file.error());
        const bool ours =
            head && head->startsWith(before) &&
            std::any_of(state.commits.begin(), state.commits.end(),
                        [id = head->mid(before.size())](const RecordedCommit& commit) {
                            return commit.id == id;
                        });
        if (ours) {
            QFile::remove(path);
        }
    }
}

} // namespace

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
    for (const ProposedDecision& one : state.proposed) {
        if (state.hunk(one.hunkKey) != nullptr) {
            report.proposed.append(one);
        }
    }
    const auto add = [&](const DecisionText& text, const Decision& decision, bool conflict) {
        report.orphaned.append({text.hunkKey, text.targetPath, text.firstLine, text.title,
                                decision.kind, decision.note, conflict});
    };
    for (const OrphanedDecision& lost : state.orphaned) {
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
    const Result<PortBranch> branch = portBranchOf(state);
    if (!branch) {
        return branch.error();
    }
    return branch->tip.isEmpty() ? QByteArray() : state.meta.baseCommit + ' ' + branch->tip;
}

Result<QString> writePatches(const ProjectState& state, const QString& folder)
{
    const Result<PortBranch> branch = portBranchOf(state);
    if (!branch) {
        return branch.error();
    }
    if (branch->tip.isEmpty()) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("nothing is committed yet; commit accepted changes first"),
                     {}};
    }
    auto patches = branch->repository->exportPatches(state.meta.baseCommit, branch->tip, folder);
    if (!patches) {
        return patches.error();
    }
    removeFormerPatches(state, folder, *patches);
    return folder;
}

Result<QVector<PatchText>> portPatches(const ProjectState& state, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    const Result<PortBranch> branch = portBranchOf(state);
    if (!branch) {
        return branch.error();
    }
    QVector<PatchText> patches;
    if (branch->tip.isEmpty()) {
        return patches;
    }
    const auto take = [&](const Patch& patch) -> Result<void> {
        patches.append({patch.name, patch.bytes.left(kMostPatchBytes), patch.bytes.size(),
                        patch.files, patch.added, patch.removed});
        return {};
    };
    const Result<void> done =
        branch->repository->forEachPatch(state.meta.baseCommit, branch->tip, take);
    if (!done) {
        return done.error();
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
    const ReportFormat* known = reportFormat(format);
    if (known == nullptr || known->render == nullptr) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("unknown report format"), format};
    }
    return known->render(reportOf(state, now), rules);
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
    const ReportFormat* known = reportFormat(format);
    const bool byWindow = known != nullptr && known->maker == ReportFormat::Maker::Window;
    if (known == nullptr || (byWindow && !more.contains(format))) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("unknown report format"), format};
    }
    if (Result<void> made = makeFolder(folder); !made) {
        return made.error();
    }
    if (known->maker == ReportFormat::Maker::Commits) {
        return writePatches(state, path);
    }
    const auto bytes =
        byWindow ? more[format](reportOf(state, now)) : renderReport(state, rules, format, now);
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, {}, path};
    }
    return bytes ? save(path, *bytes) : Result<QString>(bytes.error());
}

} // namespace rocport
