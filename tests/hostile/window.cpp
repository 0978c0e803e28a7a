// Opens hostile repositories and project files in the real window, one after the other, as a person
// would: looks at each area, hovers the first rows, accepts what is proved, commits, exports, and
// opens the project again. run reads what it says:
//   open PATH               before anything is done with PATH
//   opened PATH             at the end, or
//   refused PATH: sentence  where the program would not open it
//   wrong PATH: sentence    what must not happen
// With --tell first it works on one repository, and says of each thing that it wrote whether the
// window took it for done ("did decide") or told its user otherwise ("told: sentence"); faults.py
// compares that with what is on the disk.
// It ends with 0; hangs are for who started it.

#include "app/window/assemble.h"
#include "app/window/qtsettings.h"
#include "core/project/nodes/remotesession.h"
#include "core/project/port/commitwishes.h"
#include "core/project/port/exportreport.h"
#include "core/project/session/projectcommits.h"
#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectplan.h"
#include "core/project/session/projectreports.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/session.h"
#include "ui/messages/messages.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDateTime>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QFuture>
#include <QHelpEvent>
#include <QStandardPaths>
#include <QTimer>
#include <QToolTip>

#include <cstdio>

using namespace rocport;

namespace {

constexpr int kRowsHovered = 3;
constexpr auto kAreas = {"plan", "review", "nodes", "runs", "verify", "report", "rules"};

void say(const char* what, const QString& path, const QString& more = {})
{
    const QByteArray line = more.toUtf8().simplified();
    std::printf("%s %s%s%s\n", what, QFile::encodeName(path).constData(),
                line.isEmpty() ? "" : ": ", line.constData());
    std::fflush(stdout);
}

/// Lets the window work until `done` holds.
template <typename Done>
void waitFor(const Done& done)
{
    while (!done()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    }
}

/// Shows the tooltips of the first rows, as the pointer would.
void hover(QAbstractItemView& view)
{
    const QAbstractItemModel* model = view.model();
    if (model == nullptr || !view.isVisible()) {
        return;
    }
    QModelIndexList shown;
    for (int row = 0; row < std::min(model->rowCount(), kRowsHovered); ++row) {
        for (int column = 0; column < model->columnCount(); ++column) {
            const QModelIndex index = model->index(row, column);
            shown.append(index);
            if (column == 0 && model->rowCount(index) > 0) {
                shown.append(model->index(0, 0, index));
            }
        }
    }
    for (const QModelIndex& index : std::as_const(shown)) {
        view.scrollTo(index);
        const QPoint at = view.visualRect(index).center();
        QHelpEvent event(QEvent::ToolTip, at, view.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(view.viewport(), &event);
        QCoreApplication::processEvents();
    }
    QToolTip::hideText();
    if (!shown.isEmpty()) {
        view.setCurrentIndex(shown.first());
        QCoreApplication::processEvents();
    }
}

class Visitor
{
public:
    Visitor(ProjectSession& session, Assembly& assembly, QString output)
        : m_session(session), m_assembly(assembly), m_output(std::move(output))
    {
        QObject::connect(&session, &ProjectSession::opened, &m_context, [this] { m_ended = true; });
        QObject::connect(&session, &ProjectSession::openFailed, &m_context,
                         [this](const Error& error) {
                             m_ended = true;
                             m_refusal = messageFor(error);
                         });
    }

    /// Does what writes, and tells.
    void tell(const QString& path, QtSettings& settings)
    {
        QObject::connect(&m_session, &ProjectSession::failed, &m_context,
                         [this](const Error& error) { m_told.append(messageFor(error)); });
        QObject::connect(&settings, &QtSettings::saveFailed, &m_context,
                         [this](const Error& error) { m_told.append(messageFor(error)); });
        bool saved = false;
        QObject::connect(&settings, &QtSettings::saved, &m_context, [&saved] { saved = true; });
        settings.setValue(QStringLiteral("commit/draft"), QStringLiteral("the new draft"));
        // The second start finds that draft: something else changes, so that it is told of.
        settings.setValue(QStringLiteral("commit/time"), QDateTime::currentMSecsSinceEpoch());
        waitFor([&] { return saved || !m_told.isEmpty(); });
        did("preferences");
        if (!open(path)) {
            say("told", m_refusal);
            close();
            return;
        }
        did("open");
        if (m_session.state()->scan) {
            tellWork();
        }
        close();
        did("close");
    }

    void visit(const QString& path)
    {
        say("open", path);
        if (!open(path)) {
            say("refused", path, m_refusal);
            close();
            return;
        }
        lookAround();
        work();
        const QString project = m_session.state()->projectFile;
        close();
        if (!open(project)) {
            say("wrong", path, QStringLiteral("its own project file is refused: ") + m_refusal);
        }
        close();
        say("opened", path);
    }

private:
    bool open(const QString& path)
    {
        m_ended = false;
        m_refusal.clear();
        m_assembly.window().openPath(path);
        waitFor([this] { return m_ended; });
        settle();
        return m_refusal.isEmpty() && m_session.state() != nullptr;
    }

    void settle()
    {
        waitFor([this] { return m_session.tasks().running().isEmpty(); });
        QCoreApplication::processEvents();
    }

    void lookAround()
    {
        for (const char* area : kAreas) {
            m_assembly.window().setCurrentArea(QLatin1StringView(area));
            QCoreApplication::processEvents();
            const auto views = m_assembly.window().findChildren<QAbstractItemView*>();
            for (QAbstractItemView* view : views) {
                hover(*view);
            }
        }
    }

    void work()
    {
        const auto state = m_session.state();
        if (!state->scan || state->scan->hunks.isEmpty() || state->readOnly) {
            return;
        }
        m_assembly.window().setCurrentArea(QStringLiteral("review"));
        m_assembly.review().goToChange(state->scan->hunks.first().key);
        QCoreApplication::processEvents();
        QVector<QByteArray> proved;
        for (const Hunk& hunk : state->scan->hunks) {
            if (isProved(hunk.verdict) && !state->isCommitted(hunk.key)) {
                proved.append(hunk.key);
            }
        }
        // Refusals are answers too: what counts is what happens to the machine.
        (void)m_session.decisions().decide(proved, DecisionKind::Accepted,
                                           QStringLiteral("all proved"));
        settle();
        CommitWishes wishes;
        for (const Phase phase : kPhases) {
            wishes.phases.append({phase, CommitForm::New, {}});
        }
        // The user here told git nothing; the commit is to be tried all the same.
        wishes.author = {QStringLiteral("Somebody"), QStringLiteral("somebody@localhost")};
        m_session.commits().commit(wishes);
        settle();
        m_session.reports().write(reportFormatIds(), m_output);
        settle();
    }

    /// What the window said since the last call; "did" where that was nothing. What it shows at
    /// once is written beside its thread: only then it is taken for done.
    void did(const char* what)
    {
        settle();
        const QFuture<void> stored = m_session.stored();
        waitFor([&stored] { return stored.isFinished(); });
        QCoreApplication::processEvents(); // what failed was told before it
        for (const QString& sentence : std::as_const(m_told)) {
            say("told", sentence);
        }
        if (m_told.isEmpty()) {
            say("did", QLatin1StringView(what));
        }
        m_told.clear();
    }

    void tellWork()
    {
        // What an earlier start came to is not done again.
        QVector<QByteArray> proved;
        const auto state = m_session.state();
        for (const Hunk& hunk : state->scan->hunks) {
            if (isProved(hunk.verdict) && !state->isCommitted(hunk.key)) {
                proved.append(hunk.key);
            }
        }
        const Result<void> decided =
            proved.isEmpty() ? Result<void>()
                             : m_session.decisions().decide(proved, DecisionKind::Accepted,
                                                            QStringLiteral("all proved"));
        if (!decided) {
            m_told.append(messageFor(decided.error()));
        }
        did("decide");
        m_session.plan().setSummary(Phase::Translation, QStringLiteral("the summary"));
        did("summary");
        CommitWishes wishes;
        for (const Phase phase : kPhases) {
            wishes.phases.append({phase, CommitForm::New, {}});
        }
        wishes.author = {QStringLiteral("Somebody"), QStringLiteral("somebody@localhost")};
        if (!proved.isEmpty()) {
            m_session.commits().commit(wishes);
        }
        did("commit");
        m_session.reports().write({QStringLiteral("html"), QStringLiteral("json")}, m_output);
        did("export");
    }

    void close()
    {
        settle();
        m_session.close();
        QCoreApplication::processEvents();
    }

    ProjectSession& m_session;
    Assembly& m_assembly;
    QString m_output;
    QObject m_context;
    bool m_ended = false;
    QString m_refusal;
    QStringList m_told;
};

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("rocport"));
    QStringList arguments = QApplication::arguments().mid(1);
    const bool tells = arguments.value(0) == QLatin1StringView("--tell");
    arguments = arguments.mid(tells ? 1 : 0);
    if (arguments.size() < 2) {
        std::fputs("usage: hostile_window [--tell] OUTPUT PATH...\n", stderr);
        return 2;
    }
    const QString& output = arguments.first();
    QDir().mkpath(output);
    QtSettings settings(output + QStringLiteral("/settings.ini"));
    ThemeProvider theme(settings);
    theme.attach(app);
    ProjectSession session(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                           QStringLiteral("/rocport"));
    RemoteSession remote(session, userRemoteOptions());
    Assembly assembly(session, remote, theme, settings);
    // Questions are answered with no.
    QTimer refuser;
    QObject::connect(&refuser, &QTimer::timeout, &refuser, [] {
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            dialog->reject();
        }
    });
    refuser.start(50);
    assembly.window().resize(1100, 700);
    if (!tells) { // what is shown writes nothing
        assembly.window().show();
    }
    Visitor visitor(session, assembly, output);
    for (const QString& path : arguments.mid(1)) {
        if (tells) {
            visitor.tell(path, settings);
        } else {
            visitor.visit(path);
        }
    }
    return 0;
}
