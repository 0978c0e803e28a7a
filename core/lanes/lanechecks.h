#pragma once

#include "core/lanes/lanebuild.h"

namespace rocport {

/// What may be asked for: "bounds", "uninitialised", "race" and "order".
QStringList laneCheckNames();

/// Whether one of the checks needs a program that calls the engine before each access.
bool checksAccesses(const QStringList& checks);

/// Arguments for that: of the compiler for sources of the program, and of the linker.
QStringList accessCheckArguments(bool isClang);
QStringList accessLinkArguments();

/// Whether addr2line is there, without which readComplaints() finds no lines.
bool findsLines(const LaneRequest& request);

/// Reads what the engine wrote to `file` while the program ran. It is not to be trusted: no more
/// than a file, and of some size. Places that it knows by their address in `program` are looked up
/// by addr2line, which `runner` runs; without it they have no line. Each check and place comes
/// once.
QVector<LaneComplaint> readComplaints(const QString& file, const QString& program,
                                      const LaneRequest& request, const ProcessRunner& runner,
                                      const CancelToken& cancel);

/// How often a program runs whose orders are compared: once as without that check, and in others.
inline constexpr int kRunsInOrders = 9;

/// Runs the program some more times with its lanes and blocks in other orders, and says for each
/// whose output or end is not that of the first run what differs, without a capital and a point.
/// Errors: those of runLanes().
Result<QStringList> runInOtherOrders(const LaneRequest& request, const LaneProgram& program,
                                     const QStringList& arguments, const LaneLimits& limits,
                                     const LaneRun& first, const Sandbox& sandbox,
                                     const ProcessRunner& runner, const CancelToken& cancel);

/// How the output and the end of a program that ran in another order differ from the first run's;
/// empty: they do not.
QString differenceOfOrders(const ProcessOutput& first, const ProcessOutput& other);

} // namespace rocport
