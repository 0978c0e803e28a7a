#include "core/project/session/openstate.h"

#include "core/project/nodes/remoterecords.h"
#include "core/project/review/storedreviews.h"
#include "core/project/session/derivedstate.h"
#include "core/project/session/ruleswitches.h"
#include "core/project/session/sourcereader.h"

namespace rocport {

namespace {

/// Copies a read result into `target`, or gives the error.
template <typename T>
Result<void> take(Result<T> from, T& target)
{
    if (!from) {
        return from.error();
    }
    target = *std::move(from);
    return {};
}

Result<void> readCarried(const ProjectFile& file, ProjectState& state)
{
    QVector<DecisionText> texts;
    Result<void> read = take(file.guardWidths(), state.guardWidths);
    if (read) {
        read = take(file.userGuards(), state.userGuards);
    }
    if (read) {
        read = take(file.decisionTexts(), texts);
    }
    for (const DecisionText& text : std::as_const(texts)) {
        state.decisionTexts.insert(text.hunkKey, text);
    }
    return read;
}

} // namespace

Result<ProjectState> readState(ProjectFile& file, const RepositoryInfo& repository)
{
    ProjectState state;
    state.projectFile = file.path();
    state.repository = repository;
    QVector<DecisionBatch> batches;
    QVector<CompiledProof> compiled;
    Result<void> read = take(file.meta(), state.meta);
    if (read) {
        read = take(file.loadScan(), state.rawScan);
    }
    if (read) {
        read = readCarried(file, state);
    }
    if (read) {
        read = take(file.batches(), batches);
    }
    if (read) {
        read = take(file.overrides(), state.overrides);
    }
    if (read) {
        read = take(file.summaries(), state.summaries);
    }
    if (read) {
        read = take(file.commits(), state.commits);
    }
    if (read) {
        read = take(file.exports(), state.exports);
    }
    if (read) {
        read = take(file.scannedAt(), state.scannedAt);
    }
    if (read) {
        read = take(file.compiledProofs(), compiled);
    }
    if (read) {
        read = take(proposedDecisions(file), state.proposed);
    }
    if (read) {
        auto reviews = readReviews(file);
        if (reviews) {
            state.reviews = std::make_shared<const QVector<KeptReview>>(*std::move(reviews));
        } else {
            read = reviews.error();
        }
    }
    if (read) {
        auto remote = readRemoteRecords(file);
        if (remote) {
            state.remote = std::make_shared<const RemoteRecords>(*std::move(remote));
        } else {
            read = remote.error();
        }
    }
    if (!read) {
        return read.error();
    }
    state.decisions = DecisionLog(batches);
    // Decisions hang on the includes that this strategy writes: it stays for projects that were
    // begun when it was chosen for them.
    if (!state.meta.target.strategy && state.rawScan && !batches.isEmpty() &&
        state.rawScan->strategy == Strategy::CompatHeader) {
        state.meta.target.strategy = Strategy::CompatHeader;
    }
    for (const CompiledProof& proof : std::as_const(compiled)) {
        state.compiled.insert(proof.hunkKey, proof);
    }
    for (const RecordedCommit& commit : std::as_const(state.commits)) {
        if (!commit.undone) {
            state.committed.unite(QSet<QByteArray>(commit.hunkKeys.begin(), commit.hunkKeys.end()));
        }
    }
    if (state.rawScan) {
        auto shaped = layOutGuards(state.rawScan, state.meta.target, guardRequest(state),
                                   sourceReader(state, state.rawScan->commit));
        // Without the repository the guards cannot be made; what was scanned is shown.
        state.guards = shaped ? *std::move(shaped) : GuardedScan{state.rawScan, {}, {}, {}, {}};
        dropRulesOff(state.guards, state.meta.target.rulesOff, state.decisions, state.committed);
        state.scan = state.guards.scan;
        refreshIndex(state);
        state.plan = makePlan(*state.scan, state.overrides);
    }
    if (state.repository.root.isEmpty()) {
        auto opened = Repository::open(state.meta.repositoryRoot);
        if (opened) {
            auto info = (*opened)->info();
            if (info) {
                state.repository = *std::move(info);
            }
        }
    }
    return state;
}

Result<ProjectState> openStateReadOnly(const QString& projectFile)
{
    auto file = ProjectFile::open(projectFile, true);
    if (!file) {
        return file.error();
    }
    auto state = readState(**file, {});
    if (!state) {
        return state.error();
    }
    state->readOnly = true;
    fillCounts(*state);
    return state;
}

} // namespace rocport
