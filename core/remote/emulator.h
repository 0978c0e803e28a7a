#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// The emulator of AMD GPUs, rocjitsu, through which a node's jobs run.
struct EmulatorSettings
{
    QString gpu = QStringLiteral("gfx942"); ///< the GPU that is emulated, an id of emulatedGpus()
    /// The folder of ROCm with the emulator, absolute; empty: where ROCm is installed.
    QString rocm;
    /// The file with the layout of the GPU, absolute; empty: the emulator's own for `gpu`.
    QString configuration;
    /// One GPU for all processes of a job, held by a daemon, as torchrun and RCCL need; otherwise
    /// each process has a GPU of its own.
    bool shared = false;

    friend bool operator==(const EmulatorSettings&, const EmulatorSettings&) = default;
};

/// A GPU that the emulator knows.
struct EmulatedGpu
{
    QString id;    ///< "gfx942"
    QString title; ///< "MI300X"
    /// Names of the emulator's files that lay it out, the preferred one first: releases of rocjitsu
    /// have called them differently (ROCm/rocm-systems, emulation/rocjitsu/configs, May to November
    /// 2026).
    QStringList configurations;
};

/// What can be emulated, data-centre GPUs first.
const QVector<EmulatedGpu>& emulatedGpus();
/// "MI300X" for "gfx942"; an id that is not known stands for itself.
QString emulatedGpuTitle(const QString& gpu);

/// The emulator as it is installed on this machine.
struct Emulator
{
    QString root;          ///< the folder of its ROCm, absolute
    QString program;       ///< absolute; if it is missing, where it would be
    QString configuration; ///< absolute; if it is missing, where the preferred one would be
    QString problem;       ///< what is missing and what to do, one sentence; empty: nothing
};

/// Looks for the emulator: in the folder of the settings, else in `roots` (rocmRoots()), in order.
/// Only asks for files by name, and does not start anything.
Emulator findEmulator(const EmulatorSettings& settings, const QStringList& roots);
/// The argument list that runs `inner` on the emulated GPU (rocjitsu(1): `rocjitsu --config FILE
/// [--daemon] -- PROGRAM`). The emulator puts itself before the driver with LD_PRELOAD, for
/// `inner` and all that it starts.
QStringList emulatorCommand(const Emulator& emulator, const EmulatorSettings& settings,
                            const QStringList& inner);

} // namespace rocport
