// How JobRunner follows a job: the stream, what it means, and what happens when it breaks.
#include "core/remote/jobrunner.h"
#include "core/remote/jobsentences.h"
#include "core/remote/slurm.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr qint64 kSkewSeconds = 120;
constexpr qint64 kNoLineEndBytes = 256 * 1024;
constexpr qint64 kEndOfLog = 4096;                ///< where the queue's refusal stands
constexpr qint64 kLongestPiece = 4 * 1024 * 1024; ///< of the log at once, as the agent sends it

} // namespace

void JobRunner::follow()
{
    if (m_follow && !m_unwritten) {
        return;
    }
    dropFollow();
    m_unwritten = false;
    m_startAsked = false;
    m_inTime = std::exchange(m_justStarted, false);
    m_sinceBeat = 0;
    m_followErrors.clear();
    m_folder->forgetHeld();
    const qint64 offset = m_logShrunk ? m_reader.offset() : m_folder->logSize();
    m_reader = FollowReader(offset);
    m_follow = m_agent->follow(job().id, offset);
    connect(m_follow.get(), &Process::outputRead, this, &JobRunner::readFollow);
    connect(m_follow.get(), &Process::errorsRead, this, [this](const QByteArray& bytes) {
        m_followErrors = (m_followErrors + bytes).right(16384);
    });
    connect(m_follow.get(), &Process::finished, this, &JobRunner::followEnded);
    m_heard.start();
    m_follow->start();
}

void JobRunner::dropFollow()
{
    if (m_follow) {
        m_follow->disconnect(this);
        // It may be in the middle of a signal of its own.
        m_follow->cancel();
        m_follow.release()->deleteLater();
    }
}

void JobRunner::readFollow(const QByteArray& bytes)
{
    m_heard.start();
    m_reader.feed(bytes);
    const std::vector<FollowFrame> frames = m_reader.take();
    const qint64 before = m_folder->logSize();
    for (const FollowFrame& frame : frames) {
        if (!m_follow) {
            break; // one of them ended the following
        }
        handle(frame);
    }
    if (m_folder->logSize() != before) {
        m_status.logBytes = m_folder->logSize();
        m_status.lastOutput = m_settings.now();
        m_dirty = true;
        Q_EMIT logGrew(m_folder->logSize());
    }
    if (m_follow && m_reader.broken()) {
        dropFollow();
        connectionBroke({ErrorCode::ConnectionLost,
                         QStringLiteral("the answer did not come from Rocport's agent"),
                         nodeName()});
    }
}

void JobRunner::followEnded(const ProcessOutcome& outcome)
{
    dropFollow();
    if (m_phase != Phase::Following) {
        return;
    }
    if (outcome.end == ProcessEnd::Exited && outcome.exitCode == NodeAgent::kAgentMissing) {
        m_installing = true;
        m_agent->install(this, [this](const Result<void>& done) {
            m_installing = false;
            if (done && m_phase == Phase::Following && !m_detachWanted) {
                follow();
            } else if (!done) {
                connectionBroke(done.error());
            }
        });
        return;
    }
    Error error = m_agent->explain(outcome, m_followErrors);
    if (outcome.succeeded() || error.code == ErrorCode::NodeFailed ||
        error.code == ErrorCode::Cancelled) {
        error.code = ErrorCode::ConnectionLost;
    }
    connectionBroke(error);
}

void JobRunner::handle(const FollowFrame& frame)
{
    using Kind = FollowFrame::Kind;
    switch (frame.kind) {
    case Kind::Hello:
        setClock(frame.stamp);
        m_status.lastContact = m_settings.now();
        break;
    case Kind::Log:
        handleLog(frame);
        break;
    case Kind::Stage:
        handleStage(frame);
        break;
    case Kind::Beat:
        handleBeat(frame);
        break;
    case Kind::Pid:
        m_status.remotePid = frame.offset;
        m_dirty = true;
        break;
    case Kind::Queue:
        m_status.queueId = frame.id;
        m_status.queueState = frame.word;
        m_status.queueReason = frame.reason;
        m_dirty = true;
        break;
    case Kind::Full:
        m_notice = jobsentence::diskFullThere(job(), frame.word == QLatin1StringView("quota"),
                                              frame.reason.toLatin1());
        break;
    case Kind::Note:
        m_cancelNoted = m_cancelNoted || frame.word == QLatin1StringView("cancelled");
        break;
    case Kind::Exit:
        handleExit(frame);
        break;
    case Kind::Gone:
        handleGone(frame);
        break;
    case Kind::Shrunk:
        m_logShrunk = true;
        m_notice = jobsentence::shrunk(nodeName());
        m_reader = FollowReader(std::max<qint64>(0, frame.offset));
        dropFollow();
        again(m_notice, nextPause());
        break;
    case Kind::Error:
        break; // the program ends; followEnded() says the rest
    }
}

