#pragma once

#include <QByteArray>
#include <QStringList>
#include <QVector>

namespace rocport {

/// What a program is linked with beside the engine: `lists` are its units' dependencies as a
/// compiler writes them for make. Options of the linker, each once.
QStringList laneLibraries(const QVector<QByteArray>& lists);

/// What is not installed, told by the headers that compilers did not find: one sentence each.
QStringList missingLaneLibraries(const QByteArray& compilerOutput);

} // namespace rocport
