#include "tests/gui/tourtimes.h"

#include "ui/review/diffeditor.h"
#include "ui/review/diffgutter.h"

#include <QEventLoop>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace rocport::test {

namespace {

constexpr int kPatienceMs = 5'000;

/// Milliseconds that this thread computed: what else the machine does is not in it.
double threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

} // namespace

TourTimes::TourTimes(const WindowFixture& window) : m_window(window)
{
    m_window.review().diff().gutter().installEventFilter(this);
}

QByteArray TourTimes::shown() const
{
    const DiffChange* current = m_window.review().diff().scene().currentChange();
    return current != nullptr ? current->key : QByteArray();
}

bool TourTimes::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint && m_waits != nullptr && shown() == m_wanted) {
        // All that is out of date is painted in one go: what is posted now comes right after it.
        QMetaObject::invokeMethod(m_waits, &QEventLoop::quit, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

TourTimes::Times TourTimes::press(const char* key, int times)
{
    Times result;
    ReviewArea& review = m_window.review();
    for (int i = 0; i < times; ++i) {
        review.diff().focusText();
        // What the step before left for idle time (colours) is not this one's.
        QTest::qWait(30);
        const QByteArray before = review.currentKey();
        const RepoPath path = review.diff().scene().layout.path;
        QEventLoop painted; // as the program's own: a picture goes before what waits for idle time
        const double worked = threadTime();
        QElapsedTimer timer;
        timer.start();
        QTest::keySequence(QApplication::focusWidget(), QKeySequence(QLatin1StringView(key)));
        m_wanted = review.currentKey();
        if (m_wanted == before) {
            break; // it leads no further
        }
        m_waits = &painted;
        QTimer::singleShot(kPatienceMs, &painted, &QEventLoop::quit);
        painted.exec();
        m_waits = nullptr;
        const double milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        const RepoPath now = review.diff().scene().layout.path;
        (now == path ? result.inFile : result.toFile).append(milliseconds);
        if (result.work.isEmpty() ||
            threadTime() - worked > *std::max_element(result.work.begin(), result.work.end())) {
            result.hardest = now.display();
        }
        result.work.append(threadTime() - worked);
    }
    return result;
}

QString TourTimes::line(const QString& what, QVector<double> values, double goal)
{
    if (values.isEmpty()) {
        return what + QStringLiteral(": never");
    }
    std::sort(values.begin(), values.end());
    const auto within =
        std::count_if(values.begin(), values.end(), [goal](double value) { return value <= goal; });
    return QStringLiteral("%1: median %2, 95 % %3, most %4 ms; %5 of %6 within %7 ms")
        .arg(what)
        .arg(values[values.size() / 2], 0, 'f', 1)
        .arg(values[std::min(values.size() - 1, values.size() * 95 / 100)], 0, 'f', 1)
        .arg(values.last(), 0, 'f', 1)
        .arg(within)
        .arg(values.size())
        .arg(goal);
}

QPair<double, double> TourTimes::memory()
{
    QPair<double, double> megabytes;
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) {
        return megabytes;
    }
    const QList<QByteArray> lines = status.readAll().split('\n');
    for (const QByteArray& line : lines) {
        const double value = line.mid(6).trimmed().split(' ').first().toDouble() * 1.024 / 1000;
        if (line.startsWith("VmRSS:")) {
            megabytes.first = value;
        } else if (line.startsWith("VmHWM:")) {
            megabytes.second = value;
        }
    }
    return megabytes;
}

} // namespace rocport::test
