#include "app/window/tour.h"

#include "core/files/filewriter.h"
#include "core/project/nodes/remoteservice.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectreports.h"
#include "core/project/session/projectreviews.h"
#include "core/project/session/projecttasks.h"
#include "ui/messages/messages.h"
#include "ui/portreview/hunktree.h"
#include "ui/portreview/portreviewhost.h"
#include "ui/portreview/portreviewpage.h"
#include "ui/report/reportarea.h"
#include "ui/review/reviewarea.h"
#include "ui/rules/rulesarea.h"
#include "ui/runs/runsarea.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>

#include <algorithm>
#include <cstdio>

namespace rocport {

namespace {

constexpr int kPatienceMs = 120'000;
constexpr int kSettleMs = 600; // what is drawn in idle time (syntax colours) has come by then

void say(const QString& what, const QString& where)
{
    std::printf("%-14s %s\n", what.toLocal8Bit().constData(), where.toLocal8Bit().constData());
}

/// The change to show: a lane mask where there is one, as the most telling kind.
QByteArray tellingHunk(const ProjectState& state)
{
    for (const char* rule : {"warp-ballot-type", "warp-mask-literal", "compile-mode"}) {
        for (const Hunk& hunk : state.scan->hunks) {
            if (hunk.ruleIds.contains(QLatin1StringView(rule))) {
                return hunk.key;
            }
        }
    }
    return state.scan->hunks.isEmpty() ? QByteArray() : state.scan->hunks.first().key;
}

} // namespace

Tour::Tour(ProjectSession& session, ThemeProvider& theme, Assembly& assembly, QString output)
    : m_session(session), m_theme(theme), m_assembly(assembly), m_output(std::move(output))
{
    m_timer.setInterval(20);
    connect(&m_timer, &QTimer::timeout, this, &Tour::next);
    connect(&m_session, &ProjectSession::openFailed, this, &Tour::fail);
    connect(&m_session, &ProjectSession::failed, this, &Tour::fail);
}

void Tour::start(const QString& repository)
{
    if (const Result<void> made = makeFolder(m_output); !made) {
        fail(made.error());
        return;
    }
    m_theme.setChoice(ThemeChoice::Light);
    m_assembly.window().resize(1440, 900);
    m_assembly.window().show();
    addSteps(repository);
    addReviewSteps();
    addVerifySteps();
    addRunSteps();
    addOutputSteps();
    addPortSteps();
    m_since.start();
    m_timer.start();
}

void Tour::add(std::function<bool()> ready, std::function<void()> act)
{
    m_steps.push_back({std::move(ready), std::move(act)});
}

bool Tour::idle() const
{
    return m_session.state() && m_session.state()->scan && m_session.tasks().running().isEmpty() &&
           m_since.elapsed() > kSettleMs;
}

void Tour::addSteps(const QString& repository)
{
    add([this] { return m_since.elapsed() > kSettleMs; },
        [this, repository] {
            picture(QStringLiteral("welcome"));
            m_assembly.window().openPath(repository);
        });
    add([this] { return idle(); },
        [this] { m_assembly.window().setCurrentArea(QStringLiteral("plan")); });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("plan-light"));
            m_theme.setChoice(ThemeChoice::Dark);
        });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("plan-dark"));
            m_theme.setChoice(ThemeChoice::Light);
            m_assembly.window().setCurrentArea(QStringLiteral("review"));
            const QByteArray key = tellingHunk(*m_session.state());
            m_assembly.review().goToChange(key);
        });
}

