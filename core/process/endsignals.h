#pragma once

#include <QObject>

namespace rocport {

/// Reports SIGTERM, SIGINT and SIGHUP, so that a program can end as it usually does and leave
/// nothing behind. A second signal ends it at once. One object per process; its thread needs an
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

/// From now on, writing past the limit on file sizes (ulimit -f) fails with EFBIG instead of
/// raising a signal that ends the program. Programs that LocalProcess starts still get the signal.
void ignoreFileSizeSignal();

/// Lets this program have as many files open as the system allows it, and not only the 1,024 that a
/// login has by default: hundreds of runs may be followed at once. Programs that LocalProcess
/// starts have the usual number, since some look no further.
void raiseFileLimit();
/// In a child between fork and exec: the number of files that was usual before raiseFileLimit().
void restoreFileLimit();

} // namespace rocport
