#pragma once

#include <QByteArray>
#include <QStringList>

namespace rocport {

/// What is not installed, told by the headers that compilers did not find: one sentence each.
QStringList missingLaneLibraries(const QByteArray& compilerOutput);

} // namespace rocport
