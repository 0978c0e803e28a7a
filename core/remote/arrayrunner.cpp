#include "core/remote/arrayrunner.h"

#include "core/remote/jobscript.h"
#include "core/remote/jobsentences.h"
#include "core/remote/tarfile.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

constexpr int kQuietAnswers = 5; ///< then the node is asked less often
constexpr int kSlower = 5;       ///< by so much

} // namespace

ArrayRunner::ArrayRunner(QString id, std::map<int, JobRunner*> tasks,
                         std::shared_ptr<const Transport> transport, JobRunnerSettings settings,
                         QObject* parent)
    : QObject(parent),
      m_id(std::move(id)),
      m_tasks(std::move(tasks)),
      m_transport(std::move(transport)),
      m_settings(std::move(settings)),
      m_agent(m_transport->agent(m_settings.agent))
{
    m_again.setSingleShot(true);
    m_grace.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &ArrayRunner::proceed);
    connect(&m_grace, &QTimer::timeout, this, &ArrayRunner::sendSignal);
}

bool ArrayRunner::isOver() const
{
    return m_step == Step::Over;
}

void ArrayRunner::start(const JobArray& array, std::unique_ptr<JobPreparation> preparation)
{
    m_array = array;
    m_preparation = std::move(preparation);
    m_step = Step::Greeting;
    greet();
}

void ArrayRunner::attach()
{
    m_step = Step::Asking;
    ask();
}

void ArrayRunner::greet()
{
    m_agent->hello(this, [this](const Result<NodeGreeting>& greeting) {
        if (m_step != Step::Greeting) {
            return;
        }
        const QString& node = m_transport->node().name;
        if (!greeting) {
            giveUp(JobState::Failed, jobsentence::notSent(node, greeting.error()));
            return;
        }
        m_workspace = greeting->workspace;
        const QString starter = m_transport->jobStarter();
        if (!greeting->tools.contains(starter)) {
            const Error missing{ErrorCode::NodeToolMissing,
                                QStringLiteral("%1 is not installed").arg(starter), node};
            giveUp(JobState::Failed, jobsentence::notSent(node, missing));
            return;
        }
        prepare();
    });
}

void ArrayRunner::prepare()
{
    if (!m_preparation) {
        m_step = Step::Putting;
        putNext();
        return;
    }
    m_step = Step::Preparing;
    noteAll(JobState::Syncing, {});
    connect(m_preparation.get(), &JobPreparation::progressed, this,
            [this](const QString& sentence) { noteAll(JobState::Syncing, sentence); });
    connect(m_preparation.get(), &JobPreparation::done, this, [this] {
        if (m_step == Step::Preparing) {
            m_step = Step::Putting;
            putNext();
        }
    });
    connect(m_preparation.get(), &JobPreparation::failed, this, [this](const Error& error) {
        if (m_step != Step::Preparing) {
            return;
        }
        const bool cancelled = m_cancelling || error.code == ErrorCode::Cancelled;
        giveUp(cancelled ? JobState::Cancelled : JobState::Failed,
               cancelled ? QString() : jobsentence::notPrepared(error));
    });
    m_preparation->start();
}

/// The tasks first, one after the other; then the array, whose folder says that all are there.
void ArrayRunner::putNext()
{
    if (m_cancelling) {
        giveUp(JobState::Cancelled, {});
        return;
    }
    if (m_put >= static_cast<std::size_t>(m_array.tasks.size())) {
        putArray();
        return;
    }
    noteAll(JobState::Preparing,
            QStringLiteral("Sending task %1 of %2.").arg(m_put + 1).arg(m_array.tasks.size()));
    const JobSpec& task = m_array.tasks.at(static_cast<qsizetype>(m_put));
    const auto files = composeJobFiles(task, m_workspace);
    if (!files) {
        giveUp(JobState::Failed, jobsentence::notSent(task.node.name, files.error()));
        return;
    }
    m_agent->put(task.id, makeTar(*files), this, [this](const Result<bool>& done) {
        if (m_step != Step::Putting) {
            return;
        }
        if (!done) {
            broke(done.error());
            return;
        }
        m_tries = 0;
        ++m_put;
        putNext();
    });
}

