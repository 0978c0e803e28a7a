// The window: makes the collaborators, hands them to each other, and runs.

#include "app/window/assemble.h"
#include "app/window/qtsettings.h"
#include "app/window/tour.h"
#include "core/base/whendone.h"
#include "core/process/endsignals.h"
#include "core/project/nodes/remotesession.h"
#include "core/project/session/packtruststore.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/sample.h"
#include "core/project/session/session.h"
#include "core/rules/packs/packfiles.h"
#include "ui/messages/messages.h"
#include "ui/shell/noticebar.h"
#include "ui/theme/themeprovider.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QStandardPaths>
#include <QtConcurrent>

#include <cstdio>

using namespace rocport;

namespace {

/// Folder that holds project files, worktrees and the sample.
QString dataFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/rocport");
}

int runTour(QApplication& app, const QString& output, const QString& repository)
{
    QtSettings settings(output + QStringLiteral("/settings.ini"));
    ThemeProvider theme(settings);
    theme.attach(app);
    ProjectSession session(output);
    // A list of nodes of its own: the demo shows nothing of the user's.
    RemoteOptions nodes;
    nodes.nodesFile = output + QStringLiteral("/nodes.json");
    RemoteSession remote(session, nodes);
    Assembly assembly(session, remote, theme, settings);
    Tour tour(session, theme, assembly, output);
    tour.start(repository);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    ignoreFileSizeSignal();
    raiseFileLimit();
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("rocport"));
    QApplication::setApplicationDisplayName(QStringLiteral("Rocport"));
    QApplication::setApplicationVersion(QStringLiteral(ROCPORT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("rocport"));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Ports CUDA code bases to AMD ROCm, one reviewed change at a time."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOption(QCommandLineOption(
        QStringLiteral("demo"),
        QStringLiteral("Port DIR unattended; the project file, report and screenshots go to OUT."),
        QStringLiteral("OUT")));
    parser.addPositionalArgument(QStringLiteral("PATH"),
                                 QStringLiteral("A git repository, or a .rocport project file."),
                                 QStringLiteral("[PATH]"));
    parser.process(app);
    const QStringList paths = parser.positionalArguments();
    if (paths.size() > 1) {
        std::fputs("rocport: only one repository or project file can be opened at a time (see "
                   "rocport --help)\n",
                   stderr);
        return 2;
    }
    const QString path = paths.isEmpty() ? QString() : QFileInfo(paths.first()).absoluteFilePath();
    if (parser.isSet(QStringLiteral("demo"))) {
        if (path.isEmpty()) {
            std::fputs("rocport: --demo needs a repository (see rocport --help)\n", stderr);
            return 2;
        }
        return runTour(app, QFileInfo(parser.value(QStringLiteral("demo"))).absoluteFilePath(),
                       path);
    }

    QtSettings settings;
    ThemeProvider theme(settings);
    theme.attach(app);
    ProjectSession session(dataFolder());
    session.rulePacks().setUserFolder(userRuleFolder());
    session.rulePacks().setTrustFile(userPackTrustFile());
    RemoteSession remote(session, userRemoteOptions());
    Assembly assembly(session, remote, theme, settings);
    MainWindow& window = assembly.window();
    QObject::connect(&settings, &QtSettings::saveFailed, &window,
                     [&window](const Error& error) { window.noticeBar().showError(error); });
    QObject::connect(&window, &MainWindow::sampleRequested, &window, [&window, &session] {
        whenDone(QtConcurrent::run([] { return sampleRepository(dataFolder()); }), &window,
                 [&window, &session](const Result<QString>& folder) {
                     if (folder) {
                         window.openPath(*folder);
                     } else {
                         Q_EMIT session.openFailed(folder.error());
                     }
                 });
    });
    const EndSignals endSignals;
    QObject::connect(&endSignals, &EndSignals::asked, &window, [&window] {
        window.closeAtOnce();
        QCoreApplication::quit();
    });
    window.show();
    if (!path.isEmpty()) {
        window.openPath(path);
    }
    return QApplication::exec();
}
