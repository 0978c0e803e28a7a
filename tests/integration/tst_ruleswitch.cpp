#include "core/project/session/projectdecisions.h"
#include "core/project/session/projecthistory.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/ruleswitches.h"
#include "portfixture.h"

#include "core/project/port/exportreport.h"

#include <QSignalSpy>
#include <sqlite3.h>

using namespace rocport;
using test::Port;

/// A rule that is switched off: what leaves, what stays, and the way back.
class TestRuleSwitch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void openLeavesDecidedStays();
    void aReasonIsNeeded();
    void theReasonIsKept();
    void undoAndHistory();
    void comesBackWhereItIsNotKept();
};

namespace {

const QByteArray kModel = "import torch\n\ndef f(m):\n    return torch.compile(m, "
                          "mode=\"reduce-overhead\")\n\ndef g(m):\n    x = 1\n    return "
                          "torch.compile(m, mode=\"reduce-overhead\")\n";
const QString kRule = QStringLiteral("compile-mode");

QVector<QByteArray> changesOf(const Port& port)
{
    QVector<QByteArray> keys;
    for (const Hunk& hunk : port.session->state()->scan->hunks) {
        if (hunk.ruleIds == QStringList{kRule}) {
            keys.append(hunk.key);
        }
    }
    return keys;
}

int findingsOf(const Port& port)
{
    int count = 0;
    for (const auto& file : port.session->state()->scan->files) {
        for (const Finding& finding : file->findings) {
            count += finding.ruleId == kRule ? 1 : 0;
        }
    }
    return count;
}

} // namespace

void TestRuleSwitch::openLeavesDecidedStays()
{
    Port port;
    port.repository.write(QStringLiteral("model.py"), kModel);
    port.repository.commitAll();
    port.open();
    const QVector<QByteArray> before = changesOf(port);
    QVERIFY(before.size() >= 2);
    const int found = findingsOf(port);
    const QByteArray& accepted = before.first();
    QVERIFY(port.session->decisions()
                .decide({accepted}, DecisionKind::Accepted, QStringLiteral("one"))
                .ok());
    const int all = port.session->state()->hunks;
    QVERIFY(
        port.session->ruleSwitches().set(kRule, false, QStringLiteral("Reviewed by hand")).ok());
    port.wait();
    QCOMPARE(changesOf(port), QVector<QByteArray>{accepted});
    QCOMPARE(port.session->state()->hunks, all - int(before.size()) + 1);
    QCOMPARE(findingsOf(port), int(port.session->state()->hunk(accepted)->findingIds.size()));
    QVERIFY(findingsOf(port) < found);
    QVERIFY(port.session->state()->orphaned.isEmpty());
    // The same after the project is opened again, and after another scan.
    port.session.reset();
    port.open();
    QCOMPARE(changesOf(port), QVector<QByteArray>{accepted});
    port.upstream(QStringLiteral("src/notes.txt"), "more\n");
    QCOMPARE(changesOf(port), QVector<QByteArray>{accepted});
    QVERIFY(port.session->ruleSwitches().set(kRule, true).ok());
    port.wait();
    QCOMPARE(changesOf(port), before);
    QCOMPARE(findingsOf(port), found);
    QCOMPARE(port.session->state()->decisions.kind(accepted), DecisionKind::Accepted);
    QCOMPARE(port.session->state()->hunks, all);
}

void TestRuleSwitch::aReasonIsNeeded()
{
    Port port;
    port.open();
    const qint64 batch = port.session->state()->decisions.lastBatchId();
    const Result<void> none = port.session->ruleSwitches().set(kRule, false, QStringLiteral("  "));
    QCOMPARE(none.error().code, ErrorCode::InvalidArgument);
    const Result<void> odd =
        port.session->ruleSwitches().set(QString(200, u'x'), false, QStringLiteral("long"));
    QCOMPARE(odd.error().code, ErrorCode::InvalidArgument);
    QVERIFY(port.session->ruleSwitches().set(kRule, true).ok()); // it is on
    QCOMPARE(port.session->state()->decisions.lastBatchId(), batch);
    QVERIFY(port.session->state()->meta.target.rulesOff.isEmpty());
    QCOMPARE(ProjectSession(port.data.path())
                 .ruleSwitches()
                 .set(kRule, false, QStringLiteral("why"))
                 .error()
                 .code,
             ErrorCode::NotPossibleNow);
}