void JobRunner::handleLog(const FollowFrame& frame)
{
    if (m_logShrunk || m_unwritten) {
        return;
    }
    m_sinceBeat += frame.bytes.size();
    m_folder->setArrival(m_inTime ? m_settings.now() : QDateTime());
    const Result<void> done = m_folder->append(frame.offset, frame.bytes);
    if (!done) {
        // What else comes until the next try says whether the job has ended.
        m_unwritten = true;
        again(jobsentence::diskFullHere(done.error()), nextPause());
        return;
    }
    m_spaceSince.invalidate();
    const qsizetype last = frame.bytes.lastIndexOf('\n');
    m_sinceLineEnd = last < 0 ? m_sinceLineEnd + frame.bytes.size() : frame.bytes.size() - 1 - last;
    if (m_sinceLineEnd > kNoLineEndBytes && m_notice.isEmpty()) {
        m_notice = jobsentence::noLineEnds(m_sinceLineEnd);
    }
}

void JobRunner::handleStage(const FollowFrame& frame)
{
    const auto stage = std::find_if(m_status.stages.begin(), m_status.stages.end(),
                                    [&](const StageProgress& one) { return one.id == frame.id; });
    if (stage == m_status.stages.end()) {
        return;
    }
    const bool begins = frame.word == QLatin1StringView("begin");
    QDateTime& time = begins ? stage->started : stage->ended;
    if (time.isValid()) {
        return; // known already, from before a cut
    }
    time = here(frame.stamp);
    if (begins && (!m_status.started.isValid() || time < m_status.started)) {
        m_status.started = time;
    }
    if (!begins) {
        stage->exitCode = frame.code;
        if (stage->started.isValid() && stage->ended < stage->started) {
            stage->ended = stage->started;
        }
    }
    m_dirty = true;
    Q_EMIT statusChanged();
}

void JobRunner::handleBeat(const FollowFrame& frame)
{
    setClock(frame.stamp);
    m_status.lastContact = m_settings.now();
    m_neverThere = false;
    m_dirty = true;
    // What was written before the log was followed comes first, in pieces of 4 MiB.
    m_inTime = m_inTime || m_sinceBeat < kLongestPiece;
    m_sinceBeat = 0;
    if (m_unwritten) {
        return;
    }
    m_tries = 0;
    if (frame.word == QLatin1StringView("waiting")) {
        // On the node, but not started: this machine went away in between. Or it starts now.
        if (!m_startAsked && !m_cancelling) {
            m_startAsked = true;
            m_agent->start(job().id, this, [](const Result<bool>& /*done*/) {});
        }
        return;
    }
    const bool queued = frame.word == QLatin1StringView("queued");
    if (!queued && !m_status.started.isValid()) {
        m_status.started = here(frame.stamp);
    }
    if (m_cancelling || m_cancelNoted) {
        if (m_status.state != JobState::Stopping) {
            setState(JobState::Stopping, {});
        }
        return;
    }
    setState(queued ? JobState::Queued : JobState::Running,
             queued ? jobsentence::queued(m_status.queueId, m_status.queueReason) : m_notice);
}

/// Where the log of a job that has ended has no space here, tries for it again, and after a while
/// leaves the job as it is; attach() takes it up. False: the log has its space.
bool JobRunner::leaveLog()
{
    if (!m_unwritten) {
        return false;
    }
    dropFollow();
    if (!m_spaceSince.isValid()) {
        m_spaceSince.start();
    }
    if (m_spaceSince.elapsed() >= m_settings.spaceWait.count()) {
        m_spaceSince.invalidate();
        m_unwritten = false;
        m_again.stop();
        m_grace.stop();
        m_cancelling = false;
        m_detachWanted = true;
        setState(JobState::Detached, jobsentence::logLeft(job()));
        write();
    }
    return true;
}

