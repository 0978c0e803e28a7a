#pragma once

#include "core/isolation/syntaxtree.h"
#include "core/rules/analyse.h"
#include "core/rules/proposal.h"

#include <QVector>

namespace rocport {

/// What a line of a manifest pulls in.
enum class PinKind : quint8 {
    TorchVersion,  ///< torch==2.5.1: the index decides the build, and PyPI's is CUDA
    TorchCuda,     ///< torch==2.5.1+cu124
    JaxCuda,       ///< jax[cuda12]
    NvidiaPackage, ///< nvidia-cublas-cu12
    CupyCuda,      ///< cupy-cuda12x
    CudaIndex,     ///< https://download.pytorch.org/whl/cu124
    CondaCuda,     ///< pytorch-cuda=12.4, cudatoolkit
};

/// One entry of a manifest that brings CUDA builds.
struct CudaPin
{
    PinKind kind = PinKind::TorchVersion;
    ByteRange range;
    QString symbol; ///< the entry as written, without comment, marker and hashes
};

/// Classifies one requirement ("jax[cuda12]>=0.4; sys_platform == 'linux'"): PEP 508, blanks and
/// quotes around it allowed. `range.begin` of the result is the offset in `text`.
std::optional<CudaPin> classifyRequirement(QByteArrayView text);
/// The first CUDA wheel index in `text`.
std::optional<CudaPin> findCudaIndex(QByteArrayView text);

/// All pins of a file, in order of position.
QVector<CudaPin> pinsOfRequirements(const SourceBuffer& source);
QVector<CudaPin> pinsOfToml(const SourceBuffer& source);
QVector<CudaPin> pinsOfSetupCfg(const SourceBuffer& source);
QVector<CudaPin> pinsOfYaml(const SourceBuffer& source);
QVector<CudaPin> pinsOfSetupPy(const SyntaxTree& tree);

/// Findings of the rules that look at manifests.
void addPins(const QVector<CudaPin>& pins, const AnalysisContext& context, Language language,
             ProposalWriter& writer);

} // namespace rocport
