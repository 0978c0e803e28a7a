#pragma once

#include "core/base/repopath.h"
#include "core/translate/brackets.h"
#include "core/verify/gatetree.h"

#include <QByteArray>
#include <QSet>
#include <QStringList>
#include <QVector>

namespace rocport {

/// What the sources of a program need beside it while it runs.
struct LaneModuleNeeds
{
    bool loads = false;    ///< modules, whoever compiled them
    bool compiles = false; ///< with NVRTC or hipRTC
    QStringList files;     ///< names of files in its strings that modules have: "x/y64.fatbin"
    QStringList headers;   ///< names of headers in its strings, which it looks for

    /// Adds those of a source.
    void add(const TokenWalk& walk);
};

/// A module that a program finds as a file.
struct LaneModuleFile
{
    QString name; ///< as the program has it, relative
    RepoPath source;
    QByteArray kind; ///< "fatbin", "ptx", "cubin"
};

/// The sources of the files that a program names: one of the same stem, also without the bits or
/// the GPU at its end, beside the program's sources or below them; else the only source of device
/// code in a folder whose build file makes such files. `units`: the sources of the program. What
/// has no source is left out.
QVector<LaneModuleFile> laneModuleFiles(const QStringList& names, const GateTree& tree,
                                        const QVector<RepoPath>& units);

} // namespace rocport
