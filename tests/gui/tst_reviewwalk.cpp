// A random walk through Review in the real window. After each step what is shown, explained and
// decided is one change; every state is there again when undo comes back to it, and at the end undo
// goes back to the start, byte for byte.
//
// ROCPORT_STEPS: steps of each walk (400). ROCPORT_SEED: one walk, with that seed.
// ROCPORT_TOUR_REPOSITORY: a git repository, in a clone of which is walked; else the sample.
#include "core/project/session/openstate.h"
#include "tests/gui/reviewwalk.h"
#include "tests/gui/tourrepository.h"
#include "tests/gui/walkpicture.h"

#include <QAccessible>

using namespace rocport;
using rocport::test::ReviewWalk;

class ReviewWalkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QAccessible::setActive(true); }
    void walk_data();
    void walk();

private:
    static void open(WindowFixture& window);
    /// Two lane masks in one kernel, one of them in a block: guards can grow around them.
    static QByteArray votes()
    {
        return "#include <cuda_runtime.h>\n"
               "\n"
               "__global__ void votes(unsigned* out, int limit)\n"
               "{\n"
               "    int unrelated = 0;\n"
               "    if (limit > 0) {\n"
               "        unsigned mask = __ballot_sync(0xffffffffu, limit);\n"
               "        out[blockIdx.x] = __popc(mask);\n"
               "        out[7] = limit;\n"
               "    }\n"
               "    int other = 1;\n"
               "    unsigned last = __ballot_sync(0xffffffffu, other);\n"
               "    out[1] = __popc(last);\n"
               "}\n";
    }
};

void ReviewWalkTest::open(WindowFixture& window)
{
    if (test::tourRepository().isEmpty()) {
        window.project.copySample();
        window.project.write(QStringLiteral("csrc/votes.cu"), votes());
        QByteArray crlf = votes();
        window.project.write(QStringLiteral("csrc/crlf.cu"), crlf.replace("\n", "\r\n"));
        window.open();
    } else {
        test::cloneTourRepository(window.project);
        window.openCommitted();
    }
}

void ReviewWalkTest::walk_data()
{
    QTest::addColumn<quint32>("seed");
    QVector<quint32> seeds{20261122, 7, 4711};
    if (qEnvironmentVariableIsSet("ROCPORT_SEED")) {
        seeds = {qEnvironmentVariable("ROCPORT_SEED").toUInt()};
    }
    for (const quint32 seed : seeds) {
        QTest::newRow(qPrintable(QStringLiteral("seed %1").arg(seed))) << seed;
    }
}

void ReviewWalkTest::walk()
{
    QFETCH(quint32, seed);
    const int wanted = qEnvironmentVariableIntValue("ROCPORT_STEPS");
    const int steps = wanted > 0 ? wanted : 400;
    WindowFixture window;
    open(window);
    window.showReview();
    const QStringList start = test::decisionsPicture(window.state());
    const QString folder = window.project.folder.path();
    QVERIFY(start.size() > 40);
    QVERIFY(test::portPicture(window.state(), folder).isEmpty());

    ReviewWalk walk(window, seed);
    int step = 0;
    const auto fail = [&](const QString& what) {
        const DecisionBatch* newest =
            window.project.session ? window.state().decisions.undoBatch() : nullptr;
        return QStringLiteral("seed %1, step %2: %3\nthe newest step is “%4”; before that:\n  %5")
            .arg(seed)
            .arg(step)
            .arg(what, newest != nullptr ? newest->label : QString(),
                 walk.trail().join(QStringLiteral("\n  ")))
            .toLocal8Bit();
    };
    for (; step < steps; ++step) {
        const QString wrong = walk.step();
        QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
    }
    QString wrong = walk.settle();
    QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
    // The walk went somewhere; on a busy machine many keys come before the file that they decide
    // on.
    QVERIFY2(walk.decisions() > steps / 100, qPrintable(QString::number(walk.decisions())));
    if (qEnvironmentVariableIsSet("ROCPORT_STEPS")) {
        QStringList tally;
        for (auto kind = walk.tally().cbegin(); kind != walk.tally().cend(); ++kind) {
            tally.append(QStringLiteral("%1 × %2").arg(kind.value()).arg(kind.key()));
        }
        qInfo().noquote() << steps << "steps," << walk.decisions()
                          << "decisions:" << tally.join(QStringLiteral(", "));
    }

    const QStringList end = test::decisionsPicture(window.state());
    const QStringList port = test::portPicture(window.state(), folder);
    int back = 0;
    for (; window.state().decisions.canUndo(); ++back) {
        const qint64 before = window.state().decisions.undoBatch()->id;
        wrong = walk.undo();
        QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
        const DecisionBatch* now = window.state().decisions.undoBatch();
        QVERIFY2(now == nullptr || now->id < before,
                 fail(QStringLiteral("undo does nothing")).constData());
    }
    wrong = test::difference(start, test::decisionsPicture(window.state()));
    QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
    QVERIFY(test::portPicture(window.state(), folder).isEmpty());
    QVERIFY(window.state().guardWidths.isEmpty());
    QVERIFY(window.state().userGuards.isEmpty());
    for (; back > 0; --back) {
        const DecisionBatch* before = window.state().decisions.undoBatch();
        const qint64 id = before != nullptr ? before->id : 0;
        wrong = walk.redo();
        QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
        const DecisionBatch* now = window.state().decisions.undoBatch();
        QVERIFY2(now != nullptr && now->id > id,
                 fail(QStringLiteral("redo does nothing")).constData());
    }
    wrong = test::difference(end, test::decisionsPicture(window.state()));
    QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
    QCOMPARE(test::portPicture(window.state(), folder), port);
    while (window.state().decisions.canUndo()) {
        wrong = walk.undo();
        QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
    }

    // The project file says the same, and the repository was never touched.
    const QString file = window.state().projectFile;
    window.assembly.reset();
    window.project.session.reset();
    const auto stored = openStateReadOnly(file);
    QVERIFY(stored.ok());
    wrong = test::difference(start, test::decisionsPicture(*stored));
    QVERIFY2(wrong.isEmpty(), fail(wrong).constData());
    QVERIFY(ReviewFixture::git(
        folder, {QStringLiteral("diff"), QStringLiteral("--exit-code"), QStringLiteral("HEAD")}));
}

QTEST_MAIN(ReviewWalkTest)
#include "tst_reviewwalk.moc"
