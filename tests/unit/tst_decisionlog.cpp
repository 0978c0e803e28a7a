#include "scanfixture.h"

#include <QElapsedTimer>
#include <QTest>

using namespace rocport;
using fixture::batch;
using fixture::decision;

class TestDecisionLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sequences_data();
    void sequences();
    void newDecisionClearsRedo();
    void sameHunkTwiceInOneBatch();
    void undoAndRedoNameTheirHunks();
    void authorOfTheCurrentDecision();
    void undoOfNothingIsHarmless();
    void tenThousandHunksAreQuick();
};

namespace {

/// "a+" accepts hunk a, "a-" rejects it, "a?" defers it, "u" undoes, "r" redoes; a space ends a
/// batch.
DecisionLog logOf(const QString& script)
{
    DecisionLog log;
    qint64 id = 0;
    const QStringList words = script.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : words) {
        DecisionBatch made;
        if (word == QLatin1StringView("u")) {
            made = batch(BatchKind::Undo);
        } else if (word == QLatin1StringView("r")) {
            made = batch(BatchKind::Redo);
        } else {
            QVector<Decision> decisions;
            for (qsizetype i = 0; i + 1 < word.size(); i += 2) {
                const QChar sign = word[i + 1];
                const DecisionKind kind = sign == u'+'   ? DecisionKind::Accepted
                                          : sign == u'-' ? DecisionKind::Rejected
                                          : sign == u'o' ? DecisionKind::Open
                                                         : DecisionKind::Deferred;
                decisions.append(decision(QString(word[i]).toLatin1(), kind));
            }
            made = batch(BatchKind::Decide, decisions);
            made.label = word;
        }
        made.id = ++id;
        log.append(made);
    }
    return log;
}

QString kindsOf(const DecisionLog& log)
{
    QStringList shown;
    const QHash<QByteArray, DecisionKind> kinds = log.kinds();
    for (auto it = kinds.begin(); it != kinds.end(); ++it) {
        shown.append(QString::fromLatin1(it.key()) + u'=' + decisionId(it.value()));
    }
    shown.sort();
    return shown.join(u' ');
}

} // namespace

void TestDecisionLog::sequences_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("kinds");
    QTest::addColumn<QString>("undo");
    QTest::addColumn<QString>("redo");

    QTest::newRow("nothing") << ""
                             << ""
                             << ""
                             << "";
    QTest::newRow("one") << "a+"
                         << "a=accepted"
                         << "a+"
                         << "";
    QTest::newRow("later word counts") << "a+ a-"
                                       << "a=rejected"
                                       << "a-"
                                       << "";
    QTest::newRow("undo") << "a+ u"
                          << ""
                          << ""
                          << "a+";
    QTest::newRow("undo to the earlier word") << "a+ a- u"
                                              << "a=accepted"
                                              << "a+"
                                              << "a-";
    QTest::newRow("undo all") << "a+ b- c? u u u"
                              << ""
                              << ""
                              << "a+";
    QTest::newRow("redo") << "a+ b- u u r"
                          << "a=accepted"
                          << "a+"
                          << "b-";
    QTest::newRow("redo all") << "a+ a- u u r r"
                              << "a=rejected"
                              << "a-"
                              << "";
    QTest::newRow("batch is one step") << "a+b+c- u"
                                       << ""
                                       << ""
                                       << "a+b+c-";
    QTest::newRow("batch on top") << "a- a+b+ u"
                                  << "a=rejected"
                                  << "a-"
                                  << "a+b+";
    QTest::newRow("back to open") << "a+ ao"
                                  << "a=open"
                                  << "ao"
                                  << "";
    QTest::newRow("undo, redo, undo") << "a+ u r u"
                                      << ""
                                      << ""
                                      << "a+";
    QTest::newRow("redo after a new word is gone") << "a+ u b+ r"
                                                   << "b=accepted"
                                                   << "b+"
                                                   << "";
}