void Tour::addReviewSteps()
{
    add([this] { return idle(); },
        [this] {
            // As a person would: the first changes of the file are accepted, one is put off.
            const auto state = m_session.state();
            const Hunk* telling = state->hunk(tellingHunk(*state));
            QVector<QByteArray> before;
            for (const Hunk& hunk : state->scan->hunks) {
                const bool earlier = telling != nullptr && hunk.targetPath == telling->targetPath &&
                                     hunk.firstLine < telling->firstLine;
                if (earlier && isProved(hunk.verdict)) {
                    before.append(hunk.key);
                }
            }
            if (!before.isEmpty()) {
                const Result<void> done = m_session.decisions().decide(
                    before, DecisionKind::Accepted, QStringLiteral("Accept what stands above"));
                if (!done) {
                    fail(done.error());
                }
            }
            if (telling != nullptr) {
                m_assembly.review().goToChange(telling->key);
            }
        });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("review-light"));
            m_theme.setChoice(ThemeChoice::Dark);
        });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("review-dark"));
            m_theme.setChoice(ThemeChoice::Light);
            m_assembly.review().showFindings(true);
        });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("findings"));
            m_assembly.review().showFindings(false);
            QVector<QByteArray> proved;
            for (const Hunk& hunk : m_session.state()->scan->hunks) {
                if (isProved(hunk.verdict)) {
                    proved.append(hunk.key);
                }
            }
            const Result<void> done = m_session.decisions().decide(
                proved, DecisionKind::Accepted, QStringLiteral("Accept all proved"));
            if (!done) {
                fail(done.error());
            }
        });
}

void Tour::addVerifySteps()
{
    add([this] { return idle(); },
        [this] {
            // Level 1 looks at the port here; nothing of the repository is run.
            m_assembly.window().setCurrentArea(QStringLiteral("verify"));
            VerifyRequest request;
            request.level = VerifyLevel::Static;
            const Result<QString> started = m_assembly.remote().startVerification(request);
            if (!started) {
                fail(started.error());
            }
        });
    add([this] { return idle() && !m_assembly.remote().state()->runs.isEmpty(); },
        [this] {
            picture(QStringLiteral("verify"));
            m_assembly.window().setCurrentArea(QStringLiteral("nodes"));
        });
}

void Tour::addRunSteps()
{
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("nodes"));
            m_assembly.window().setCurrentArea(QStringLiteral("runs"));
            Node here = localNode();
            here.workspace = m_output + QStringLiteral("/node");
            if (const Result<QString> saved = m_assembly.remote().saveNode(here); !saved) {
                fail(saved.error());
                return;
            }
            m_assembly.remote().setCurrentNode(here.id);
            run(QStringLiteral("Compile the Python files"),
                QStringLiteral("python3 -m compileall -f ."));
        });
    add([this] { return idle() && allEnded(); },
        [this] {
            run(QStringLiteral("Read the C++ files"),
                QStringLiteral("find * -name '*.cpp' | sort | head -n 20 | {\n"
                               "failed=0\n"
                               "while IFS= read -r file; do\n"
                               "    echo \"c++ -Wall -fsyntax-only $file\"\n"
                               "    c++ -std=c++17 -Wall -fsyntax-only \"$file\" || failed=1\n"
                               "done\n"
                               "exit $failed\n"
                               "}"));
        });
    add([this] { return idle() && allEnded() && m_assembly.remote().state()->jobs.size() > 1; },
        [this] { m_assembly.runs().showJob(m_assembly.remote().state()->jobs.first().spec.id); });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("runs"));
            m_assembly.window().setCurrentArea(QStringLiteral("rules"));
        });
    add([this] { return idle(); }, // one with code before and after
        [this] { m_assembly.rules().goToRule(QStringLiteral("warp-ballot-type")); });
    add([this] { return idle(); }, [this] { picture(QStringLiteral("rules")); });
}

void Tour::run(const QString& title, const QString& command)
{
    JobRequest request;
    request.nodeId = m_assembly.remote().state()->currentNode;
    request.title = title;
    request.command = command;
    request.timeLimit = std::chrono::seconds(60);
    const Result<QString> started = m_assembly.remote().startJob(request);
    if (!started) {
        fail(started.error());
    }
}

