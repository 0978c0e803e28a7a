#pragma once

#include "core/base/words.h"
#include "core/store/projectfile.h"

#include <QMutex>
#include <QObject>
#include <QString>
#include <QVector>

namespace rocport {

class OpenProject;

/// Enters steps into the history of the open project: in the state at once, in the project file
/// beside the calling thread. What is shown goes back to what is stored where that fails. Lives in
/// the session's thread.
class StepRecorder : public QObject
{
    Q_OBJECT

public:
    explicit StepRecorder(OpenProject& project) : m_project(project) {}

    /// A step of the person who works here, made now; nothing is in it yet. Only while a project is
    /// open.
    [[nodiscard]] DecisionBatch newStep(const QString& label) const;
    /// Enters steps that stand from now on; ends in StateChange::Decisions. Only while a project is
    /// open for writing.
    void append(const QVector<DecisionBatch>& steps);
    void append(const DecisionBatch& step) { append(QVector<DecisionBatch>{step}); }

Q_SIGNALS:
    /// Steps were entered: the log was `before`, and the steps decide `keys`; none for undo and
    /// redo, after which ProjectHistory does itself what follows.
    void appended(const rocport::DecisionLog& before, const QVector<QByteArray>& keys);
    /// Steps could not be stored; the log that was `shown` has gone back to what the file says.
    void takenBack(const rocport::DecisionLog& shown);

private:
    /// Writes what waits, in the file's thread.
    void writeQueue(ProjectFile& file);

    OpenProject& m_project;
    QMutex m_lock;
    QVector<DecisionBatch> m_queue; // entered, not yet given to the file; written together
};

} // namespace rocport