void JobRunner::handleExit(const FollowFrame& frame)
{
    if (leaveLog()) {
        return;
    }
    if (const Result<void> held = m_folder->appendHeld(); !held) {
        m_unkept = held.error(); // the log is shorter
    }
    if (!m_logShrunk && frame.offset > m_folder->logSize()) {
        return; // cannot be; the stream ends and is read again from where the log is
    }
    m_status.exitCode = frame.code;
    m_status.ended = here(frame.stamp);
    if (m_status.started.isValid() && m_status.ended < m_status.started) {
        m_status.ended = m_status.started;
    }
    m_status.lastContact = m_settings.now();
    const bool timedOut = frame.flags.contains(QStringLiteral("timeout")) ||
                          m_status.queueState == QLatin1StringView("TIMEOUT");
    const bool cancelled = m_cancelling || m_cancelNoted ||
                           frame.flags.contains(QStringLiteral("cancelled")) ||
                           m_status.queueState.startsWith(QLatin1StringView("CANCELLED"));
    // On a full disk even 0 says nothing: what was written may be cut short.
    const bool full = frame.flags.contains(QStringLiteral("full")) ||
                      frame.flags.contains(QStringLiteral("quota"));
    const JobState state = frame.code == 0 ? (full ? JobState::Failed : JobState::Succeeded)
                           : timedOut      ? JobState::TimedOut
                           : cancelled     ? JobState::Cancelled
                                           : JobState::Failed;
    JobStatus final = m_status;
    final.state = state;
    QString sentence = jobsentence::ended(job(), final, frame);
    if (frame.flags.contains(QStringLiteral("refused"))) {
        const auto said = readLogPart(
            m_folder->folder(), std::max<qint64>(0, m_folder->logSize() - kEndOfLog), kEndOfLog);
        const QString refusal = said ? slurmRefusal(*said) : QString();
        sentence = refusal.isEmpty() ? sentence : refusal;
    }
    close(state, sentence, true);
}

void JobRunner::handleGone(const FollowFrame& frame)
{
    const bool removed = frame.word == QLatin1StringView("removed");
    if (removed && m_neverThere) {
        notStarted(m_cancelling ? JobState::Cancelled : JobState::Failed,
                   m_cancelling
                       ? QString()
                       : QStringLiteral(
                             "Rocport was closed before the job reached %1; nothing was started.")
                             .arg(nodeName()));
        return;
    }
    if (!removed && leaveLog()) {
        return;
    }
    m_status.ended = m_settings.now();
    m_status.lastContact = m_status.ended;
    if (frame.word.startsWith(QLatin1StringView("queue-"))) {
        m_status.queueState = frame.word.mid(6);
    }
    JobState state = JobState::Vanished;
    if (frame.word == QLatin1StringView("queue-TIMEOUT")) {
        state = JobState::TimedOut;
    } else if (m_cancelling || m_cancelNoted) {
        state = JobState::Cancelled;
    }
    close(state,
          state == JobState::Cancelled ? QStringLiteral("The job was cancelled.")
                                       : jobsentence::vanished(nodeName(), frame.word),
          !removed);
}

void JobRunner::setClock(const NodeStamp& stamp)
{
    m_nodeStamp = stamp;
    m_stampHere = m_settings.now();
    const qint64 skew = stamp.epoch - m_stampHere.toSecsSinceEpoch();
    if (std::llabs(skew) > kSkewSeconds && stamp.epoch > 0 && m_notice.isEmpty()) {
        m_notice = jobsentence::skewed(nodeName(), skew);
    }
}

QDateTime JobRunner::here(const NodeStamp& stamp) const
{
    const bool sameStart =
        stamp.boot == m_nodeStamp.boot && stamp.uptime > 0 && m_nodeStamp.uptime > 0;
    const double ago = sameStart ? m_nodeStamp.uptime - stamp.uptime
                                 : static_cast<double>(m_nodeStamp.epoch - stamp.epoch);
    const double bounded = std::clamp(ago, -86400.0, 10.0 * 366 * 86400);
    return std::min(m_stampHere.addMSecs(-static_cast<qint64>(bounded * 1000)), m_settings.now());
}

void JobRunner::connectionBroke(const Error& error)
{
    const bool tryAgain = error.code == ErrorCode::ConnectionLost ||
                          error.code == ErrorCode::NodeUnreachable ||
                          error.code == ErrorCode::NodeDiskFull;
    if (!tryAgain) {
        setState(m_cancelling ? JobState::Stopping : JobState::Lost,
                 jobsentence::cutForGood(nodeName(), error));
        return;
    }
    const std::chrono::milliseconds pause = nextPause();
    again(jobsentence::cut(nodeName(), error, pause), pause);
}

std::chrono::milliseconds JobRunner::nextPause()
{
    const auto at = std::min<qsizetype>(m_tries, m_settings.pauses.size() - 1);
    ++m_tries;
    return at < 0 ? std::chrono::seconds(1) : m_settings.pauses.at(at);
}

void JobRunner::again(const QString& sentence, std::chrono::milliseconds pause)
{
    if (m_phase == Phase::Done || (m_detachWanted && m_phase == Phase::Following)) {
        return;
    }
    setState(m_cancelling ? JobState::Stopping : JobState::Lost, sentence);
    m_again.start(pause);
}

} // namespace rocport