bool Tour::allEnded() const
{
    const auto state = m_assembly.remote().state();
    return !state->jobs.isEmpty() &&
           std::all_of(state->jobs.begin(), state->jobs.end(),
                       [](const JobEntry& job) { return isEnded(job.status.state); });
}

void Tour::addOutputSteps()
{
    add([this] { return idle(); },
        [this] {
            // A second tour over the same project finds everything committed: nothing to do then.
            const auto state = m_session.state();
            const bool open = std::any_of(state->scan->hunks.begin(), state->scan->hunks.end(),
                                          [&](const Hunk& hunk) {
                                              return isTaken(state->decisions.kind(hunk.key)) &&
                                                     !state->isCommitted(hunk.key);
                                          });
            if (open) {
                m_session.commits().commitPhases(QVector<Phase>(kPhases.begin(), kPhases.end()));
            }
        });
    add([this] { return idle(); },
        [this] {
            m_session.reports().write(reportFormatIds(), m_output);
            m_assembly.window().setCurrentArea(QStringLiteral("report"));
        });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("report"));
            // The branch that was made, as another person would review it.
            m_assembly.window().setCurrentArea(QStringLiteral("review"));
            const auto state = m_session.state();
            ReviewRequest request;
            request.range = QString::fromLatin1(state->meta.baseCommit) + QStringLiteral("..") +
                            state->meta.portBranch;
            m_session.reviews().open(request);
        });
}

void Tour::addPortSteps()
{
    add([this] { return idle() && m_session.reviews().state(); },
        [this] {
            ProjectReviews& reviews = m_session.reviews();
            const QVector<ReviewFile>& files = reviews.state()->review->files;
            QVector<QByteArray> first;
            for (const ReviewFile& file : files) {
                for (const ReviewHunk& hunk : file.hunks) {
                    if (first.size() < 3 && hunk.kind == ReviewHunkKind::Lines) {
                        first.append(hunk.id);
                    }
                }
            }
            reviews.decide(first, DecisionKind::Accepted);
            if (!first.isEmpty()) {
                m_assembly.ports().page().tree().setCurrent(first.last());
            }
        });
    add([this] { return idle(); },
        [this] {
            picture(QStringLiteral("port-review"));
            m_session.reviews().close();
            finish();
        });
}

void Tour::next()
{
    if (m_at >= m_steps.size()) {
        return;
    }
    if (m_since.elapsed() > kPatienceMs) {
        fail({ErrorCode::Internal, QStringLiteral("step %1 of the demo did not finish").arg(m_at),
              m_output});
        return;
    }
    if (m_steps[m_at].ready()) {
        const size_t step = m_at++;
        m_since.restart();
        m_steps[step].act();
    }
}

void Tour::picture(const QString& name)
{
    const QString path = m_output + u'/' + name + QStringLiteral(".png");
    if (!m_assembly.window().grab().save(path)) {
        fail({ErrorCode::FileWriteFailed, {}, path});
        return;
    }
    say(QStringLiteral("screenshot:"), path);
}

void Tour::fail(const Error& error)
{
    m_timer.stop();
    std::fprintf(stderr, "rocport: %s\n", messageFor(error).toLocal8Bit().constData());
    QApplication::exit(1);
}

void Tour::finish()
{
    m_timer.stop();
    const auto state = m_session.state();
    say(QStringLiteral("project file:"), state->projectFile);
    for (const RecordedExport& record : state->exports) {
        say(record.format == QStringLiteral("patches") ? QStringLiteral("patch series:")
                                                       : QStringLiteral("report:"),
            record.path);
    }
    std::printf("%d of %d changes decided, %lld commits on %s\n", state->decided, state->hunks,
                static_cast<long long>(state->commits.size()),
                state->meta.portBranch.toLocal8Bit().constData());
    m_assembly.window().closeAtOnce();
    QApplication::quit();
}

} // namespace rocport