void TestRuleSwitch::theReasonIsKept()
{
    Port port;
    port.open();
    const QString why = QStringLiteral("ROCm 7.0 is the oldest release here");
    QVERIFY(port.session->ruleSwitches().set(kRule, false, why).ok());
    port.wait();
    // Somebody else's id with characters that no key has.
    const QString odd = QStringLiteral("house rule/ü_1");
    QVERIFY(port.session->ruleSwitches().set(odd, false, QStringLiteral("odd")).ok());
    port.wait();
    port.session.reset();
    port.open();
    const ProjectState& state = *port.session->state();
    QCOMPARE(state.meta.target.rulesOff, (QStringList{kRule, odd}));
    QCOMPARE(state.decisions.whyOff(kRule), why);
    QCOMPARE(state.decisions.whyOff(odd), QStringLiteral("odd"));
    QVERIFY(state.decisions.kinds().isEmpty()); // it is no decision about a change
    const Result<QByteArray> report =
        renderReport(state, *port.session->rulePacks().rules(), QStringLiteral("md"),
                     QDateTime::currentDateTimeUtc());
    QVERIFY(report.ok());
    QVERIFY(report->contains("Rule switched off"));
    QVERIFY(report->contains("ROCm 7.0 is the oldest release here"));
}

void TestRuleSwitch::undoAndHistory()
{
    Port port;
    port.repository.write(QStringLiteral("model.py"), kModel);
    port.repository.commitAll();
    port.open();
    const QVector<QByteArray> all = changesOf(port);
    QVERIFY(!all.isEmpty());
    QVERIFY(port.session->ruleSwitches().set(kRule, false, QStringLiteral("not ours")).ok());
    port.wait();
    QVERIFY(changesOf(port).isEmpty());
    QCOMPARE(port.session->state()->decisions.undoLabel(), QStringLiteral("Rule compile-mode off"));
    QVERIFY(port.session->history().undo().ok());
    port.wait();
    QCOMPARE(changesOf(port), all);
    QVERIFY(port.session->state()->decisions.whyOff(kRule).isEmpty());
    QVERIFY(port.session->history().redo().ok());
    port.wait();
    QVERIFY(changesOf(port).isEmpty());
    QCOMPARE(port.session->state()->decisions.whyOff(kRule), QStringLiteral("not ours"));
    QVERIFY(port.session->ruleSwitches().set(kRule, true).ok());
    port.wait();
    QCOMPARE(changesOf(port), all);
    QVERIFY(port.session->history().goTo(0).ok()); // both steps back at once
    port.wait();
    QVERIFY(port.session->state()->meta.target.rulesOff.isEmpty());
    QCOMPARE(changesOf(port), all);
}

void TestRuleSwitch::comesBackWhereItIsNotKept()
{
    Port port;
    port.repository.write(QStringLiteral("model.py"), kModel);
    port.repository.commitAll();
    port.open();
    const QVector<QByteArray> all = changesOf(port);
    QVERIFY(!all.isEmpty());
    // Somebody else is writing, so that nothing of ours can be kept.
    sqlite3* other = nullptr;
    QCOMPARE(
        sqlite3_open(QFile::encodeName(port.session->state()->projectFile).constData(), &other),
        SQLITE_OK);
    QCOMPARE(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    const QSignalSpy failed(port.session.get(), &ProjectSession::failed);
    QVERIFY(port.session->ruleSwitches().set(kRule, false, QStringLiteral("why")).ok());
    QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!port.session->state()->decisions.canUndo(), 60000);
    QVERIFY(port.session->state()->meta.target.rulesOff.isEmpty());
    QCOMPARE(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(other);
    QTRY_COMPARE_WITH_TIMEOUT(changesOf(port), all, 60000);
    port.wait();
    port.session.reset();
    port.open();
    QVERIFY(port.session->state()->meta.target.rulesOff.isEmpty());
    QCOMPARE(changesOf(port), all);
}

QTEST_GUILESS_MAIN(TestRuleSwitch)
#include "tst_ruleswitch.moc"
