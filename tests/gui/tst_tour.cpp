// A tour of the real window over a repository: the time from key to picture, memory, a picture of
// each area, and every key of the list under ? in every state, each of which has to do what it
// says.
//
// ROCPORT_TOUR: folder for pictures and figures. ROCPORT_TOUR_REPOSITORY: a git repository, of
// which a copy is toured; else the sample. ROCPORT_TOUR_STEPS: how often n and a are timed (20).
#include "core/project/session/projecthistory.h"
#include "tests/gui/tourkeys.h"
#include "tests/gui/tourrepository.h"
#include "tests/gui/tourtimes.h"

#include <QAction>
#include <QDir>
#include <QScopeGuard>
#include <QTextStream>

#include <algorithm>

using namespace rocport;
using rocport::test::TourKeys;
using rocport::test::TourTimes;

class TourTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void times();
    void pictures_data();
    void pictures();
    void keys_data();
    void keys();

private:
    void say(const QString& line)
    {
        m_figures.append(line);
        if (!m_folder.isEmpty()) {
            QTextStream(stdout) << line << Qt::endl;
        }
    }

    QString m_folder;
    QStringList m_figures;
    std::unique_ptr<AccessFixture> m_window;
    std::unique_ptr<TourKeys> m_keys;
};

void TourTest::initTestCase()
{
    QApplication::setQuitOnLastWindowClosed(false);
    QApplication::setCursorFlashTime(0);
    m_folder = qEnvironmentVariable("ROCPORT_TOUR");
    const QString repository = test::tourRepository();
    m_window = std::make_unique<AccessFixture>();
    QElapsedTimer timer;
    timer.start();
    if (repository.isEmpty()) {
        m_window->openSample();
    } else {
        test::cloneTourRepository(m_window->project);
        timer.restart();
        m_window->openCommitted();
        m_window->fillRemote(true);
    }
    QVERIFY(m_window->project.session->state() && m_window->state().scan);
    m_window->showReview();
    const Inventory& inventory = m_window->state().scan->inventory;
    say(QStringLiteral("%1: %2 files, %3 lines scanned, %4 changes")
            .arg(repository.isEmpty() ? QStringLiteral("sample") : QDir(repository).dirName())
            .arg(inventory.files)
            .arg(inventory.lines)
            .arg(m_window->state().hunks));
    say(QStringLiteral("opened, scanned and shown: %1 ms").arg(timer.elapsed()));
}

