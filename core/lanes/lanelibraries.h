#pragma once

#include <QByteArray>
#include <QStringList>
#include <QVector>

namespace rocport {

/// What a program needs beside the engine.
struct LaneLibraries
{
    QStringList sources; ///< of resources/lanes/src, without ".cpp"
    QStringList options; ///< of the linker
};

/// By what a program's units include: `lists` are their dependencies as a compiler writes them for
/// make. Each source and each option once.
LaneLibraries laneLibraries(const QVector<QByteArray>& lists);

/// Whether a source includes the header of OpenMP.
bool includesOpenMp(const QByteArray& source);

/// What is not installed, told by the headers that compilers and the libraries that the linker did
/// not find: one sentence each.
QStringList missingLaneLibraries(const QByteArray& output);

} // namespace rocport
