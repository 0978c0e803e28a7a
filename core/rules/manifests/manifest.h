#pragma once

#include "core/rules/analyse.h"
#include "core/rules/manifests/manifestindex.h"
#include "core/rules/manifests/shellcommands.h"
#include "core/rules/proposal.h"

#include <QVector>

#include <array>

namespace rocport {

/// What a line in a manifest pulls in.
enum class PinKind : quint8 {
    TorchVersion,  ///< torch==2.5.1: the index decides the build, and PyPI's is CUDA
    TorchCuda,     ///< torch==2.5.1+cu124
    TorchPinner,   ///< xformers==0.0.29: requires one exact torch
    TorchLatest,   ///< pip install torch, in a command
    JaxCuda,       ///< jax[cuda12]
    NvidiaPackage, ///< nvidia-cublas-cu12
    CupyCuda,      ///< cupy-cuda12x
    CudaBuild,     ///< onnxruntime-gpu, tensorflow[and-cuda]: a separate package for CUDA
    CudaIndex,     ///< https://download.pytorch.org/whl/cu124
    CondaCuda,     ///< pytorch-cuda=12.4, cudatoolkit
    CondaChannel,  ///< channels: nvidia, pytorch
    LockFile,      ///< poetry.lock and the like: one per file
};

/// One entry of a manifest that brings CUDA builds.
struct CudaPin
{
    PinKind kind = PinKind::TorchVersion;
    ByteRange range;
    QString symbol; ///< the entry as written, without comment, marker and hashes
    QString detail; ///< for LockFile: what is locked
    int count = 1;  ///< for LockFile: the number of locked packages
};

/// Classifies one requirement ("jax[cuda12]>=0.4; sys_platform == 'linux'"): PEP 508, blanks and
/// quotes around it allowed. `range.begin` of the result is the offset in `text`.
std::optional<CudaPin> classifyRequirement(QByteArrayView text);
/// The first CUDA wheel index in `text`.
std::optional<CudaPin> findCudaIndex(QByteArrayView text);
/// Conda: "pytorch-cuda=12.4", "cudatoolkit", "cuda-toolkit", "pytorch=2.5=*cuda*".
std::optional<CudaPin> classifyConda(QByteArrayView text);

/// The name in a conda entry: "pytorch" in "conda-forge::pytorch=2.3=*cuda*".
QByteArray condaName(QByteArrayView entry);

/// torch and the packages that come from its index, with names normalised by PEP 503.
inline constexpr std::array kTorchPackages = {"torch",  "torchvision",         "torchaudio",
                                              "triton", "pytorch-triton-rocm", "triton-rocm"};
bool isTorchPackage(QByteArrayView name);
/// Whether an extra asks for CUDA: "cuda12" in jax[cuda12], "cu128".
bool isCudaExtra(QByteArrayView extra);

/// The pins of a manifest.
QVector<CudaPin> pinsOf(const ManifestSummary& manifest);
/// The pins among the arguments of commands in a script, workflow or document.
QVector<CudaPin> pinsOfCommands(const SourceBuffer& source, Language language);
bool isLockFile(const RepoPath& path);
/// The pins of a lock file: one at most.
QVector<CudaPin> pinsOfLockFile(const SourceBuffer& source);

/// Adds the findings of the rules about manifests, each in order of position.
void addPins(QVector<CudaPin> pins, const AnalysisContext& context, FileAnalysis& analysis,
             ProposalWriter& writer);
/// Adds findings for installs that may replace torch, in scripts, Dockerfiles, makefiles, workflows
/// and documents.
void addInstalls(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis,
                 ProposalWriter& writer);
/// Adds findings for CUDA images, NVIDIA runtimes and the CUDA toolkit in Dockerfiles, compose
/// files and workflows; hunks for the images in a Dockerfile.
void addContainers(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis, ProposalWriter& writer);
/// Analyses what commands install and run, for a file that has another analysis too.
void analyseCommands(const SourceBuffer& source, const AnalysisContext& context,
                     FileAnalysis& analysis);
/// Bounds on Python, and JAX beside PyTorch.
void addManifestAdvice(const SourceBuffer& source, const ManifestSummary& manifest,
                       const AnalysisContext& context, FileAnalysis& analysis,
                       ProposalWriter& writer);

/// The rule with a matcher of kind "manifest-key" and `topic`; null if it does not apply. No topic
/// means "pin".
const Rule* manifestRule(const AnalysisContext& context, Language language, const char* topic);

} // namespace rocport
