#include "core/project/proof/compilerproofs.h"

#include "core/files/readfile.h"
#include "core/project/proof/compilegate.h"

#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

/// A tree without files, for overlays.
class EmptyTree : public SourceTree
{
public:
    [[nodiscard]] Result<QVector<TreeEntry>> list(const CancelToken& /*cancel*/) const override
    {
        return QVector<TreeEntry>();
    }
    [[nodiscard]] Result<QByteArray> read(const TreeEntry& entry, qint64 /*limit*/) const override
    {
        return Error{ErrorCode::FileNotFound, {}, entry.path.display()};
    }
    [[nodiscard]] QString describe() const override { return {}; }
};

bool isPython(const RepoPath& path)
{
    return languageOfFile(path.fileName()) == Language::Python;
}

/// The Python files that both trees have, with different texts.
Result<QVector<PythonPair>> pythonPairs(const SourceTree& original,
                                        const QHash<RepoPath, QByteArray>& before,
                                        const SourceTree& ported,
                                        const QHash<RepoPath, QByteArray>& after,
                                        const CancelToken& cancel)
{
    const auto left = original.list(cancel);
    const auto right = &original == &ported ? left : ported.list(cancel);
    if (!left || !right) {
        return left ? right.error() : left.error();
    }
    QHash<RepoPath, const TreeEntry*> entries;
    for (const TreeEntry& entry : *left) {
        if (entry.kind == TreeEntry::Kind::File && isPython(entry.path)) {
            entries.insert(entry.path, &entry);
        }
    }
    QVector<PythonPair> pairs;
    const auto add = [&](const RepoPath& path, const QByteArray& text) {
        const TreeEntry* entry = entries.value(path);
        const auto old = entry != nullptr ? original.read(*entry, kMaxAnalysedBytes)
                                          : Result<QByteArray>(before.value(path));
        const bool known = entry != nullptr || before.contains(path);
        if (known && old && *old != text) {
            pairs.append({path, *old, text});
        }
    };
    for (auto one = after.cbegin(); one != after.cend(); ++one) {
        if (isPython(one.key())) {
            add(one.key(), one.value());
        }
    }
    for (const TreeEntry& entry : *right) {
        const TreeEntry* twin = entries.value(entry.path);
        if (&original == &ported || twin == nullptr || after.contains(entry.path) ||
            entry.kind != TreeEntry::Kind::File || twin->identity == entry.identity) {
            continue;
        }
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (const auto text = ported.read(entry, kMaxAnalysedBytes)) {
            add(entry.path, *text);
        }
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const PythonPair& a, const PythonPair& b) { return a.path < b.path; });
    return pairs;
}

/// Both trees, read one after the other.
Result<CompilerProofInput> inputOf(const SourceTree& original,
                                   const QHash<RepoPath, QByteArray>& before,
                                   const SourceTree& ported,
                                   const QHash<RepoPath, QByteArray>& after,
                                   const CancelToken& cancel)
{
    CompilerProofInput input;
    auto left = GateTree::read(original, before, cancel);
    if (!left) {
        return left.error();
    }
    auto right = GateTree::read(ported, after, cancel);
    if (!right) {
        return right.error();
    }
    input.original = *std::move(left);
    input.ported = *std::move(right);
    auto python = pythonPairs(original, before, ported, after, cancel);
    if (!python) {
        return python.error();
    }
    input.python = *std::move(python);
    return input;
}

Result<CompilerProofInput> inputOfFiles(const QString& original, const QString& ported,
                                        const CancelToken& cancel)
{
    const auto before = readFile(original);
    if (!before) {
        return before.error();
    }
    const auto after = readFile(ported);
    if (!after) {
        return after.error();
    }
    const RepoPath path(QFileInfo(ported).fileName().toUtf8());
    auto input = inputOf(EmptyTree(), {{path, *before}}, EmptyTree(), {{path, *after}}, cancel);
    if (input) {
        // Headers beside the files: those of the original serve both.
        input->includes = {QFileInfo(original).absolutePath()};
    }
    return input;
}

} // namespace

Result<CompilerProofInput> nvccInput(const QString& original, const QString& ported,
                                     const CancelToken& cancel)
{
    if (!QFileInfo(original).isDir()) {
        return inputOfFiles(original, ported, cancel);
    }
    const auto before = openFolderTree(original);
    if (!before) {
        return before.error();
    }
    const auto after = openFolderTree(ported);
    if (!after) {
        return after.error();
    }
    auto input = inputOf(**before, {}, **after, {}, cancel);
    if (input) {
        input->repositoryRoot = QFileInfo(original).canonicalFilePath();
        input->compileCommands = compileCommandsOf(original);
    }
    return input;
}

