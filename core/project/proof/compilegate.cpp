#include "core/project/proof/compilegate.h"

#include "core/files/readfile.h"
#include "core/project/port/commit.h"
#include "core/project/port/portbranch.h"

#include <QDir>

namespace rocport {

namespace {

constexpr qint64 kMaxCompileCommands = 64 * 1024 * 1024;

/// Files that have hunks and of which none is in `taken`.
QSet<RepoPath> undecidedFiles(const ScanResult& scan, const QSet<QByteArray>& taken)
{
    QSet<RepoPath> open;
    QSet<RepoPath> decided;
    for (const Hunk& hunk : scan.hunks) {
        QSet<RepoPath>& into = taken.contains(hunk.key) ? decided : open;
        into.insert(hunk.sourcePath);
        into.insert(hunk.targetPath);
    }
    return open.subtract(decided);
}

GateFileInput fileInput(const PortFile& file, const QByteArray& content, const QVector<Hunk>& hunks,
                        const QHash<QByteArray, QByteArray>& edited)
{
    GateFileInput input;
    input.path = file.path;
    input.source = file.source;
    input.content = content;
    input.isSibling = file.isNew && !file.source.isEmpty();
    input.map = mapHunks(file.original, content, hunks, edited, !file.source.isEmpty());
    return input;
}

QHash<RepoPath, QVector<Hunk>> byTarget(const QVector<Hunk>& hunks)
{
    QHash<RepoPath, QVector<Hunk>> files;
    for (const Hunk& hunk : hunks) {
        files[hunk.targetPath].append(hunk);
    }
    return files;
}

void setCommon(GateInput& input, const ScanResult& scan, const QVector<Hunk>& taken,
               const TargetSettings& target, const QString& root)
{
    QSet<QByteArray> keys;
    for (const Hunk& hunk : taken) {
        keys.insert(hunk.key);
        input.titles.insert(hunk.key, hunk.title);
    }
    for (const Hunk& hunk : scan.hunks) {
        if (!keys.contains(hunk.key) && !hunk.sourcePath.isEmpty()) {
            input.open.append(
                {hunk.key, hunk.title, hunk.sourcePath, hunk.firstLine, hunk.lastLine});
        }
    }
    input.undecided = undecidedFiles(scan, keys);
    input.target = target;
    input.strategy = scan.strategy;
    input.repositoryRoot = QDir(root).canonicalPath();
    input.compileCommands = compileCommandsOf(root);
}

} // namespace

QByteArray compileCommandsOf(const QString& root)
{
    QStringList folders{root};
    const QStringList builds = QDir(root).entryList(
        {QStringLiteral("build*"), QStringLiteral("out")}, QDir::Dirs, QDir::Name);
    for (const QString& build : builds) {
        folders.append(root + u'/' + build);
    }
    for (const QString& folder : std::as_const(folders)) {
        const auto bytes =
            readFile(folder + QStringLiteral("/compile_commands.json"), kMaxCompileCommands);
        if (bytes) {
            return *bytes;
        }
    }
    return {};
}

Result<GateInput> gateInput(const FolderScan& scanned, const QVector<Hunk>& chosen,
                            const TargetSettings& target, const QString& folder)
{
    const auto files = buildPort(chosen, {}, scanned.reader());
    if (!files) {
        return files.error();
    }
    GateInput input;
    input.tree = scanned.tree;
    const auto hunks = byTarget(chosen);
    for (const PortFile& file : *files) {
        input.port.append(fileInput(file, file.content, hunks.value(file.path), {}));
    }
    setCommon(input, *scanned.scan, chosen, target, folder);
    return input;
}

Result<GateInput> gateInput(const ProjectState& state)
{
    if (!state.scan) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the project has not been scanned yet"), state.projectFile};
    }
    const Result<PortBranch> branch = portBranchOf(state);
    if (!branch) {
        return branch.error();
    }
    const QByteArray base = branch->tip.isEmpty() ? state.scan->commit : branch->tip;
    auto tree = branch->repository->treeAt(base);
    if (!tree) {
        return tree.error();
    }
    QVector<QByteArray> keys;
    QHash<QByteArray, QByteArray> edited;
    for (const Hunk& hunk : state.scan->hunks) {
        const Decision* decision = state.decisions.decision(hunk.key);
        if (decision == nullptr || !isTaken(decision->kind)) {
            continue;
        }
        keys.append(hunk.key);
        if (decision->kind == DecisionKind::Edited) {
            edited.insert(hunk.key, decision->editedText);
        }
    }
    QVector<Hunk> taken;
    for (const QByteArray& key : withNeeded(state.scan->hunks, state.hunkIndex, keys)) {
        taken.append(*state.hunk(key));
    }
    const auto files = buildPort(taken, edited, [&](const RepoPath& path) {
        return branch->repository->fileAt(state.scan->commit, path);
    });
    if (!files) {
        return files.error();
    }
    const auto preview = previewPort(state);
    if (!preview) {
        return preview.error();
    }
    QHash<RepoPath, QByteArray> written;
    for (const CommitFile& file : *preview) {
        written.insert(file.path, file.content);
    }
    GateInput input;
    input.tree = std::shared_ptr<const SourceTree>(*std::move(tree));
    const auto hunks = byTarget(taken);
    for (const PortFile& file : *files) {
        QByteArray content = file.content;
        if (const auto now = written.constFind(file.path); now != written.constEnd()) {
            content = *now;
        } else if (const auto there = branch->repository->fileAt(base, file.path); there) {
            content = *there;
        }
        input.port.append(fileInput(file, content, hunks.value(file.path), edited));
    }
    setCommon(input, *state.scan, taken, state.meta.target, state.meta.repositoryRoot);
    return input;
}

} // namespace rocport
