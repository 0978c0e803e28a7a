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
constexpr int kUnsubmitted = 3;  ///< such answers count; one may come between two steps there

/// It was not handed over, as far as is known here.
bool isBeingSent(const JobRunner& runner)
{
    const JobState state = runner.status().state;
    return state == JobState::Preparing || state == JobState::Syncing;
}

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
        holdTree();
        return;
    }
    m_step = Step::Preparing;
    noteAll(JobState::Syncing, {});
    connect(m_preparation.get(), &JobPreparation::progressed, this, &ArrayRunner::noteProgress);
    connect(m_preparation.get(), &JobPreparation::done, this, [this] {
        if (m_step == Step::Preparing) {
            holdTree();
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

/// What the tasks check is what is there now, and no later sync changes it.
void ArrayRunner::holdTree()
{
    if (m_cancelling) {
        giveUp(JobState::Cancelled, {});
        return;
    }
    m_step = Step::Holding;
    QString tree;
    for (const JobSpec& task : std::as_const(m_array.tasks)) {
        tree = tree.isEmpty() ? task.tree : tree;
    }
    if (tree.isEmpty()) {
        m_step = Step::Putting;
        putNext();
        return;
    }
    m_sent = true;
    m_agent->hold(m_id, tree, this, [this](const Result<void>& done) {
        if (m_step != Step::Holding) {
            return;
        }
        if (!done) {
            broke(done.error());
            return;
        }
        m_tries = 0;
        m_step = Step::Putting;
        putNext();
    });
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
    const JobSpec& task = m_array.tasks.at(static_cast<qsizetype>(m_put));
    noteSending(task.task);
    const auto files = composeJobFiles(task, m_workspace);
    if (!files) {
        giveUp(JobState::Failed, jobsentence::notSent(task.node.name, files.error()));
        return;
    }
    m_sent = true;
    m_agent->put(task.id, makeTar(*files), this, [this](const Result<bool>& done) {
        if (m_step != Step::Putting) {
            return;
        }
        if (!done) {
            broke(done.error());
            return;
        }
        if (m_tries > 0) {
            noteAll(JobState::Preparing, {}); // there is contact again
        }
        m_tries = 0;
        ++m_put;
        putNext();
    });
}

/// Of the task that is being sent only: there may be many.
void ArrayRunner::noteSending(int task)
{
    Q_EMIT noting(true);
    if (const auto last = m_tasks.find(task - 1); last != m_tasks.end()) {
        last->second->noteProgress(JobState::Preparing, {});
    }
    if (const auto own = m_tasks.find(task); own != m_tasks.end()) {
        own->second->noteProgress(
            JobState::Preparing,
            QStringLiteral("Sending task %1 of %2.").arg(m_put + 1).arg(m_array.tasks.size()));
    }
    Q_EMIT noting(false);
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
    QSet<int> cancelled = m_leftOut;
    for (const auto& [number, runner] : m_tasks) {
        if (runner->isOver() || runner->status().state == JobState::Stopping) {
            cancelled.insert(number);
        }
    }
    cancelled.subtract(m_settled);
    if (!cancelled.isEmpty()) {
        const int number = *cancelled.constBegin();
        m_agent->cancel(arrayTaskId(m_id, number), QStringLiteral("INT"), this,
                        [this, number](const Result<CancelAnswer>& answer) {
                            if (m_step != Step::Stopping) {
                                return;
                            }
                            if (!answer && answer.error().code != ErrorCode::JobUnknown) {
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
            m_grace.stop();
            m_step = Step::Missing;
            discardMissing();
        } else {
            broke(report.error());
        }
    });
}

void ArrayRunner::discardMissing()
{
    m_agent->discard(m_id, tasksThere(), this, [this](const Result<bool>& done) {
        if (m_step != Step::Missing) {
            return;
        }
        if (!done && isConnectionCut(done.error())) {
            broke(done.error());
            return;
        }
        m_tries = 0;
        Q_EMIT noting(true);
        for (const auto& [number, runner] : m_tasks) {
            if (isBeingSent(*runner)) {
                runner->giveUp(m_cancelling ? JobState::Cancelled : JobState::Failed,
                               m_cancelling ? QString()
                                            : QStringLiteral("Rocport was closed before the queue "
                                                             "of %1 had the matrix; nothing was "
                                                             "started.")
                                                  .arg(m_transport->node().name));
            }
        }
        Q_EMIT noting(false);
        m_step = Step::Collecting;
        collect();
    });
}

void ArrayRunner::collect()
{
    bool open = false;
    Q_EMIT noting(true);
    for (const auto& [number, runner] : m_tasks) {
        if (runner->isOver() || (!m_cancelling && runner->status().state == JobState::Detached)) {
            continue;
        }
        open = true;
        if (!runner->isFollowed()) {
            attachOne(number, *runner, m_collected);
        }
        if (m_cancelling && runner->isFollowed()) {
            runner->cancel();
        }
    }
    Q_EMIT noting(false);
    if (open) {
        later(m_settings.arrayInterval);
    } else {
        m_step = Step::Over;
    }
}

/// Attaches the task if fewer than kMostFollowed of `among` are followed now.
bool ArrayRunner::attachOne(int task, JobRunner& runner, QSet<int>& among)
{
    among.removeIf([this](int one) { return !m_tasks.at(one)->isFollowed(); });
    if (among.size() >= kMostFollowed) {
        return false;
    }
    among.insert(task);
    runner.attach();
    return true;
}

/// Numbers of tasks are less than this.
qsizetype ArrayRunner::tasksThere() const
{
    const int last = m_tasks.empty() ? -1 : m_tasks.rbegin()->first;
    const int out =
        m_leftOut.isEmpty() ? -1 : *std::max_element(m_leftOut.begin(), m_leftOut.end());
    return std::max<qsizetype>(m_array.tasks.size(), std::max(last, out) + 1);
}

void ArrayRunner::take(const ArrayReport& report)
{
    if (report.unstarted && !m_startAsked && !m_cancelling) {
        // All of it is there, but Rocport ended before it was handed over.
        m_startAsked = true;
        m_sent = true;
        m_step = Step::Stopping;
        settleCancelled();
        return;
    }
    m_unsubmitted = report.unsubmitted ? m_unsubmitted + 1 : 0;
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
    const bool over = life == TaskLife::Ended || forgotten || m_unsubmitted >= kUnsubmitted ||
                      (known != report.states.constEnd() && phase != SlurmPhase::Pending &&
                       phase != SlurmPhase::Running && phase != SlurmPhase::Unknown);
    const bool runs = life == TaskLife::Running || phase == SlurmPhase::Running;
    if ((over && attachOne(task, runner, m_collected)) ||
        (!over && runs && attachOne(task, runner, m_watched))) {
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
    case Step::Holding:
        holdTree();
        break;
    case Step::Missing:
        discardMissing();
        break;
    case Step::Collecting:
        collect();
        break;
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
    const bool follows = m_step == Step::Asking || m_step == Step::Missing;
    if (!isConnectionCut(error) && !follows) {
        giveUp(m_cancelling ? JobState::Cancelled : JobState::Failed,
               m_cancelling ? QString() : jobsentence::notSent(node, error));
        return;
    }
    if (m_cancelling && !follows && m_step != Step::Starting) {
        giveUp(JobState::Cancelled, {});
        return;
    }
    const auto at = std::min<qsizetype>(m_tries, m_settings.pauses.size() - 1);
    ++m_tries;
    const std::chrono::milliseconds pause =
        at < 0 ? std::chrono::milliseconds(1000) : m_settings.pauses.at(at);
    if (!m_cancelling) {
        noteAll(follows ? JobState::Lost : JobState::Preparing,
                jobsentence::cut(node, error, pause));
    }
    later(pause);
}

void ArrayRunner::later(std::chrono::milliseconds pause)
{
    m_again.start(pause);
}

/// What was sent is removed first, so that a program that ends with the tasks does not leave it.
void ArrayRunner::giveUp(JobState state, const QString& sentence)
{
    m_again.stop();
    m_grace.stop();
    if (!m_sent) {
        endAll(state, sentence);
        return;
    }
    m_step = Step::Discarding;
    m_agent->discard(m_id, tasksThere(), this, [this, state, sentence](const Result<bool>& done) {
        if (!done || *done) {
            endAll(state, sentence);
            return;
        }
        m_step = Step::Asking; // it begins in this moment
        if (m_cancelling) {
            sendSignal();
        }
        ask();
    });
}

void ArrayRunner::endAll(JobState state, const QString& sentence)
{
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
        if (state == JobState::Lost && isBeingSent(*runner)) {
            runner->noteQueue(runner->status().state, nullptr, sentence); // it is not known better
        } else if (runner->status().state != JobState::Detached) {
            runner->noteQueue(state, nullptr, sentence);
        }
    }
    Q_EMIT noting(false);
}

void ArrayRunner::noteProgress(const QString& sentence)
{
    Q_EMIT noting(true);
    for (const auto& [number, runner] : m_tasks) {
        runner->noteProgress(JobState::Syncing, sentence);
    }
    Q_EMIT noting(false);
}

void ArrayRunner::cancel()
{
    if (m_cancelling) {
        return;
    }
    if (m_step == Step::Over) {
        m_step = Step::Collecting; // detached ones are open still
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
    case Step::Holding:
    case Step::Putting:
    case Step::Stopping:
        if (m_again.isActive()) {
            giveUp(JobState::Cancelled, {});
        }
        return;
    case Step::Collecting:
        collect();
        return;
    case Step::Starting:
    case Step::Discarding:
    case Step::Missing:
        return; // what comes of it is cancelled
    default:
        break;
    }
    sendSignal();
}

void ArrayRunner::sendSignal()
{
    if (m_step != Step::Asking) {
        return;
    }
    const int next = std::min<int>(m_signal + 1, static_cast<int>(kStopSignals.size()) - 1);
    const QString name = QString::fromLatin1(kStopSignals.at(static_cast<std::size_t>(next)));
    m_grace.start(m_settings.grace); // again, should the answer be lost
    m_agent->cancelArray(m_id, name, this, [this, next, name](const Result<CancelAnswer>& answer) {
        if (answer && *answer == CancelAnswer::Signalled) {
            m_signal = next;
            Q_EMIT noting(true);
            for (const auto& [number, runner] : m_tasks) {
                runner->noteStopping(jobsentence::stopping(name, m_settings.grace));
            }
            Q_EMIT noting(false);
        }
        if (m_step == Step::Asking) {
            later(m_settings.arrayInterval);
        }
    });
}

} // namespace rocport
