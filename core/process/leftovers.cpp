#include "core/process/leftovers.h"

#include <QDir>
#include <QFile>
#include <QStringList>

#include <csignal>
#include <unistd.h>

namespace rocport {

void endLeftovers(const QByteArray& variable)
{
    constexpr int kMostRounds = 100; // they may go on starting others meanwhile
    constexpr qint64 kMostBytes = 4 << 20;
    const QDir processes(QStringLiteral("/proc"));
    for (int round = 0; round < kMostRounds; ++round) {
        bool isThere = false;
        const QStringList numbers = processes.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        for (const QString& number : numbers) {
            bool isNumber = false;
            const auto process = static_cast<pid_t>(number.toInt(&isNumber));
            if (!isNumber || process <= 1 || process == ::getpid()) {
                continue;
            }
            // That of others cannot be read.
            QFile environment(processes.filePath(number + QStringLiteral("/environ")));
            if (!environment.open(QIODevice::ReadOnly)) {
                continue;
            }
            // Empty of what has ended and was not waited for.
            if (environment.read(kMostBytes).split('\0').contains(variable)) {
                isThere = ::kill(process, SIGKILL) == 0 || isThere;
            }
        }
        if (!isThere) {
            return;
        }
    }
}

} // namespace rocport
