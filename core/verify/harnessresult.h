#pragma once

#include "core/verify/verifyrun.h"

#include <QHash>

namespace rocport {

/// What a node's torch, or the monitoring of a program, reported about its device.
struct HarnessEnvironment
{
    QString python, torch; ///< versions; empty: not reported
    QString hip, cuda;     ///< torch.version.*; empty: None
    QString device;        ///< "cuda:0", "cpu"
    QString deviceName;    ///< "AMD Instinct MI300X"
    QString gfx;           ///< "gfx942" without its features; empty: no AMD GPU
    qint64 memoryMb = 0;
    bool openedKfd = false; ///< of a program: it was seen to have the AMD driver open

    /// Whether a ROCm build of torch ran on an AMD GPU, or a program had one open.
    [[nodiscard]] bool onAmdGpu() const;
    /// "gfx942 (AMD Instinct MI300X)"; empty: no GPU was used.
    [[nodiscard]] QString shownDevice() const;
};

/// A file with results that the harness wrote.
struct HarnessFile
{
    QString caseId; ///< "bfloat16_0"; for an output, its name in the tree
    QString part;   ///< "outputs", "gradients", "output", "converted"
    QString path;   ///< below the results folder
    QByteArray sha256;
};

/// Everything that one run of the harness recorded. A value type.
struct HarnessResults
{
    QString action; ///< "load"; empty: it never started
    QString target;
    bool complete = false; ///< it wrote its last line
    HarnessEnvironment environment;
    QVector<VerifyCheck> checks; ///< in the order in which they ended; a check that began and did
                                 ///  not end counts as failed
    QStringList unfinished;      ///< ids of those that did not end
    QVector<StabilitySample> samples;
    QHash<QString, QString> inputHashes; ///< case -> SHA-256
    QVector<HarnessFile> files;
    QStringList notes; ///< sentences: lines that were not readable, samples left out
};

/// Reads harness.jsonl. It comes from a node and is not trusted: sizes, counts and names are
/// limited, unknown records are left out, and a truncated last line is not an error. Errors:
/// FileTooLarge (over 64 MiB), ParseFailed (no line is a record of the harness).
Result<HarnessResults> readHarness(QByteArrayView bytes);

} // namespace rocport
