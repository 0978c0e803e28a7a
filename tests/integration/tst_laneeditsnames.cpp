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
    addEditPrograms(QStringLiteral("names"));
}

void TestLaneEditsNames::portsGiveWhatTheOriginalsDo()
{
    QFETCH(QString, path);
    runEditProgram(path);
}

QTEST_GUILESS_MAIN(TestLaneEditsNames)
#include "tst_laneeditsnames.moc"
