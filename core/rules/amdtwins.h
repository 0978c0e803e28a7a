#pragma once

#include "core/base/repopath.h"
#include "core/base/words.h"

#include <QHash>
#include <QVector>

namespace rocport {

struct FileAnalysis;

/// CUDA files of which the project already has an AMD version: "src/cuda/scan.cu" beside
/// "src/hip/scan.hip", "scan_cuda.cu" beside "scan_hip.cpp". Judged by the names alone.
using AmdTwins = QHash<RepoPath, RepoPath>;

/// \a paths are those of all files. Empty if the port itself (strategy sibling) or PyTorch makes
/// copies beside the originals.
AmdTwins amdTwins(const QVector<RepoPath>& paths, Strategy strategy);

/// Withdraws the hunks from \a firstHunk on, because the project has a path for AMD GPUs in this
/// file; their findings say so with \a why, a sentence.
void leaveToProject(FileAnalysis& analysis, qsizetype firstHunk, const QString& why);

} // namespace rocport