void TestDecisionLog::sequences()
{
    QFETCH(QString, script);
    QFETCH(QString, kinds);
    QFETCH(QString, undo);
    QFETCH(QString, redo);
    const DecisionLog log = logOf(script);
    QCOMPARE(kindsOf(log), kinds);
    QCOMPARE(log.undoLabel(), undo);
    QCOMPARE(log.redoLabel(), redo);
    QCOMPARE(log.canUndo(), !undo.isEmpty());
    QCOMPARE(log.canRedo(), !redo.isEmpty());
    QCOMPARE(log.lastBatchId(), qint64(script.split(u' ', Qt::SkipEmptyParts).size()));
}

void TestDecisionLog::newDecisionClearsRedo()
{
    DecisionLog log = logOf(QStringLiteral("a+ b+ u"));
    QVERIFY(log.canRedo());
    DecisionBatch next = batch(BatchKind::Decide, {decision("c", DecisionKind::Rejected)});
    next.id = 4;
    log.append(next);
    QVERIFY(!log.canRedo());
    QCOMPARE(log.kind("b"), DecisionKind::Open);
    QVERIFY(log.decision("b") == nullptr);
}

void TestDecisionLog::sameHunkTwiceInOneBatch()
{
    DecisionLog log = logOf(QStringLiteral("a? a+a-"));
    QCOMPARE(log.kind("a"), DecisionKind::Rejected);
    QCOMPARE(log.undoHunks(), QVector<QByteArray>{"a"});
    log.append(batch(BatchKind::Undo));
    QCOMPARE(log.kind("a"), DecisionKind::Deferred);
}

void TestDecisionLog::undoAndRedoNameTheirHunks()
{
    const DecisionLog log = logOf(QStringLiteral("a+ b+c- d+ u"));
    QCOMPARE(log.undoHunks(), (QVector<QByteArray>{"b", "c"}));
    QCOMPARE(log.redoHunks(), QVector<QByteArray>{"d"});
    QVERIFY(DecisionLog().undoHunks().isEmpty());
}

void TestDecisionLog::authorOfTheCurrentDecision()
{
    DecisionLog log;
    DecisionBatch first = batch(BatchKind::Decide, {decision("a", DecisionKind::Accepted)});
    first.id = 1;
    DecisionBatch second = first;
    second.id = 2;
    second.author = QStringLiteral("Grace");
    log.append(first);
    log.append(second);
    QCOMPARE(log.batchOf("a")->author, QStringLiteral("Grace"));
    log.append(batch(BatchKind::Undo));
    QCOMPARE(log.batchOf("a")->author, QStringLiteral("Ada"));
    QVERIFY(log.batchOf("b") == nullptr);
}

void TestDecisionLog::undoOfNothingIsHarmless()
{
    const DecisionLog log = logOf(QStringLiteral("u r u a+ r u u r"));
    QCOMPARE(kindsOf(log), QStringLiteral("a=accepted"));
}

void TestDecisionLog::tenThousandHunksAreQuick()
{
    DecisionLog log;
    QVector<Decision> all;
    for (quint64 i = 0; i < 10'000; ++i) {
        all.append(decision(fixture::hexId(i), DecisionKind::Accepted));
    }
    QElapsedTimer timer;
    timer.start();
    log.append(batch(BatchKind::Decide, all));
    for (quint64 i = 0; i < 10'000; ++i) {
        log.append(batch(BatchKind::Decide, {decision(fixture::hexId(i), DecisionKind::Rejected)}));
    }
    QCOMPARE(log.kinds().size(), 10'000);
    for (int i = 0; i < 10'001; ++i) {
        log.append(batch(BatchKind::Undo));
    }
    const qint64 elapsed = timer.elapsed();
    qInfo("20,002 batches and kinds() of 10,000 hunks: %lld ms", static_cast<long long>(elapsed));
    QVERIFY(log.kinds().isEmpty());
    QVERIFY2(elapsed < 20000, "the log must not be quadratic");
}

QTEST_GUILESS_MAIN(TestDecisionLog)
#include "tst_decisionlog.moc"
