#include "tests/bench/benchscale.h"
#include "tests/gui/mapsettings.h"
#include "ui/runs/logview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cstdio>

// Figures of a log of 100 MB: reading it through, index with diagnostics and known failures,
// search, and the longest stall of the window's thread while a log grows by 50 MB each second. The
// baseline is a plain read of the same file. Times are of this machine now.

using namespace rocport;

namespace {

const qint64 kSize = test::benchSize(100LL * 1024 * 1024);
constexpr qint64 kRate = 50LL * 1024 * 1024; // bytes each second

/// A build and a training run, coloured, with a warning in each thousand lines.
QByteArray makeText(qint64 size)
{
    QByteArray text;
    text.reserve(size + 200);
    for (int i = 0; text.size() < size; ++i) {
        if (i % 1000 == 999) {
            text += "csrc/k" + QByteArray::number(i % 17) + ".hip:" + QByteArray::number(i % 90) +
                    ":3: warning: implicit conversion loses integer precision\n";
        } else if (i % 10 == 3) {
            text += "\x1b[34m[" + QByteArray::number(i) + "]\x1b[0m Building HIP object\n";
        } else {
            text +=
                "step " + QByteArray::number(i) + " loss 1.2345 tokens/s 10234.5 memory 21.3 GiB\n";
        }
    }
    return text;
}

qint64 readThrough(const QString& path)
{
    QElapsedTimer timer;
    timer.start();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return -1;
    }
    QByteArray buffer(512 * 1024, Qt::Uninitialized);
    while (file.read(buffer.data(), buffer.size()) > 0) {
    }
    return timer.elapsed();
}

template <typename Done>
qint64 waitFor(Done done)
{
    QElapsedTimer timer;
    timer.start();
    while (!done()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    }
    return timer.elapsed();
}

void measureSearch(JobLog& log, const char* name, const LogQuery& query)
{
    QElapsedTimer timer;
    timer.start();
    if (!log.search(query).ok()) {
        return;
    }
    waitFor([&] { return !log.isSearching(); });
    std::printf("search, %-28s %5lld ms, %lld hits\n", name,
                static_cast<long long>(timer.elapsed()), static_cast<long long>(log.hits().size()));
}

/// The longest time between two turns of the window's thread while the log grows.
void measureGrowth(const QString& path, const QByteArray& text, QThreadPool& pool,
                   ThemeProvider& theme)
{
    JobLog log(pool);
    LogView view(log, theme);
    view.resize(1100, 700);
    view.show();
    log.open(path);
    std::atomic<qint64> written{0};
    std::atomic<bool> done{false};
    QThread* const writer = QThread::create([&] {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
            done = true;
            return;
        }
        QElapsedTimer clock;
        clock.start();
        while (written < text.size()) {
            const qint64 due = std::min<qint64>(text.size(), kRate * clock.elapsed() / 1000);
            if (due > written) {
                written += file.write(text.constData() + written, due - written);
            }
            QThread::msleep(5);
        }
        done = true;
    });
    QElapsedTimer turn;
    qint64 longest = 0;
    QTimer beat;
    beat.setInterval(0);
    turn.start();
    QObject::connect(&beat, &QTimer::timeout, [&] {
        longest = std::max(longest, turn.restart());
        QThread::usleep(200);
    });
    QTimer grew;
    grew.setInterval(50);
    QObject::connect(&grew, &QTimer::timeout, &log, &JobLog::grew);
    QElapsedTimer total;
    total.start();
    writer->start();
    beat.start();
    grew.start();
    waitFor([&] { return done && log.isCaughtUp() && log.byteCount() >= written; });
    writer->wait();
    delete writer;
    std::printf(
        "growth of %lld MB, followed: %lld ms, longest stall of the window's thread %lld ms\n",
        static_cast<long long>(text.size() / 1024 / 1024), static_cast<long long>(total.elapsed()),
        static_cast<long long>(longest));
}

} // namespace

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    MapSettings settings;
    ThemeProvider theme(settings);
    QThreadPool pool;
    pool.setMaxThreadCount(2);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("log"));
    const QByteArray text = makeText(kSize);
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            std::fputs("the log could not be written\n", stderr);
            return 1;
        }
    }
    (void)readThrough(path);
    std::printf("plain read (baseline)                %5lld ms\n",
                static_cast<long long>(readThrough(path)));
    JobLog log(pool);
    log.setEnded(true);
    log.open(path);
    std::printf("index, diagnostics, known failures   %5lld ms",
                static_cast<long long>(waitFor([&] { return log.isCaughtUp(); })));
    std::printf(", %lld lines, %lld diagnostics\n", static_cast<long long>(log.lineCount()),
                static_cast<long long>(log.diagnostics().size()));
    measureSearch(log, "rare word", {QStringLiteral("step 777777 "), true, false});
    measureSearch(log, "rare word, any case", {QStringLiteral("STEP 777777 "), false, false});
    measureSearch(log, "word in many lines", {QStringLiteral("warning"), false, false});
    measureSearch(log, "regular expression", {QStringLiteral("step 7{5}\\d loss"), true, true});
    measureGrowth(folder.filePath(QStringLiteral("growing")), text, pool, theme);
    return 0;
}
