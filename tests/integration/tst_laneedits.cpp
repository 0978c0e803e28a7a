// The edits of the wavefront rules, shown by programs that run on lanes; and that no edit of phases
// 2 and 3 is without a program.
#include "tests/integration/laneedits.h"

#include <QSet>

using namespace rocport;
using namespace rocport::test;

class TestLaneEdits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachEditHasAProgram();
    void portsGiveWhatTheOriginalsDo_data();
    void portsGiveWhatTheOriginalsDo();
};

/// A rule of phases 2 and 3 that edits sources of C++ and is named by no program fails.
void TestLaneEdits::eachEditHasAProgram()
{
    QSet<QString> shown;
    QSet<QString> failing; // without the edit
    for (const char* folder : {"waves", "names"}) {
        const QVector<EditProgram> programs = editPrograms(QLatin1StringView(folder));
        QVERIFY(!programs.isEmpty());
        for (const EditProgram& program : programs) {
            QVERIFY2(program.problem.isEmpty(), qPrintable(program.path + program.problem));
            for (const LaneEdit& edit : program.edits) {
                shown.insert(edit.rule);
                if (edit.outcome == u"same") {
                    qInfo("%s: `%s` gives the same here, %s", qPrintable(edit.rule),
                          edit.other.constData(), qPrintable(edit.reason));
                } else {
                    failing.insert(edit.rule);
                }
            }
        }
    }
    // "rule: reason", of edits that cannot be run on lanes; then names of those that give the same.
    const QList<QByteArray> lines =
        fileBytes(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/edits/not-run"))
            .split('\n');
    QSet<QString> notRun;
    QSet<QString> same;
    int heads = 0;
    for (const QByteArray& line : lines) {
        if (line.isEmpty() || line.startsWith("Edits ")) {
            heads += line.isEmpty() ? 0 : 1;
        } else if (heads == 2) {
            same.insert(QString::fromUtf8(line));
        } else {
            const qsizetype colon = line.indexOf(": ");
            QVERIFY2(colon > 0 && !line.mid(colon + 2).trimmed().isEmpty(), line.constData());
            notRun.insert(QString::fromUtf8(line.left(colon)));
            qInfo("not run: %s", line.constData());
        }
    }
    QCOMPARE(heads, 2);
    QStringList missing;
    QSet<QString> known;
    for (const Rule& rule : ownRules()->rules()) {
        const bool isOurs = rule.phase == Phase::Translation || rule.phase == Phase::Wavefront;
        if (!isOurs || rule.fix.transform.isEmpty()) {
            continue;
        }
        known.insert(rule.id);
        if (!shown.contains(rule.id) && !notRun.contains(rule.id)) {
            missing.append(rule.id);
        }
        QVERIFY2(!(shown.contains(rule.id) && notRun.contains(rule.id)), qPrintable(rule.id));
    }
    QCOMPARE(missing.join(u' '), QString());
    QVERIFY(known.contains(QStringLiteral("warp-popc")));
    const QSet<QString> onlySame = shown - failing;
    QCOMPARE(QStringList((onlySame - same).values()).join(u' '), QString()); // not on the list
    QCOMPARE(QStringList((same - onlySame).values()).join(u' '), QString()); // wrongly on it
    notRun -= known;
    QVERIFY(notRun.isEmpty());
}

void TestLaneEdits::portsGiveWhatTheOriginalsDo_data()
{
    addEditPrograms(QStringLiteral("waves"));
}

void TestLaneEdits::portsGiveWhatTheOriginalsDo()
{
    QFETCH(QString, path);
    runEditProgram(path);
}

QTEST_GUILESS_MAIN(TestLaneEdits)
#include "tst_laneedits.moc"
