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

/// From here on, writing past the limit on the size of a file (ulimit -f) fails with EFBIG, in
/// place of a signal that ends the program. Programs that are started get the signal as they always
/// did (LocalProcess).
void ignoreFileSizeSignal();

} // namespace rocport
