// The edits that translate CUDA, shown by programs that run on lanes.
#include "tests/integration/laneedits.h"

using namespace rocport;
using namespace rocport::test;

class TestLaneEditsNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void portsGiveWhatTheOriginalsDo_data();
    void portsGiveWhatTheOriginalsDo();
};

void TestLaneEditsNames::portsGiveWhatTheOriginalsDo_data()
{
    QTest::addColumn<QString>("path");
    const QVector<EditProgram> programs = editPrograms(QStringLiteral("names"));
    for (const EditProgram& program : programs) {
        QTest::newRow(qPrintable(program.path.section(u'/', -1))) << program.path;
    }
}

/// On 64 and on 32 lanes, and without an edit as the program says.
void TestLaneEditsNames::portsGiveWhatTheOriginalsDo()
{
    QFETCH(QString, path);
    if (!hasEngineHere()) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context or a compiler is not installed");
    }
    const EditProgram program = editProgram(path);
    if (!program.canRun()) {
        QSKIP(qPrintable(program.header + QStringLiteral(" is not installed")));
    }
    const QString problems = EditRuns(program).problems();
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

QTEST_GUILESS_MAIN(TestLaneEditsNames)
#include "tst_laneeditsnames.moc"