void TourTest::cleanupTestCase()
{
    m_keys.reset();
    m_window.reset();
    if (m_folder.isEmpty()) {
        return;
    }
    QFile file(m_folder + QStringLiteral("/figures.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(m_figures.join(u'\n').toUtf8() + '\n');
}

void TourTest::times()
{
    const int wanted = qEnvironmentVariableIntValue("ROCPORT_TOUR_STEPS");
    const int steps = wanted > 0 ? wanted : 20;
    const auto memory = [this](const QString& when) {
        const auto [now, most] = TourTimes::memory();
        QVERIFY(now > 10 && most >= now);
        say(QStringLiteral("resident %1: %2 MB, at most %3 MB; goal 300 MB")
                .arg(when)
                .arg(now, 0, 'f', 0)
                .arg(most, 0, 'f', 0));
    };
    memory(QStringLiteral("once shown"));
    TourTimes times(*m_window);
    const auto tell = [&](const char* key, const QString& what, double goal) {
        const TourTimes::Times measured = times.press(key, steps);
        QVERIFY(!measured.work.isEmpty());
        say(TourTimes::line(what + QStringLiteral(", same file"), measured.inFile, goal));
        say(TourTimes::line(what + QStringLiteral(", other file"), measured.toFile, goal));
        say(TourTimes::line(what + QStringLiteral(", of which computed"), measured.work, goal) +
            QStringLiteral("; most in ") + measured.hardest);
    };
    tell("N", QStringLiteral("next change"), 16);
    // The file with the most lines among those with many changes.
    const ReviewModel& model = m_window->review().model();
    RepoPath largest;
    qsizetype most = 0;
    for (const ReviewChange& change : model.changes()) {
        const qsizetype count = model.changesOfFile(change.hunk->targetPath).size();
        if (count > most) {
            most = count;
            largest = change.hunk->targetPath;
        }
    }
    m_window->review().goToPlace({largest});
    QTRY_VERIFY(m_window->review().diff().scene().layout.path == largest);
    say(QStringLiteral("%1: %2 rows, %3 changes")
            .arg(largest.display())
            .arg(m_window->review().diff().scene().rows())
            .arg(most));
    tell("N", QStringLiteral("next change there"), 16);
    tell("A", QStringLiteral("accept"), 50);
    QVERIFY(m_window->state().decided > 0);
    tell("R", QStringLiteral("reject"), 50);
    memory(QStringLiteral("after the walk"));
    QVERIFY(m_window->project.session->history().goTo(0).ok());
}

void TourTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("percent");
    QTest::newRow("1440 x 900") << QSize(1440, 900) << 100;
    QTest::newRow("1920 x 1080") << QSize(1920, 1080) << 100;
    QTest::newRow("1440 x 900, text at 150 %") << QSize(1440, 900) << 150;
}

void TourTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(int, percent);
    const bool usual = size == QSize(1440, 900) && percent == 100;
    const QString kind =
        usual ? QString() : QStringLiteral("-%1-%2").arg(size.width()).arg(percent);
    m_window->project.provider.setTextPercent(percent);
    m_window->window().resize(size);
    const auto before = qScopeGuard([this] {
        m_window->project.provider.setTextPercent(100);
        m_window->window().resize(1440, 900);
        QCoreApplication::processEvents();
    });
    for (const QString& place : AccessFixture::places()) {
        m_window->show(place);
        QTest::qWait(m_folder.isEmpty() ? 0 : 500); // what is drawn in idle time
        QCOMPARE(m_window->window().size(), size);
        const QImage image = m_window->window().grab().toImage();
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 5) {
            for (int x = 0; x < image.width(); x += 5) {
                colours.insert(image.pixel(x, y));
            }
        }
        QVERIFY2(colours.size() > 20, qPrintable(place)); // an empty one has few
        if (!m_folder.isEmpty()) {
            QVERIFY(QDir().mkpath(m_folder));
            QVERIFY(image.save(QStringLiteral("%1/%2%3.png").arg(m_folder, place, kind)));
        }
    }
}

void TourTest::keys_data()
{
    QTest::addColumn<QString>("state");
    for (const QString& state : TourKeys::states()) {
        QTest::newRow(qPrintable(state)) << state;
    }
}

void TourTest::keys()
{
    QFETCH(QString, state);
    if (m_folder.isEmpty()) {
        QSKIP("ROCPORT_TOUR names no folder: keys are toured by hand");
    }
    if (!m_keys) {
        m_keys = std::make_unique<TourKeys>(*m_window);
    }
    const QString wrong = m_keys->enter(state);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    QVector<TourKeys::Line> lines = m_keys->lines();
    QVERIFY(lines.size() > 20);
    // Closing the project comes last.
    std::stable_partition(lines.begin(), lines.end(), [](const TourKeys::Line& line) {
        return line.action == nullptr ||
               line.action->objectName() != QStringLiteral("close-project");
    });
    QStringList faults;
    for (const TourKeys::Line& line : lines) {
        const QString fault = m_keys->press(line);
        if (!fault.isEmpty()) {
            faults.append(fault);
            say(fault);
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    if (state == TourKeys::states().last()) {
        say(QStringLiteral("keys pressed: %1").arg(m_keys->pressed()));
    }
}

QTEST_MAIN(TourTest)
#include "tst_tour.moc"
