#pragma once

#include <QPair>
#include <QString>
#include <QVector>

namespace rocport {

/// Name and version of the libraries behind the diff and the editors.
QVector<QPair<QString, QString>> editorLibraries();

} // namespace rocport
