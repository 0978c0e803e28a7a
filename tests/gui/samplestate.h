#pragma once

#include "core/plan/plan.h"
#include "core/project/session/projectstate.h"

/// A project as in the design's examples, made by hand: 9 phases, 418 files, 37 of 212 decided.
namespace rocport::test {

inline Evidence place(const char* path, int line, const char* text, int count = 1)
{
    return {RepoPath(path), line, QString::fromUtf8(text), count};
}

inline PlanNode node(const char* id, const char* parent, const char* title, const char* edge,
                     bool taken)
{
    PlanNode n;
    n.id = QString::fromLatin1(id);
    n.parent = QString::fromLatin1(parent);
    n.title = QString::fromUtf8(title);
    n.edgeLabel = QString::fromLatin1(edge);
    n.taken = n.detected = taken;
    return n;
}

inline Plan samplePlan()
{
    Plan plan;
    PlanNode kernels =
        node("kernels", "", "Does the repository have C/C++ CUDA kernels?", "", true);
    kernels.isQuestion = true;
    kernels.evidence = {place("csrc/attn_fwd.cu", 214, "__global__ void attn_fwd(", 4),
                        place("csrc/scan.cuh", 12, "__global__ void scan(", 2)};
    kernels.evidenceCount = 41;
    PlanNode python = node("python-only", "kernels", "Python only", "No", false);
    python.subtitle = QStringLiteral("Phases 1, 5, 6, 7, 8");
    python.note = QStringLiteral("Not taken: 34 CUDA files");
    PlanNode dependencies = node("dependencies", "kernels",
                                 "Which CUDA-only dependencies do the kernels use?", "Yes", true);
    dependencies.isQuestion = true;
    dependencies.subtitle = QStringLiteral("Several answers can apply. Detected: 2 of 3.");
    PlanNode flash = node("flash-attn", "dependencies", "flash-attn only", "", false);
    flash.subtitle = QStringLiteral("Phase 5: replace with aiter");
    flash.note = QStringLiteral("Not taken: 0 imports");
    PlanNode cutlass = node("cutlass", "dependencies", "CUTLASS", "", true);
    cutlass.subtitle = QStringLiteral("Phase 3 and a manual rewrite");
    cutlass.evidence = {
        place("csrc/cutlass_gemm.cu", 6, "#include <cutlass/gemm/device/gemm.h>"),
        place("csrc/cutlass_gemm.cu", 41, "using Gemm = cutlass::gemm::device::Gemm<", 3),
        place("csrc/epilogue.cuh", 12, "cutlass::epilogue::thread::LinearCombination<", 2),
        place("setup.py", 57, "include_dirs=[\"third_party/cutlass/include\"],"),
        place(".gitmodules", 4, "url = https://github.com/NVIDIA/cutlass")};
    cutlass.evidenceCount = 8;
    PlanNode custom = node("custom", "dependencies", "Custom kernels", "", true);
    custom.subtitle = QStringLiteral("Phases 2 and 3 in full");
    custom.evidence = {place("csrc/topk_kernel.cu", 88, "__global__ void topk(")};
    custom.evidenceCount = 41;
    plan.nodes = {kernels, python, dependencies, flash, cutlass, custom};
    for (const Phase phase : kPhases) {
        PlanPhase p;
        p.phase = phase;
        p.reason = QStringLiteral("34 CUDA files");
        p.checklist = {QStringLiteral("Read the findings"), QStringLiteral("Decide every change")};
        plan.phases.append(p);
    }
    PlanPhase& graphs = plan.phases[7];
    graphs.run = false;
    graphs.overridden = true;
    graphs.reason = QStringLiteral("launch cost 1.8 %");
    return plan;
}

inline std::shared_ptr<ScanResult> sampleScan()
{
    auto scan = std::make_shared<ScanResult>();
    scan->elapsedMs = 3100;
    Inventory& inventory = scan->inventory;
    inventory.files = 418;
    inventory.scannedFiles = 182;
    inventory.lines = 36206;
    inventory.languages = {{Language::Python, 118, 21406},
                           {Language::Cuda, 34, 9812},
                           {Language::Cpp, 21, 4377},
                           {Language::CMake, 9, 611}};
    inventory.libraries = {{QStringLiteral("runtime"), 312, 2, 1},
                           {QStringLiteral("device"), 187, 0, 7},
                           {QStringLiteral("blas"), 46, 4, 0},
                           {QStringLiteral("rand"), 12, 0, 0},
                           {QStringLiteral("driver"), 9, 0, 2}};
    inventory.risks = {
        {QStringLiteral("inline-ptx"), Severity::Critical,
         QStringLiteral("Inline PTX, 7 blocks in 3 files"), RepoPath("csrc/attn_fwd.cu"), 133},
        {QStringLiteral("lane-mask"), Severity::Critical,
         QStringLiteral("32-bit lane masks, 29 uses"), RepoPath("csrc/warp_reduce.cuh"), 9},
        {QStringLiteral("tile"), Severity::Warning,
         QStringLiteral("cooperative_groups tile of 32, 5 uses"), RepoPath("csrc/scan.cuh"), 27}};
    auto file = std::make_shared<FileAnalysis>();
    file->path = RepoPath("seqkernels/train.py");
    file->language = Language::Python;
    for (int i = 0; i < 13; ++i) {
        Finding finding;
        finding.ruleId = QStringLiteral("compile-mode");
        finding.symbol =
            i < 11 ? QStringLiteral("torch.compile(mode=…)") : QStringLiteral("import pynvml");
        finding.phase = i < 11 ? Phase::Compile : Phase::Libraries;
        finding.path = file->path;
        finding.line = 10 + i;
        file->findings.append(finding);
    }
    scan->files.append(file);
    return scan;
}

inline std::shared_ptr<ProjectState> sampleState()
{
    auto state = std::make_shared<ProjectState>();
    state->projectFile = QStringLiteral("/tmp/seqkernels.rocport");
    state->meta.name = QStringLiteral("seqkernels");
    state->meta.repositoryRoot = QStringLiteral("/tmp/seqkernels");
    state->meta.portBranch = QStringLiteral("rocport/seqkernels");
    state->meta.baseCommit = "4f2c91e5a7b3c0d1e2f34f2c91e5a7b3c0d1e2f3";
    state->repository.headBranch = QStringLiteral("main");
    state->plan = samplePlan();
    state->scan = sampleScan();
    state->scannedAt = QDateTime::currentDateTimeUtc();
    const int hunks[] = {11, 9, 96, 41, 12, 27, 27, 0, 0};
    const int accepted[] = {8, 9, 18, 6, 0, 3, 1, 0, 0};
    for (int i = 0; i < kPhaseCount; ++i) {
        PhaseCounts counts;
        counts.findings = counts.hunks = hunks[i];
        counts.accepted = counts.proved = accepted[i];
        counts.committed = i == 1 ? accepted[i] : 0;
        state->counts.append(counts);
    }
    state->overrides = {{QStringLiteral("phase-7"), false, QStringLiteral("launch cost 1.8 %")}};
    state->hunks = 212;
    state->decided = 37;
    return state;
}

} // namespace rocport::test