void ArrayRunner::putArray()
{
    m_agent->put(m_id, makeTar(composeArrayFiles(m_array, m_workspace)), this,
                 [this](const Result<bool>& done) {
                     if (m_step != Step::Putting) {
                         return;
                     }
                     if (!done) {
                         broke(done.error());
                         return;
                     }
                     m_step = Step::Stopping;
                     settleCancelled();
                 });
}

/// A task that was cancelled while it was being sent must not begin with the others.
void ArrayRunner::settleCancelled()
{
    if (m_cancelling) {
        giveUp(JobState::Cancelled, {});
        return;
    }
    for (const auto& [number, runner] : m_tasks) {
        const bool cancelled = runner->isOver() || runner->status().state == JobState::Stopping;
        if (!cancelled || m_settled.contains(number)) {
            continue;
        }
        m_agent->cancel(arrayTaskId(m_id, number), QStringLiteral("INT"), this,
                        [this, number = number](const Result<CancelAnswer>& answer) {
                            if (m_step != Step::Stopping) {
                                return;
                            }
                            if (!answer) {
                                broke(answer.error());
                                return;
                            }
                            m_settled.insert(number);
                            settleCancelled();
                        });
        return;
    }
    m_step = Step::Starting;
    startThere();
}

void ArrayRunner::startThere()
{
    m_agent->start(m_id, this, [this](const Result<bool>& done) {
        if (m_step != Step::Starting) {
            return;
        }
        if (!done) {
            broke(done.error()); // asking again starts it at most once
            return;
        }
        m_tries = 0;
        m_startAsked = true;
        m_step = Step::Asking;
        if (m_cancelling) {
            sendSignal();
        } else {
            noteAll(JobState::Queued, {});
        }
        ask();
    });
}

void ArrayRunner::ask()
{
    m_agent->array(m_id, this, [this](const Result<ArrayReport>& report) {
        if (m_step != Step::Asking) {
            return;
        }
        if (report) {
            m_tries = 0;
            take(*report);
        } else if (report.error().code == ErrorCode::JobUnknown) {
            // It never came there, or somebody removed it. What follows a task says which.
            Q_EMIT noting(true);
            for (const auto& [number, runner] : m_tasks) {
                if (runner->status().state != JobState::Detached) {
                    runner->attach();
                }
            }
            Q_EMIT noting(false);
            m_step = Step::Over;
        } else {
            broke(report.error());
        }
    });
}

void ArrayRunner::take(const ArrayReport& report)
{
    const bool begun = !report.queueId.isEmpty() ||
                       std::any_of(report.lives.begin(), report.lives.end(),
                                   [](TaskLife life) { return life != TaskLife::Waiting; });
    if (!begun && !m_startAsked && !m_cancelling) {
        // All of it is there, but Rocport ended before it was handed over.
        m_startAsked = true;
        m_step = Step::Starting;
        startThere();
        return;
    }
    bool open = false;
    Q_EMIT noting(true);
    for (const auto& [number, runner] : m_tasks) {
        const auto old = std::pair(runner->status().state, runner->status().sentence);
        takeTask(number, *runner, report);
        open = open || !runner->isOver();
        m_quiet = old == std::pair(runner->status().state, runner->status().sentence) ? m_quiet : 0;
    }
    Q_EMIT noting(false);
    if (!open) {
        m_grace.stop();
        m_step = Step::Over;
        return;
    }
    ++m_quiet;
    later(m_quiet > kQuietAnswers ? m_settings.arrayInterval * kSlower : m_settings.arrayInterval);
}

void ArrayRunner::takeTask(int task, JobRunner& runner, const ArrayReport& report)
{
    if (runner.isOver() || runner.isFollowed() || runner.status().state == JobState::Detached) {
        return;
    }
    const auto known = report.states.constFind(task);
    const TaskLife life = report.lives.value(task, TaskLife::Waiting);
    const SlurmPhase phase = known == report.states.constEnd() ? SlurmPhase::Unknown : known->phase;
    const bool waits = phase == SlurmPhase::Pending && life != TaskLife::Ended;
    const bool forgotten = known == report.states.constEnd() && report.answered &&
                           !report.queueId.isEmpty() && life == TaskLife::Claimed;
    const bool over = life == TaskLife::Ended || forgotten ||
                      (known != report.states.constEnd() && phase != SlurmPhase::Pending &&
                       phase != SlurmPhase::Running && phase != SlurmPhase::Unknown);
    const bool runs = life == TaskLife::Running || phase == SlurmPhase::Running;
    const auto followed = std::count_if(m_tasks.begin(), m_tasks.end(),
                                        [](const auto& one) { return one.second->isFollowed(); });
    // Those that ended give their place back soon, so they get one more.
    if ((over && followed <= kMostFollowed) || (runs && followed < kMostFollowed)) {
        runner.attach();
        return;
    }
    if (m_cancelling) {
        return;
    }
    if (waits) {
        runner.noteQueue(JobState::Queued, &*known, jobsentence::queued(known->id, known->reason));
    } else if (runs && known != report.states.constEnd()) {
        runner.noteQueue(JobState::Running, &*known, {});
    }
}

