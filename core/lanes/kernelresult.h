#pragma once

#include "core/lanes/lanebuild.h"
#include "core/lanes/lanerecording.h"
#include "core/tensor/bundle.h"
#include "core/tensor/comparison.h"

namespace rocport {

/// A buffer of a kernel after its launch.
struct KernelBuffer
{
    QString name;
    ElementType type = ElementType::Float32;
    QVector<qint64> shape;
    qint64 elements = 0;
    bool isInput = false; ///< the kernel takes it as one that it does not write
    bool isKept = true;   ///< its bytes are there; else nothing of the following is known
    qint64 changed = 0;   ///< elements that are not what they were before
    QStringList first;    ///< of its values
    double least = 0, most = 0, mean = 0; ///< of what is neither NaN nor infinite
    qint64 nans = 0, infinities = 0;
};

/// What one launch gave.
struct KernelResult
{
    QString kernel; ///< as it was asked for
    bool original = false;
    int lanes = 32;
    std::array<quint32, 3> grid{}, block{};
    QVector<KernelBuffer> buffers;
    std::optional<FileComparison> against; ///< another machine's, with its bundle as the reference
    QVector<LaneComplaint> complaints;
};

/// Gives the copies of a kernel that was run alone the types that its arguments have.
void nameKernelBuffers(const KernelCall& call, LaneRecording& recording);

/// What the buffers hold, of a recording whose buffers have been named. Errors: those of reading,
/// Cancelled.
Result<QVector<KernelBuffer>> kernelBuffers(const KernelCall& call, const KernelSignature& kernel,
                                            const LaneRecording& recording,
                                            const CancelToken& cancel);

/// Whether saveKernelBundle() may write to `folder`: one that is new, is empty, or has an unchanged
/// bundle that it wrote for a kernel of the same name. Errors: NotPossibleNow, Cancelled.
Result<void> checkKernelBundleFolder(const KernelCall& call, const QString& folder,
                                     const CancelToken& cancel);

/// Makes `folder` a golden bundle: what was in the buffers before, and afterwards in those that the
/// kernel writes. `device`: of the run, for people. Errors: those of
/// checkKernelBundleFolder(), NotPossibleNow (buffers that were not kept), those of reading and
/// writing.
Result<TensorBundle> saveKernelBundle(const KernelCall& call, const KernelSignature& kernel,
                                      const LaneRecording& recording, const QString& folder,
                                      const QString& device, const CancelToken& cancel);

} // namespace rocport
