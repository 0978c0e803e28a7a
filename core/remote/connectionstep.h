#pragma once

#include <QString>
#include <QVector>

namespace rocport {

/// One line of "Test connection".
struct ConnectionStep
{
    /// "resolve", "connect", "login", "shell", "disk", "tools", "container", "gpu", "rocm", "torch"
    QString id;
    QString title;
    enum class State : quint8 {
        Waiting,
        Running,
        Passed,
        Warning,
        Failed,
        Skipped
    } state = State::Waiting;
    QString detail; ///< a sentence: what was found, or what failed and what to do
    qint64 elapsedMs = 0;
};

/// All steps, in order. Steps that need a failed one are Skipped.
using ConnectionTest = QVector<ConnectionStep>;

} // namespace rocport
