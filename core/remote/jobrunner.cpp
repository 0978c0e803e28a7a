#include "core/remote/jobrunner.h"

#include "core/base/whendone.h"
#include "core/remote/jobscript.h"
#include "core/remote/jobsentences.h"
#include "core/remote/privatefolder.h"
#include "core/remote/tarfile.h"

#include <QFileInfo>
#include <QtConcurrent>

#include <array>
#include <utility>

namespace rocport {

namespace {

/// A clock that went on by more than this while no time passed for the program: it slept.
constexpr qint64 kSleepSeconds = 20;

} // namespace

JobRunner::JobRunner(std::unique_ptr<RunFolder> folder, std::shared_ptr<const Transport> transport,
                     JobRunnerSettings settings, QObject* parent)
    : QObject(parent),
      m_folder(std::move(folder)),
      m_settings(std::move(settings)),
      m_transport(std::move(transport)),
      m_agent(m_transport->agent(m_settings.agent)),
      m_status(m_folder->recordedStatus())
{
    m_again.setSingleShot(true);
    m_grace.setSingleShot(true);
    m_tick.setInterval(m_settings.syncInterval);
    connect(&m_again, &QTimer::timeout, this, &JobRunner::proceed);
    connect(&m_grace, &QTimer::timeout, this, &JobRunner::sendSignal);
    connect(&m_tick, &QTimer::timeout, this, &JobRunner::tick);
    m_synced = m_folder->logSize();
}

JobRunner::~JobRunner()
{
    m_stop.cancel();
    dropFollow();
    if (m_sync.isRunning()) {
        m_sync.waitForFinished();
    }
    if (m_dirty) {
        (void)m_folder->writeStatus(m_status);
    }
}

void JobRunner::setPreparation(std::unique_ptr<JobPreparation> preparation)
{
    m_preparation = std::move(preparation);
}

void JobRunner::start()
{
    if (m_phase != Phase::Idle) {
        return;
    }
    listStages();
    m_tick.start();
    setState(JobState::Preparing, {});
    greet();
}

void JobRunner::attach()
{
    if (m_phase == Phase::Idle) {
        if (isEnded(m_status.state)) {
            return;
        }
        m_neverThere = m_status.state == JobState::Preparing || m_status.state == JobState::Syncing;
        m_phase = Phase::Following;
        listStages();
        m_tick.start();
    }
    if (m_phase == Phase::Done || m_follow) {
        return;
    }
    m_detachWanted = false;
    m_tries = 0;
    if (m_status.state == JobState::Detached) {
        setState(JobState::Lost, {});
    }
    if (m_phase == Phase::Following || m_again.isActive()) {
        m_again.stop();
        proceed();
    }
}

void JobRunner::detach()
{
    if (m_phase == Phase::Done || m_phase == Phase::Closing || m_cancelling) {
        return;
    }
    m_detachWanted = true;
    if (m_phase == Phase::Following || m_phase == Phase::Idle) {
        m_again.stop();
        dropFollow();
        setState(JobState::Detached, {});
        write();
    }
}

void JobRunner::cancel()
{
    if (m_phase == Phase::Done || m_phase == Phase::Closing || m_cancelling) {
        return;
    }
    m_cancelling = true;
    m_detachWanted = false;
    switch (m_phase) {
    case Phase::Greeting:
        notStarted(JobState::Cancelled, {});
        return;
    case Phase::Preparing:
        setState(JobState::Stopping, {});
        m_preparation->cancel();
        return;
    case Phase::Putting:
        setState(JobState::Stopping, {});
        if (m_again.isActive()) {
            notStarted(JobState::Cancelled, {});
        }
        return;
    case Phase::Idle:
        m_neverThere = m_status.state == JobState::Preparing || m_status.state == JobState::Syncing;
        m_phase = Phase::Following;
        listStages();
        m_tick.start();
        break;
    default:
        break;
    }
    m_tries = 0;
    setState(JobState::Stopping, {});
    sendSignal();
}

void JobRunner::noteQueue(JobState state, const SlurmState* queue, const QString& sentence)
{
    if (isFollowed() || isOver() || m_cancelling) {
        return;
    }
    listStages();
    if (state != JobState::Lost) {
        m_status.lastContact = m_settings.now();
    }
    if (queue != nullptr) {
        m_status.queueId = queue->id;
        m_status.queueState = queue->word;
        m_status.queueReason = queue->reason;
        if (queue->phase == SlurmPhase::Running && !m_status.started.isValid()) {
            m_status.started = m_settings.now().addSecs(-queue->elapsed.count());
        }
    }
    setState(state, sentence);
}

void JobRunner::noteProgress(JobState state, const QString& sentence)
{
    if (!isFollowed() && !isOver() && !m_cancelling) {
        m_status.state = state;
        m_status.sentence = sentence;
        m_dirty = true;
        Q_EMIT statusChanged();
    }
}

bool JobRunner::isFollowed() const
{
    if (m_phase == Phase::Idle || isOver()) {
        return false;
    }
    return m_phase != Phase::Following || m_follow || m_again.isActive() || m_installing;
}

void JobRunner::giveUp(JobState state, const QString& sentence)
{
    if (!isFollowed() && !isOver()) {
        notStarted(state, sentence);
    }
}

void JobRunner::noteStopping(const QString& sentence)
{
    if (m_phase == Phase::Closing || isOver()) {
        return;
    }
    m_cancelNoted = true;
    setState(JobState::Stopping, sentence);
}

void JobRunner::listStages()
{
    if (m_status.stages.isEmpty()) {
        for (const JobStage& stage : job().stages) {
            m_status.stages.append({stage.id, {}, {}, -1});
        }
    }
}

void JobRunner::greet()
{
    m_phase = Phase::Greeting;
    m_agent->hello(this, [this](const Result<NodeGreeting>& greeting) {
        if (m_phase != Phase::Greeting) {
            return;
        }
        if (!greeting) {
            notStarted(JobState::Failed, jobsentence::notSent(nodeName(), greeting.error()));
            return;
        }
        m_workspace = greeting->workspace;
        setClock(greeting->stamp);
        m_status.lastContact = m_settings.now();
        const QString starter = m_transport->jobStarter();
        if (!starter.isEmpty() && !greeting->tools.contains(starter)) {
            const Error missing{ErrorCode::NodeToolMissing,
                                QStringLiteral("%1 is not installed").arg(starter), nodeName()};
            notStarted(JobState::Failed, jobsentence::notSent(nodeName(), missing));
            return;
        }
        prepare();
    });
}

void JobRunner::prepare()
{
    if (!m_preparation) {
        put();
        return;
    }
    m_phase = Phase::Preparing;
    qsizetype index = -1; // no pointer: those who hear of the status share its list
    for (qsizetype i = 0; i < job().stages.size() && index < 0; ++i) {
        if (job().stages.at(i).kind == StageKind::Sync && i < m_status.stages.size()) {
            index = i;
            m_status.stages[i].started = m_settings.now();
        }
    }
    setState(JobState::Syncing, {});
    const auto over = [this, index](int code) {
        if (index >= 0) {
            m_status.stages[index].ended = m_settings.now();
            m_status.stages[index].exitCode = code;
        }
    };
    connect(m_preparation.get(), &JobPreparation::progressed, this,
            [this](const QString& sentence) { setState(m_status.state, sentence); });
    connect(m_preparation.get(), &JobPreparation::done, this, [this, over] {
        if (m_phase == Phase::Preparing) {
            over(0);
            if (m_cancelling) {
                notStarted(JobState::Cancelled, {});
            } else {
                put();
            }
        }
    });
    connect(m_preparation.get(), &JobPreparation::failed, this, [this, over](const Error& error) {
        if (m_phase != Phase::Preparing) {
            return;
        }
        over(1);
        if (m_cancelling || error.code == ErrorCode::Cancelled) {
            notStarted(JobState::Cancelled, {});
        } else {
            notStarted(JobState::Failed, jobsentence::notPrepared(error));
        }
    });
    m_preparation->start();
}

void JobRunner::put()
{
    m_phase = Phase::Putting;
    const auto files = composeJobFiles(job(), m_workspace);
    if (!files) {
        notStarted(JobState::Failed, jobsentence::notSent(nodeName(), files.error()));
        return;
    }
    m_agent->put(job().id, makeTar(*files), this, [this](const Result<bool>& done) {
        if (m_phase != Phase::Putting) {
            return;
        }
        if (m_cancelling) {
            notStarted(JobState::Cancelled, {});
        } else if (done) {
            startThere();
        } else if (isConnectionCut(done.error())) {
            connectionBroke(done.error());
        } else {
            notStarted(JobState::Failed, jobsentence::notSent(nodeName(), done.error()));
        }
    });
}

void JobRunner::startThere()
{
    m_phase = Phase::Starting;
    m_agent->start(job().id, this, [this](const Result<bool>& done) {
        if (m_phase != Phase::Starting) {
            return;
        }
        if (!done && isConnectionCut(done.error())) {
            // It may have been started. Asking again starts it at most once.
            connectionBroke(done.error());
            return;
        }
        if (!done) {
            notStarted(JobState::Failed, jobsentence::notSent(nodeName(), done.error()));
            return;
        }
        m_phase = Phase::Following;
        m_tries = 0;
        m_justStarted = *done;
        if (m_status.state != JobState::Stopping) {
            const bool queued = m_transport->capabilities().queues;
            setState(queued ? JobState::Queued : JobState::Running, {});
        }
        write();
        if (m_detachWanted) {
            detach();
        } else {
            follow();
        }
    });
}

void JobRunner::proceed()
{
    switch (m_phase) {
    case Phase::Putting:
        put();
        break;
    case Phase::Starting:
        startThere();
        break;
    case Phase::Following:
    case Phase::Closing:
        m_phase = Phase::Following;
        follow();
        if (m_cancelling && !m_grace.isActive()) {
            sendSignal();
        }
        break;
    default:
        break;
    }
}

void JobRunner::sendSignal()
{
    if (m_phase == Phase::Done || m_phase == Phase::Closing) {
        return;
    }
    if (!m_follow && m_phase == Phase::Following) {
        follow();
    }
    m_grace.start(m_settings.grace); // again, should the answer be lost
    const int next = std::min<int>(m_signal + 1, static_cast<int>(kStopSignals.size()) - 1);
    m_agent->cancel(job().id, QString::fromLatin1(kStopSignals.at(static_cast<std::size_t>(next))),
                    this, [this, next](const Result<CancelAnswer>& answer) {
                        if (answer && *answer == CancelAnswer::Signalled) {
                            const bool again = m_signal == next;
                            m_signal = next;
                            if (again) {
                                setState(JobState::Stopping,
                                         jobsentence::deaf(nodeName(), m_status.remotePid));
                                return;
                            }
                        }
                        signalAnswered(answer);
                    });
}

void JobRunner::signalAnswered(const Result<CancelAnswer>& answer)
{
    if (m_phase == Phase::Done || m_phase == Phase::Closing) {
        return;
    }
    if (!answer) {
        if (answer.error().code == ErrorCode::JobUnknown && m_neverThere) {
            notStarted(JobState::Cancelled, {});
        }
        return; // the timer asks again; what became of the job is the follower's to say
    }
    if (*answer == CancelAnswer::Signalled) {
        setState(JobState::Stopping, jobsentence::stopping(QString::fromLatin1(kStopSignals.at(
                                                               static_cast<std::size_t>(m_signal))),
                                                           m_settings.grace));
    }
}

void JobRunner::notStarted(JobState state, const QString& sentence)
{
    m_again.stop();
    m_grace.stop();
    dropFollow();
    m_endState = state;
    m_endSentence = sentence.isEmpty()
                        ? QStringLiteral("The job was cancelled before it was started.")
                        : sentence;
    m_phase = Phase::Closing;
    m_status.ended = m_settings.now();
    // Queued: start() has not returned where the very first step fails.
    QMetaObject::invokeMethod(this, &JobRunner::hashLog, Qt::QueuedConnection);
}

void JobRunner::close(JobState state, const QString& sentence, bool withResults)
{
    m_again.stop();
    m_grace.stop();
    dropFollow();
    (void)m_folder->appendHeld(); // of a job that is gone too
    m_phase = Phase::Closing;
    m_endState = state;
    m_endSentence = sentence;
    if (!withResults) {
        hashLog();
        return;
    }
    m_agent->results(job().id, this, [this](const Result<QVector<ResultFile>>& files) {
        if (m_phase != Phase::Closing) {
            return;
        }
        if (files) {
            fetchResults(*files, 0);
        } else if (isConnectionCut(files.error())) {
            connectionBroke(files.error());
        } else {
            m_endSentence += QStringLiteral(" Its results could not be fetched.");
            hashLog();
        }
    });
}

void JobRunner::fetchResults(const QVector<ResultFile>& files, qsizetype at)
{
    qint64 total = 0;
    for (qsizetype i = 0; i <= at && i < files.size(); ++i) {
        total += files.at(i).size;
    }
    if (at >= files.size() || total > m_settings.resultLimit) {
        if (at < files.size()) {
            m_endSentence += QStringLiteral(
                " Its results are larger than the limit; some were left on the node.");
        }
        hashLog();
        return;
    }
    const QString target = m_folder->folder() + u'/' + files.at(at).name;
    if (QFileInfo(target).isFile() && QFileInfo(target).size() == files.at(at).size) {
        fetchResults(files, at + 1); // from before the connection was cut
        return;
    }
    (void)makePrivateFolder(QFileInfo(target).path()); // fetch() says what is wrong
    m_agent->fetch(
        job().id, files.at(at).name, target, this, [this, files, at](const Result<qint64>& done) {
            if (m_phase != Phase::Closing) {
                return;
            }
            if (!done && isConnectionCut(done.error())) {
                connectionBroke(done.error());
                return;
            }
            if (!done) {
                m_endSentence += QStringLiteral(" %1 could not be fetched.").arg(files.at(at).name);
            }
            m_status.lastContact = m_settings.now();
            fetchResults(files, at + 1);
        });
}

void JobRunner::hashLog()
{
    QThreadPool* pool = m_settings.pool ? m_settings.pool : QThreadPool::globalInstance();
    whenDone(QtConcurrent::run(
                 pool,
                 [sync = m_folder->sync(), file = m_folder->logFile(), stop = m_stop] {
                     const Result<void> synced = sync();
                     return synced ? fileHash(file, stop) : Result<QByteArray>(synced.error());
                 }),
             this, [this](const Result<QByteArray>& hash) {
                 if (!hash && hash.error().code != ErrorCode::Cancelled) {
                     m_unkept = hash.error();
                 }
                 if (hash) {
                     m_status.logHash = *hash;
                 }
                 conclude();
             });
}

void JobRunner::conclude()
{
    m_phase = Phase::Done;
    m_tick.stop();
    m_status.logBytes = m_folder->logSize();
    if (m_unkept) {
        m_endSentence += u' ' + jobsentence::unkept(*m_unkept);
    }
    setState(m_endState, m_endSentence.trimmed());
    write();
    if (m_dirty) { // nothing is tried again after the end
        if (!m_unkept) {
            m_status.sentence =
                (m_status.sentence + u' ' + jobsentence::unkept(m_writeError)).trimmed();
        }
        Q_EMIT statusChanged();
    } else {
        m_folder->removeMarks();
    }
    Q_EMIT ended();
}

void JobRunner::setState(JobState state, const QString& sentence)
{
    const bool changed = m_status.state != state || m_status.sentence != sentence;
    m_status.state = state;
    m_status.sentence = sentence;
    if (changed) {
        write();
        Q_EMIT statusChanged();
    }
}

void JobRunner::write()
{
    m_status.logBytes = m_folder->logSize();
    const Result<void> written = m_folder->writeStatus(m_status);
    m_dirty = !written;
    m_writeError = written ? Error() : written.error();
}

void JobRunner::tick()
{
    const QDateTime now = m_settings.now();
    if (m_tickTime.isValid() && m_awake.isValid()) {
        const qint64 slept = m_tickTime.secsTo(now) - m_awake.elapsed() / 1000;
        if (slept > kSleepSeconds && (m_follow || m_again.isActive())) {
            m_notice = jobsentence::asleep(std::chrono::seconds(slept));
            dropFollow();
            m_tries = 0;
            again(m_notice, std::chrono::milliseconds(0));
        }
    }
    m_tickTime = now;
    m_awake.start();
    if (m_follow && m_heard.isValid() && m_heard.elapsed() > m_settings.silence.count()) {
        dropFollow();
        again(jobsentence::silent(nodeName(),
                                  std::chrono::seconds(m_settings.silence.count() / 1000)),
              nextPause());
    }
    if (m_dirty) {
        write();
    }
    syncLog();
}

void JobRunner::syncLog()
{
    if (m_sync.isRunning() || m_folder->logSize() == m_synced) {
        return;
    }
    m_synced = m_folder->logSize();
    QThreadPool* pool = m_settings.pool ? m_settings.pool : QThreadPool::globalInstance();
    m_sync = QtConcurrent::run(pool, m_folder->sync());
}

} // namespace rocport
