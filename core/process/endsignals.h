#pragma once

#include <QObject>

namespace rocport {

/// Tells of SIGTERM, SIGINT and SIGHUP, so that a program can end as it does otherwise, and leaves
/// nothing behind. A second signal ends it at once. One object in a process; its thread needs an
/// event loop.
class EndSignals : public QObject
{
    Q_OBJECT

public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

Q_SIGNALS:
    /// The system, a terminal or a person asked the program to end.
    void asked();
};

} // namespace rocport
