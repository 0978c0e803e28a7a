#include "core/process/processwatch.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QThread>

#include <sys/stat.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace rocport {

namespace {

constexpr int kMostWaits = 500; // of 10 ms, for what was killed to be gone

/// A line of /proc/N/stat.
struct TaskState
{
    char state = 0; ///< 0: there is no such process
    qint64 parent = 0;
    int threads = 0;
};

TaskState stateOf(const QString& process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray line = file.readAll();
    // The program's name stands in brackets and may hold any byte.
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 18) {
        return {};
    }
    return {fields[0].isEmpty() ? char(0) : fields[0].at(0), fields[1].toLongLong(),
            fields[17].toInt()};
}

/// The processes below one.
struct Family
{
    int tasks = 0;           ///< with their threads
    QVector<qint64> members; ///< those right below it first
};

Family familyOf(qint64 process)
{
    QHash<qint64, QVector<QPair<qint64, int>>> children;
    const QStringList names = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& name : names) {
        bool isNumber = false;
        const qint64 number = name.toLongLong(&isNumber);
        if (isNumber) {
            const TaskState state = stateOf(name);
            children[state.parent].append({number, state.threads});
        }
    }
    Family family;
    QVector<qint64> open{process};
    for (qsizetype i = 0; i < open.size(); ++i) {
        const QVector<QPair<qint64, int>> below = children.take(open.at(i));
        for (const auto& [number, threads] : below) {
            open.append(number);
            family.members.append(number);
            family.tasks += std::max(threads, 1);
        }
    }
    return family;
}

/// What lies in folders.
struct DiskUse
{
    qint64 bytes = 0;
    qint64 files = 0;
};

/// Counts until `most` is passed.
DiskUse useOf(const QStringList& folders, const DiskUse& most)
{
    DiskUse use;
    for (const QString& folder : folders) {
        QDirIterator entries(folder,
                             QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                             QDirIterator::Subdirectories);
        while (entries.hasNext() && use.bytes <= most.bytes && use.files <= most.files) {
            struct stat info = {};
            if (::lstat(QFile::encodeName(entries.next()).constData(), &info) == 0) {
                use.bytes += qint64(info.st_blocks) * 512; // what it takes, not what it claims
                ++use.files;
            }
        }
    }
    return use;
}

/// Looks at a program while it runs.
class Watch
{
public:
    Watch(const QStringList& folders, const ProcessLimits& limits)
        : m_folders(folders), m_limits(limits)
    {
        constexpr qint64 kAny = std::numeric_limits<qint64>::max() / 2;
        const DiskUse before = useOf(folders, {kAny, kAny});
        m_most = {before.bytes + limits.bytes, before.files + limits.files};
        m_clock.start();
    }

    /// Why the program has to end; empty: it need not.
    QString look(qint64 process)
    {
        if (process <= 0) {
            return {};
        }
        const Family family = familyOf(process);
        if (m_first == 0 && !family.members.isEmpty()) {
            m_first = family.members.first();
        }
        if (family.tasks > m_limits.tasks) {
            return QStringLiteral("it started more than %1 processes").arg(m_limits.tasks);
        }
        if (m_clock.elapsed() < m_next) {
            return {};
        }
        const qint64 begun = m_clock.elapsed();
        const DiskUse use = useOf(m_folders, m_most);
        const qint64 took = m_clock.elapsed() - begun;
        m_next = m_clock.elapsed() + std::max<qint64>(m_limits.interval.count(), 4 * took);
        if (use.bytes > m_most.bytes) {
            return QStringLiteral("it wrote more than %1 MiB").arg(m_limits.bytes >> 20);
        }
        if (use.files > m_most.files) {
            return QStringLiteral("it made more than %1 files").arg(m_limits.files);
        }
        return {};
    }

    /// The kernel ends all processes of a sandbox with its first one, which is a zombie or gone
    /// only when they are.
    void waitForTheLast() const
    {
        for (int i = 0; m_first != 0 && i < kMostWaits; ++i) {
            const char state = stateOf(QString::number(m_first)).state;
            if (state == 0 || state == 'Z' || state == 'X') {
                return;
            }
            QThread::msleep(10);
        }
    }

private:
    QStringList m_folders;
    ProcessLimits m_limits;
    DiskUse m_most;
    QElapsedTimer m_clock;
    qint64 m_next = 0;  ///< when the folders are looked at again
    qint64 m_first = 0; ///< the process that the sandbox began with
};

} // namespace

Result<WatchedOutput> runWatched(const ProcessRunner& runner, const ProcessCommand& command,
                                 const QStringList& folders, const ProcessLimits& limits,
                                 const CancelToken& cancel, qsizetype most)
{
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, command.program};
    }
    WatchedOutput result;
    Watch watch(folders, limits);
    const std::unique_ptr<Process> process = runner.create(command);
    bool asked = false;
    QElapsedTimer sinceLook;
    sinceLook.start();
    const auto look = [&] {
        if (!asked && !cancel.isCancelled() && sinceLook.elapsed() >= limits.interval.count()) {
            result.ended = watch.look(process->processId());
            sinceLook.restart();
        }
        if (!asked && (cancel.isCancelled() || !result.ended.isEmpty())) {
            asked = true;
            process->cancel();
            process->cancel(); // what is in the sandbox has nothing to tidy up: at once
        }
    };
    result.process = gatherOutput(*process, look, most);
    watch.waitForTheLast();
    const ProcessOutcome& outcome = result.process.outcome;
    if (outcome.end == ProcessEnd::NotStarted) {
        return outcome.error;
    }
    if (outcome.end == ProcessEnd::Cancelled && result.ended.isEmpty()) {
        return Error{ErrorCode::Cancelled, {}, command.program};
    }
    return result;
}

} // namespace rocport
