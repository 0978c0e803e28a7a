#pragma once

#include "core/remote/job.h"

#include <QByteArray>
#include <QPair>
#include <QStringList>
#include <QVector>

namespace rocport {

/// Folder of a synchronised tree on the node.
QString treeFolder(const QString& workspace, const QString& tree);

/// Folder on the node of the sources that the tasks of an array copy (NodeAgent::hold()).
QString heldTreeFolder(const QString& workspace, const QString& array, const QString& tree);

/// The files of the job's folder on the node, ready for makeTar(): the user's files, and the
/// scripts in `.rocport`. Errors: InvalidArgument (jobProblems()).
Result<QVector<QPair<QString, QByteArray>>> composeJobFiles(const JobSpec& job,
                                                            const QString& workspace);

/// The job's variables, those of the node first; later ones win.
QVector<QPair<QString, QString>> jobEnvironment(const JobSpec& job);

/// What would run, for people: values of secret-looking variables are masked.
JobPreview composePreview(const JobSpec& job);

} // namespace rocport
