#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QHash>
#include <QVector>

namespace rocport {

struct FileAnalysis;

/// Files for CUDA whose AMD version the project has already: "src/cuda/scan.cu" beside
/// "src/hip/scan.hip", "scan_cuda.cu" beside "scan_hip.cpp". By the names alone.
using AmdTwins = QHash<RepoPath, RepoPath>;

/// \a paths are those of all files. Empty where copies beside the originals are made by the port
/// itself (strategy sibling) or by PyTorch.
AmdTwins amdTwins(const QVector<RepoPath>& paths, Strategy strategy);

/// Takes the hunks from \a firstHunk on back, because the project has a path for AMD GPUs in this
/// file; their findings say so in \a why, a sentence.
void leaveToProject(FileAnalysis& analysis, qsizetype firstHunk, const QString& why);

} // namespace rocport
