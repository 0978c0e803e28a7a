#pragma once

#include "core/lanes/lanewords.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// Something in a source that has no meaning on the CPU.
struct LaneProblem
{
    int line = 1; ///< 1-based
    QString what; ///< "inline assembly"
};

/// A kernel that a source defines.
struct LaneKernel
{
    QByteArray name; ///< without namespace and template arguments
    int line = 1;    ///< 1-based, of its name
    int lastLine = 1;
};

/// A source of CUDA or HIP as host C++ that the headers of resources/lanes give its meaning.
struct LaneSource
{
    QByteArray text; ///< as many lines as the source, each where it was
    bool changed = false;
    bool hasPtx = false; ///< inline assembly that is played
    QVector<LaneProblem> problems;
    QVector<LaneKernel> kernels; ///< in the source's order
};

/// What sources are compiled for.
enum class LaneUse : unsigned char {
    Program,
    Modules, ///< also for modules: behind each kernel stands what makes it known by its name there
};

/// Rewrites what is no C++: launches with triple angle brackets, shared variables, which become
/// references to memory of the block, __noinline__, which the standard library spells so too, and
/// for NVIDIA's GPU (`isNvidia`) inline PTX, which the engine plays; AMD's assembly is a problem.
/// Calls that copy say before what they copy, for the record of them.
/// Any bytes; linear in time. What does not read like one of these is left as it is, for the
/// compiler to say so.
/// `names` are those of all sources of the program. Ends early if the work of the thread is
/// cancelled (CancelScope).
LaneSource laneSource(const QByteArray& source, bool isNvidia, const LaneNames& names = {},
                      LaneUse use = LaneUse::Program);

} // namespace rocport
