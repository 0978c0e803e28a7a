#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QStringList>
#include <QVector>

namespace rocport {

/// Where pip finds PyTorch for a release of ROCm (resources/facts/torch_wheels.tsv).
struct TorchWheels
{
    Version rocm;      ///< "7.14"; patch releases are not told apart
    Version torch;     ///< the newest that is known to be there; empty: none by name
    QString index;     ///< for pip's `--index-url`
    QByteArray source; ///< empty: nobody saw wheels for this release there

    /// Whether wheels for the release are known; if not, `index` is the one that holds new
    /// releases.
    [[nodiscard]] bool isKnown() const { return !source.isEmpty(); }
    /// Whether it is AMD's index, which has all releases and a package for each GPU, so that pip
    /// has to be told both. PyTorch's has an address for each release.
    [[nodiscard]] bool isForAllReleases() const;
};

/// All that the facts know, oldest release first.
const QVector<TorchWheels>& torchWheels();
/// Those for a release.
TorchWheels torchWheelsFor(const Version& rocm);
/// The newest release of ROCm of which PyTorch's own index is known to have wheels.
Version newestRocmOfPytorch();

/// What pip is asked for to get `packages` of torch's ("torch", "torch==2.14.*", "torchvision") out
/// of such an index, for GPUs by their LLVM names; none: for all.
QStringList wheelRequirements(const TorchWheels& wheels, const QStringList& packages,
                              const QStringList& architectures);
/// The whole command, with torch, torchvision and torchaudio, for a POSIX shell.
QString wheelCommand(const TorchWheels& wheels, const QStringList& architectures);
/// What to call the index in a sentence, Markdown: "PyTorch's index for it (`https://…`) …".
QString wheelsInWords(const TorchWheels& wheels, const QStringList& architectures);

} // namespace rocport
