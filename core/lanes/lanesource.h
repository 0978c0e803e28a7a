#pragma once

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
    QVector<LaneProblem> problems;
    QVector<LaneKernel> kernels; ///< in the source's order
};

/// Rewrites what is no C++: launches with triple angle brackets, shared variables, which become
/// references to memory of the block, and __noinline__, which the standard library spells so too.
/// Calls that copy say before what they copy, for the record of them.
/// Any bytes; linear in time. What does not read like one of these is left as it is, for the
/// compiler to say so.
LaneSource laneSource(const QByteArray& source);

} // namespace rocport
