#pragma once

#include "core/lanes/lanebuild.h"
#include "core/verify/gateplan.h"

namespace rocport {

/// Compilers to try, the best first: "clang++", "clang++-24", … "g++-12".
QStringList laneCompilerNames();

/// What the engine and all units are compiled with: the standard, the headers of `headers`
/// (absolute, a copy of resources/lanes) and what the GPU that is played has.
QStringList playedArguments(const LaneRequest& request, const QString& headers);

/// How a unit is compiled beside what the repository asks for.
struct LaneUnitKind
{
    bool plainC = false;  ///< C that knows nothing of the GPU
    bool isClang = false; ///< the compiler, else it is GCC
};

/// Arguments of a unit, without those that the repository gives it, its name and the object's.
/// `tree`: absolute, the folder of the sources.
QStringList laneUnitArguments(const LaneRequest& request, const GateUnit& unit, LaneUnitKind kind,
                              const QString& headers, const QString& tree);

} // namespace rocport
