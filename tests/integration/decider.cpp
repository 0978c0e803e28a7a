// A program to be killed: opens a repository and decides about its changes for ever, saying on
// standard output how many steps it has made.

#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace rocport;

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    ProjectSession session(QString::fromLocal8Bit(argv[2]));
    QTimer timer;
    int made = 0;
    QObject::connect(&timer, &QTimer::timeout, &session, [&] {
        const auto state = session.state();
        const qsizetype at = made % state->scan->hunks.size();
        const DecisionKind kind = made % 3 == 0 ? DecisionKind::Rejected : DecisionKind::Deferred;
        const Result<void> done =
            session.decide({state->scan->hunks[at].key}, kind, QStringLiteral("step %1").arg(made));
        if (done) {
            ++made;
            std::printf("%d\n", made);
            std::fflush(stdout);
        }
    });
    QObject::connect(&session, &ProjectSession::stateChanged, &session, [&](StateChange change) {
        if (change == StateChange::Everything && session.state() && session.state()->scan &&
            !session.state()->scan->hunks.isEmpty() && !timer.isActive()) {
            timer.start(20); // faster than a key that is held down
        }
    });
    session.openRepository(QString::fromLocal8Bit(argv[1]));
    return QCoreApplication::exec();
}
