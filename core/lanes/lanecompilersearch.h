#pragma once

#include "core/process/runprocess.h"

#include <QStringList>

#include <functional>

namespace rocport {

struct LaneCompilerSearch
{
    QStringList names;     ///< in the order in which they are tried
    QStringList path;      ///< folders; empty: those of PATH
    QStringList arguments; ///< that a fitting compiler takes
    bool openMp = false;   ///< one that has OpenMP's header and library comes first
    QString object;        ///< what may be written to find that out
};

struct FoundLaneCompiler
{
    QString program; ///< absolute
    QString version; ///< first line of what it says of it
};

/// Runs a compiler.
using LaneCompilerCall =
    std::function<Result<ProcessOutput>(const QString& program, const QStringList& arguments)>;

/// The first compiler that takes the arguments. Errors: FileNotFound (there is none), those of
/// `call`.
Result<FoundLaneCompiler> findLaneCompiler(const LaneCompilerSearch& search,
                                           const LaneCompilerCall& call);

} // namespace rocport
