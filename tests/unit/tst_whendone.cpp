// What waits for work that ends in another thread: it hears of the end in its own, or, when it has
// gone, not at all.
#include "core/base/whendone.h"

#include <QPointer>
#include <QSemaphore>
#include <QtConcurrent>
#include <QTest>

#include <atomic>

using namespace rocport;

class TestWhenDone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resultComesFromTheEventLoop();
    void whatIsReturnedGoesOn();
    void contextThatHasGoneHearsNothing();
    void contextMayGoWhileItIsTold();
    void cancelledWorkIsNotTold();
    void contextGoesWhileTheWorkEnds();
    void workInThePoolIsDoneOnce();
};

void TestWhenDone::resultComesFromTheEventLoop()
{
    QObject context;
    int told = 0;
    const QFuture<int> ready = QtFuture::makeReadyFuture(7);
    whenDone(ready, &context, [&](int value) {
        told = value;
        QCOMPARE(QThread::currentThread(), thread());
    });
    QCOMPARE(told, 0); // not within the call, although it is there
    QTRY_COMPARE(told, 7);
    bool ended = false;
    whenDone(QtConcurrent::run([] {}), &context, [&] { ended = true; });
    QTRY_VERIFY(ended);
    QTRY_VERIFY(context.children().isEmpty()); // nothing is left of it
}

void TestWhenDone::whatIsReturnedGoesOn()
{
    QObject context;
    QString told;
    const QFuture<QString> text = whenDone(QtConcurrent::run([] { return 41; }), &context,
                                           [](int value) { return QString::number(value + 1); });
    QVERIFY(!text.isFinished());
    whenDone(text, &context, [&](const QString& value) { told = value; });
    QTRY_COMPARE(told, QStringLiteral("42"));
    QCOMPARE(text.result(), QStringLiteral("42"));
}

void TestWhenDone::contextThatHasGoneHearsNothing()
{
    QSemaphore go;
    bool told = false;
    auto context = std::make_unique<QObject>();
    const QFuture<int> work = QtConcurrent::run([&] {
        go.acquire();
        return 1;
    });
    const QFuture<void> after = whenDone(work, context.get(), [&](int) { told = true; });
    context.reset();
    go.release();
    QTRY_VERIFY(work.isFinished());
    QTest::qWait(1);
    QVERIFY(!told);
    QVERIFY(after.isFinished()); // who waits for it does not wait for ever
    QVERIFY(after.isCanceled());
}

void TestWhenDone::contextMayGoWhileItIsTold()
{
    auto* context = new QObject;
    const QPointer<QObject> there(context);
    const QFuture<int> after =
        whenDone(QtConcurrent::run([] { return 3; }), context, [&](int value) {
            delete context;
            return value;
        });
    QTRY_VERIFY(after.isFinished());
    QVERIFY(there.isNull());
    QCOMPARE(after.result(), 3);
}

void TestWhenDone::cancelledWorkIsNotTold()
{
    QObject context;
    bool told = false;
    QPromise<int> promise;
    promise.start();
    const QFuture<void> after = whenDone(promise.future(), &context, [&](int) { told = true; });
    promise.future().cancel();
    promise.finish();
    QTRY_VERIFY(after.isFinished());
    QVERIFY(after.isCanceled());
    QVERIFY(!told);
}

/// The two threads meet at every point of the way. With QFuture::then(context, …) of Qt 6.4 this
/// ends in a crash.
void TestWhenDone::contextGoesWhileTheWorkEnds()
{
    std::atomic<int> told = 0;
    for (int round = 0; round < 4000; ++round) {
        auto context = std::make_unique<QObject>();
        std::atomic<bool> begun = false;
        const QFuture<int> work = QtConcurrent::run([&] {
            begun = true;
            return round;
        });
        whenDone(work, context.get(), [&](int) { ++told; });
        while (!begun) {
        }
        for (std::atomic<int> wait = round % 400; wait > 0; --wait) {
        }
        context.reset();
        QFuture<int>(work).waitForFinished();
    }
    QCoreApplication::processEvents();
    QCOMPARE(told.load(), 0); // none lived until its event loop came round
}

/// The future may end at any moment while what follows is being set.
void TestWhenDone::workInThePoolIsDoneOnce()
{
    QObject context;
    std::atomic<int> worked = 0;
    int told = 0;
    constexpr int kRounds = 2000;
    for (int i = 0; i < kRounds; ++i) {
        auto promise = std::make_shared<QPromise<int>>();
        promise->start();
        QSemaphore begun;
        QThreadPool::globalInstance()->start([promise, &begun, i] {
            begun.release();
            promise->addResult(i);
            promise->finish();
        });
        begun.acquire();
        whenDoneInPool(
            promise->future(), &context,
            [&worked](int value) {
                ++worked;
                return value + 1;
            },
            [&told, i](int value) { told += value == i + 1 ? 1 : 0; });
    }
    QTRY_COMPARE(told, kRounds);
    QCOMPARE(worked.load(), kRounds);
    auto gone = std::make_unique<QObject>();
    bool heard = false;
    whenDoneInPool(
        QtFuture::makeReadyFuture(1), gone.get(), [](int value) { return value; },
        [&heard](int) { heard = true; });
    gone.reset();
    QTest::qWait(1);
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!heard);
}

QTEST_GUILESS_MAIN(TestWhenDone)
#include "tst_whendone.moc"
