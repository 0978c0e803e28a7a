#pragma once

#include "core/store/projectfile.h"

#include <QByteArray>

#include <memory>

namespace rocport::fixture {

inline QByteArray hexId(quint64 number)
{
    return QByteArray::number(number, 16).rightJustified(16, '0');
}

inline Finding finding(const RepoPath& path, int number, quint64 id)
{
    Finding finding;
    finding.id = hexId(id);
    finding.ruleId = number % 3 == 0 ? QStringLiteral("hipify-unsupported")
                                     : QStringLiteral("warp-mask-literal");
    finding.phase = number % 3 == 0 ? Phase::Translation : Phase::Wavefront;
    finding.severity = number % 3 == 0 ? Severity::Critical : Severity::Warning;
    finding.path = path;
    finding.range = {number * 40, number * 40 + 10};
    finding.line = number + 1;
    finding.column = 5;
    finding.endLine = number + 1;
    finding.symbol =
        number % 3 == 0 ? QStringLiteral("cudaGraphExecUpdate") : QStringLiteral("0xffffffff");
    finding.message = QStringLiteral("%1 names 32 lanes.").arg(finding.symbol);
    finding.excerpt =
        QStringLiteral("value_%1 = __shfl_down_sync(0xffffffff, value, %2);").arg(id).arg(number);
    finding.wayOut = number % 3 == 0 ? QStringLiteral("Capture the graph again.") : QString();
    finding.effort = number % 3 == 0 ? Effort::Hours : Effort::None;
    finding.group = QStringLiteral("runtime");
    return finding;
}

inline Hunk hunk(const RepoPath& path, int number, quint64 id)
{
    Hunk hunk;
    hunk.key = hexId(id + 0x8000000000ULL);
    hunk.proposalId = hexId(7);
    hunk.sourcePath = path;
    hunk.targetPath = path;
    hunk.baseHash = contentHash(path.bytes());
    hunk.edits = {{{number * 40, number * 40 + 10}, "0xffffffffffffffffull"}};
    hunk.firstLine = number + 1;
    hunk.lastLine = number + 1;
    hunk.phase = Phase::Wavefront;
    hunk.severity = Severity::Critical;
    hunk.ruleIds = {QStringLiteral("warp-mask-literal")};
    hunk.findingIds = {hexId(id)};
    hunk.title = QStringLiteral("Lane masks are 64 bits wide");
    hunk.reason = QStringLiteral("A wavefront has 64 lanes.");
    hunk.change = QStringLiteral("The literal names all `64` lanes.");
    hunk.referenceTitle = QStringLiteral("HIP porting guide");
    hunk.referenceUrl = QStringLiteral("https://example.org/hip");
    hunk.verdict = Verdict::Projected;
    hunk.verdictReason = QStringLiteral("Every token is equal.");
    return hunk;
}

inline std::shared_ptr<FileAnalysis> file(const QByteArray& path, int findings, quint64 firstId)
{
    auto analysis = std::make_shared<FileAnalysis>();
    analysis->path = RepoPath(path);
    analysis->contentHash = contentHash(path);
    analysis->language = Language::Cuda;
    analysis->bytes = findings * 40;
    analysis->lines = findings;
    for (int i = 0; i < findings; ++i) {
        analysis->findings.append(finding(analysis->path, i, firstId + quint64(i)));
        if (i % 3 != 0) {
            analysis->hunks.append(hunk(analysis->path, i, firstId + quint64(i)));
        }
    }
    analysis->apiUses = {{QStringLiteral("runtime"),
                          QStringLiteral("cudaGraphExecUpdate"),
                          {},
                          QStringLiteral("unsupported"),
                          findings / 3},
                         {QStringLiteral("runtime"), QStringLiteral("cudaMalloc"),
                          QStringLiteral("hipMalloc"), QStringLiteral("supported"), 2}};
    analysis->features.add(FeatureKind::Trait, QStringLiteral("kernel"));
    return analysis;
}

/// `files` files of `findings` findings each; two of three have a hunk. One hunk makes a new file.
inline std::shared_ptr<ScanResult> scan(int files, int findings)
{
    auto scan = std::make_shared<ScanResult>();
    scan->source = QStringLiteral("main @ 4f2c91e");
    scan->commit = QByteArray(40, 'a');
    scan->fingerprint = hexId(99);
    scan->compatHeader = RepoPath("rocport_compat.h");
    for (int i = 0; i < files; ++i) {
        const QByteArray name = "csrc/file_" + QByteArray::number(i).rightJustified(6, '0') + ".cu";
        scan->files.append(file(name, findings, quint64(i) * quint64(findings)));
        scan->identities.insert(scan->files.last()->path, "blob" + QByteArray::number(i));
        scan->hunks += scan->files.last()->hunks;
    }
    Hunk header = hunk(RepoPath("rocport_compat.h"), 0, 0xffffff);
    header.sourcePath = RepoPath();
    header.lastLine = 0;
    header.needs = {hexId(1)};
    scan->hunks.prepend(header);
    scan->identities.insert(RepoPath("data/weights.bin"), "blobW");
    scan->inventory.kind = RepositoryKind::CMake;
    scan->inventory.files = files + 1;
    scan->inventory.scannedFiles = files;
    scan->inventory.lines = files * findings;
    scan->inventory.languages = {{Language::Cuda, files, files * findings}};
    scan->inventory.libraries = {{QStringLiteral("runtime"), 2, 0, 1}};
    scan->inventory.risks = {{QStringLiteral("lane-mask"), Severity::Critical,
                              QStringLiteral("32-bit lane masks"), RepoPath("csrc/file_000000.cu"),
                              2}};
    scan->inventory.skipped = {{RepoPath("data/weights.bin"), QStringLiteral("binary")}};
    scan->elapsedMs = 12;
    return scan;
}

inline ProjectMeta meta()
{
    ProjectMeta meta;
    meta.name = QStringLiteral("seqkernels");
    meta.repositoryRoot = QStringLiteral("/home/someone/seqkernels");
    meta.baseCommit = QByteArray(40, 'a');
    meta.portBranch = QStringLiteral("rocport/seqkernels");
    meta.target.strategy = Strategy::CompatHeader;
    meta.target.architectures = {QStringLiteral("gfx942"), QStringLiteral("gfx90a")};
    meta.created = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000, Qt::UTC);
    return meta;
}

inline Decision decision(const QByteArray& key, DecisionKind kind)
{
    Decision decision;
    decision.hunkKey = key;
    decision.kind = kind;
    return decision;
}

inline DecisionBatch batch(BatchKind kind, const QVector<Decision>& decisions = {})
{
    DecisionBatch batch;
    batch.kind = kind;
    batch.label = QStringLiteral("Accept %1").arg(decisions.size());
    batch.author = QStringLiteral("Ada");
    batch.time = QDateTime::fromMSecsSinceEpoch(1'700'000'000'123, Qt::UTC);
    batch.decisions = decisions;
    return batch;
}

} // namespace rocport::fixture
