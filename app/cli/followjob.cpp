#include "app/cli/interruptwatch.h"
#include "app/cli/nodeaccess.h"
#include "app/cli/output.h"
#include "core/remote/jobcenter.h"
#include "core/remote/nodekinds.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <cstdio>

namespace rocport {

namespace {

/// Follows one job of a JobCenter on the terminal.
class Follower : public QObject
{
public:
    Follower(JobCenter& center, QString id, bool detach)
        : m_center(center), m_id(std::move(id)), m_detach(detach)
    {
        connect(&center, &JobCenter::logGrew, this, [this] { print(); });
        connect(&center, &JobCenter::jobsChanged, this, [this] { stateChanged(); });
        connect(&center, &JobCenter::jobEnded, this, [this](const QString& ended) {
            if (ended == m_id) {
                print();
                m_output.finish();
                QCoreApplication::quit();
            }
        });
    }

private:
    void print()
    {
        const auto job = m_center.entry(m_id);
        if (!job || m_detach) {
            return;
        }
        for (;;) {
            const auto part = readLogPart(job->folder, m_printed);
            if (!part || part->isEmpty()) {
                break;
            }
            m_output.write(*part);
            m_printed += part->size();
        }
        std::fflush(stdout);
    }

    void stateChanged()
    {
        const auto job = m_center.entry(m_id);
        if (!job) {
            return;
        }
        if (job->status.sentence != m_said && !job->status.sentence.isEmpty()) {
            m_said = job->status.sentence;
            note(m_said);
        }
        if (m_detach && job->status.state == JobState::Running) {
            m_center.detach(m_id);
        }
        // Where nobody asked for it, its log has no space here.
        if (m_leaving || job->status.state == JobState::Detached) {
            QCoreApplication::quit();
        }
    }

    void interrupted()
    {
        if (m_cancelled) {
            m_leaving = true;
            m_center.detach(m_id);
            QCoreApplication::quit();
            return;
        }
        m_cancelled = true;
        note(QStringLiteral("Cancelling the job. Press Ctrl-C again to stop waiting for it."));
        m_center.cancel(m_id);
    }

    JobCenter& m_center;
    QString m_id;
    QString m_said;
    qint64 m_printed = 0;
    LogOutput m_output;
    InterruptWatch m_interrupts{[this] { interrupted(); }};
    bool m_detach = false;
    bool m_cancelled = false;
    bool m_leaving = false;
};

} // namespace

JobCenterSettings ownRuns(const SshSettings& ssh)
{
    JobCenterSettings settings;
    settings.folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                      QStringLiteral("/rocport/runs");
    settings.transportFor = [ssh](const Node& node) { return transportOf(node, ssh); };
    return settings;
}

bool isLogLeft(const JobEntry& entry)
{
    return entry.status.state == JobState::Detached && !entry.status.sentence.isEmpty();
}

Result<JobEntry> followJob(const JobSpec& job, const JobSources& sources, const SshSettings& ssh,
                           const QString& record, bool detach)
{
    JobCenter center(ownRuns(ssh));
    auto started = center.start(job, sources.preparation(job.node, ssh));
    if (!started) {
        return started.error();
    }
    {
        Follower follower(center, *started, detach);
        QCoreApplication::exec();
    }
    auto entry = center.entry(*started);
    if (!entry) {
        return Error{ErrorCode::JobUnknown, {}, *started};
    }
    if (!record.isEmpty() && !isLogLeft(*entry)) {
        if (const Result<void> saved = saveRunFolder(*entry, record); !saved) {
            return saved.error();
        }
    }
    return *std::move(entry);
}

} // namespace rocport