Result<CompilerProofInput> nvccInput(const QString& folder, const RangeProof& range,
                                     const CancelToken& cancel)
{
    auto repository = Repository::open(folder);
    if (!repository) {
        return repository.error();
    }
    const auto info = (*repository)->info();
    if (!info) {
        return info.error();
    }
    const auto before = (*repository)->treeAt(range.base);
    if (!before) {
        return before.error();
    }
    const auto after = (*repository)->treeAt(range.tip);
    if (!after) {
        return after.error();
    }
    auto input = inputOf(**before, {}, **after, {}, cancel);
    if (input) {
        input->repositoryRoot = info->root;
        input->compileCommands = compileCommandsOf(info->root);
    }
    return input;
}

Result<ProjectProofInput> nvccInput(const ProjectState& state, const CancelToken& cancel)
{
    if (!state.scan) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the project has not been scanned yet"), state.projectFile};
    }
    QVector<QByteArray> keys;
    QHash<QByteArray, QByteArray> edited;
    for (const Hunk& hunk : state.scan->hunks) {
        const Decision* decision = state.decisions.decision(hunk.key);
        const DecisionKind kind = state.decisions.kind(hunk.key);
        const bool undecided = kind == DecisionKind::Open || kind == DecisionKind::Deferred;
        if (isTaken(kind) || (undecided && isProved(hunk.verdict))) {
            keys.append(hunk.key);
        }
        if (kind == DecisionKind::Edited && decision != nullptr) {
            edited.insert(hunk.key, decision->editedText);
        }
    }
    ProjectProofInput result;
    result.hunks = withNeeded(state.scan->hunks, state.hunkIndex, keys);
    QVector<Hunk> hunks;
    for (const QByteArray& key : std::as_const(result.hunks)) {
        hunks.append(*state.hunk(key));
    }
    auto repository = Repository::open(state.meta.repositoryRoot);
    if (!repository) {
        return repository.error();
    }
    const auto tree = (*repository)->treeAt(state.scan->commit);
    if (!tree) {
        return tree.error();
    }
    const auto files = buildPort(hunks, edited, [&](const RepoPath& path) {
        return (*repository)->fileAt(state.scan->commit, path);
    });
    if (!files) {
        return files.error();
    }
    QHash<RepoPath, QByteArray> overlay;
    for (const PortFile& file : *files) {
        overlay.insert(file.path, file.content);
    }
    auto input = inputOf(**tree, {}, **tree, overlay, cancel);
    if (!input) {
        return input.error();
    }
    result.input = *std::move(input);
    result.input.repositoryRoot = state.meta.repositoryRoot;
    result.input.compileCommands = compileCommandsOf(state.meta.repositoryRoot);
    return result;
}

IsolationProof withNvcc(const IsolationProof& proof, const CompilerFileProof& nvcc)
{
    IsolationProof result = proof;
    const QString before = proof.reason.isEmpty() ? QString() : proof.reason + QStringLiteral("; ");
    switch (nvcc.status) {
    case CompilerProofStatus::Agrees:
        if (proof.verdict != Verdict::Violated) {
            result.verdict = Verdict::Compiled;
        }
        result.reason = before + nvcc.reason;
        if (nvcc.isWhole()) {
            result.reason += QStringLiteral(" (%1)").arg(nvcc.compiler);
        }
        break;
    case CompilerProofStatus::Differs:
        result.reason = before + QStringLiteral("%1: %2").arg(nvcc.compiler, nvcc.reason);
        if (nvcc.isWhole()) {
            result.verdict = Verdict::Violated;
        }
        break;
    case CompilerProofStatus::NotChecked:
        result.reason = before + QStringLiteral("not compiled: %1").arg(nvcc.reason);
        break;
    }
    return result;
}

void applyNvcc(const CompilerProof& nvcc, QVector<FileProof>& files)
{
    QHash<RepoPath, const CompilerFileProof*> byPath;
    for (const CompilerFileProof& file : nvcc.files) {
        byPath.insert(file.path, &file);
    }
    for (FileProof& file : files) {
        if (const CompilerFileProof* proof = byPath.value(file.path)) {
            file.proof = withNvcc(file.proof, *proof);
        }
    }
}

} // namespace rocport