void ArrayRunner::proceed()
{
    switch (m_step) {
    case Step::Putting:
        putNext();
        break;
    case Step::Stopping:
        settleCancelled();
        break;
    case Step::Starting:
        startThere();
        break;
    case Step::Asking:
        ask();
        break;
    default:
        break;
    }
}

void ArrayRunner::broke(const Error& error)
{
    const QString& node = m_transport->node().name;
    if (!isConnectionCut(error) && m_step != Step::Asking) {
        giveUp(m_cancelling ? JobState::Cancelled : JobState::Failed,
               m_cancelling ? QString() : jobsentence::notSent(node, error));
        return;
    }
    if (m_cancelling && (m_step == Step::Putting || m_step == Step::Stopping)) {
        giveUp(JobState::Cancelled, {});
        return;
    }
    const auto at = std::min<qsizetype>(m_tries, m_settings.pauses.size() - 1);
    ++m_tries;
    const std::chrono::milliseconds pause =
        at < 0 ? std::chrono::milliseconds(1000) : m_settings.pauses.at(at);
    if (!m_cancelling) {
        noteAll(m_step == Step::Asking ? JobState::Lost : JobState::Preparing,
                jobsentence::cut(node, error, pause));
    }
    later(pause);
}

void ArrayRunner::later(std::chrono::milliseconds pause)
{
    m_again.start(pause);
}

void ArrayRunner::giveUp(JobState state, const QString& sentence)
{
    m_again.stop();
    m_grace.stop();
    m_step = Step::Over;
    Q_EMIT noting(true);
    for (const auto& [number, runner] : m_tasks) {
        runner->giveUp(state, sentence);
    }
    Q_EMIT noting(false);
}

void ArrayRunner::noteAll(JobState state, const QString& sentence)
{
    Q_EMIT noting(true);
    for (const auto& [number, runner] : m_tasks) {
        if (runner->status().state != JobState::Detached) {
            runner->noteQueue(state, nullptr, sentence);
        }
    }
    Q_EMIT noting(false);
}

void ArrayRunner::cancel()
{
    if (m_step == Step::Over || m_cancelling) {
        return;
    }
    m_cancelling = true;
    m_tries = 0;
    m_quiet = 0;
    switch (m_step) {
    case Step::Greeting:
        giveUp(JobState::Cancelled, {});
        return;
    case Step::Preparing:
        m_preparation->cancel();
        return;
    case Step::Putting:
    case Step::Stopping:
        if (m_again.isActive()) {
            giveUp(JobState::Cancelled, {});
        }
        return;
    case Step::Starting:
        return; // what comes of it is cancelled
    default:
        break;
    }
    sendSignal();
}

void ArrayRunner::sendSignal()
{
    if (m_step == Step::Over) {
        return;
    }
    const int next = std::min<int>(m_signal + 1, static_cast<int>(kStopSignals.size()) - 1);
    const QString name = QString::fromLatin1(kStopSignals.at(static_cast<std::size_t>(next)));
    m_grace.start(m_settings.grace); // again, should the answer be lost
    Q_EMIT noting(true);
    for (const auto& [number, runner] : m_tasks) {
        runner->noteStopping(jobsentence::stopping(name, m_settings.grace));
    }
    Q_EMIT noting(false);
    m_agent->cancelArray(m_id, name, this, [this, next](const Result<CancelAnswer>& answer) {
        if (answer && *answer == CancelAnswer::Signalled) {
            m_signal = next;
        }
        if (m_step == Step::Asking) {
            later(m_settings.arrayInterval);
        }
    });
}

} // namespace rocport
