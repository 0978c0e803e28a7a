#pragma once

#include "core/base/words.h"
#include "core/store/projectfile.h"

#include <QMutex>
#include <QObject>
#include <QString>
#include <QVector>

namespace rocport {

class OpenProject;

/// Enters steps into the history of the open project: into the state at once, into the project file
/// in another thread. If that fails, what is shown goes back to what is stored. Lives in the
/// session's thread.
class StepRecorder : public QObject
{
    Q_OBJECT

public:
    explicit StepRecorder(OpenProject& project) : m_project(project) {}

    /// A new, empty step by the current user, made now. Only while a project is open.
    [[nodiscard]] DecisionBatch newStep(const QString& label) const;
    /// Enters steps that are in effect from now on; StateChange::Decisions follows. Only while a
    /// project is open for writing.
    void append(const QVector<DecisionBatch>& steps);
    void append(const DecisionBatch& step) { append(QVector<DecisionBatch>{step}); }

Q_SIGNALS:
    /// Steps were entered: the log was `before`, and the steps decide `keys`; none for undo and
    /// redo, which ProjectHistory follows up itself.
    void appended(const rocport::DecisionLog& before, const QVector<QByteArray>& keys);
    /// Steps could not be stored; the log that was `shown` has been reset to what the file says.
    void takenBack(const rocport::DecisionLog& shown);

private:
    /// Writes what is queued, in the file's thread.
    void writeQueue(ProjectFile& file);

    OpenProject& m_project;
    QMutex m_lock;
    QVector<DecisionBatch> m_queue; // entered but not yet passed to the file; written together
};

} // namespace rocport
