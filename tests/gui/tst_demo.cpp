// Drives the real window through the main job on the sample repository, as `rocport --demo` does,
// and looks at what it leaves. With ROCPORT_UPDATE_SCREENSHOTS=1 the pictures become
// docs/screenshots.

#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using rocport::test::ScratchRepository;

class TestDemo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mainJob();
    void wrongUse();
};

namespace {

/// Runs the program offscreen; false when it does not end in time.
bool runProgram(QProcess& process, const QStringList& arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport"), arguments);
    return process.waitForFinished(150'000) && process.exitStatus() == QProcess::NormalExit;
}

/// Different colours on a coarse grid: a blank or broken picture has few.
qsizetype coloursOf(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) {
            colours.insert(image.pixel(x, y));
        }
    }
    return colours.size();
}

} // namespace

void TestDemo::mainJob()
{
    QTemporaryDir place;
    const ScratchRepository sample; // seqkernels, as the user finds it
    sample.copyFrom(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/sample"));
    sample.commitAll();
    const QString folder = place.filePath(QStringLiteral("seqkernels"));
    QVERIFY(QDir().rename(sample.path(), folder));
    const QString out = place.filePath(QStringLiteral("out"));
    QProcess process;
    QVERIFY(runProgram(process, {QStringLiteral("--demo"), out, folder}));
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QVERIFY(said.contains("project file:"));

    static const QRegularExpression counts(
        QStringLiteral("(\\d+) of (\\d+) changes decided, (\\d+) commits on rocport/seqkernels"));
    const auto match = counts.match(QString::fromLocal8Bit(said));
    QVERIFY2(match.hasMatch(), said.constData());
    QVERIFY(match.captured(1).toInt() >= 15);
    QVERIFY(match.captured(3).toInt() >= 4);

    for (const char* name :
         {"welcome", "plan-light", "plan-dark", "review-light", "review-dark", "findings", "verify",
          "nodes", "runs", "rules", "report", "port-review"}) {
        const QString file = out + u'/' + QLatin1StringView(name) + QStringLiteral(".png");
        const QImage image(file);
        QVERIFY2(!image.isNull(), name);
        QCOMPARE(image.size(), QSize(1440, 900));
        QVERIFY2(coloursOf(image) > 40, name);
        if (qEnvironmentVariableIntValue("ROCPORT_UPDATE_SCREENSHOTS") == 1) {
            const QString target = QStringLiteral(ROCPORT_SOURCE_DIR "/docs/screenshots/");
            QVERIFY(QDir().mkpath(target));
            QVERIFY(image.save(target + QLatin1StringView(name) + QStringLiteral(".png")));
        }
    }
    for (const char* suffix : {"md", "html", "json", "sarif"}) {
        const QFileInfo report(out + QStringLiteral("/seqkernels-rocm-port.") +
                               QLatin1StringView(suffix));
        QVERIFY2(report.size() > 1000, suffix);
    }
    QCOMPARE(QDir(out + QStringLiteral("/patches")).entryList({QStringLiteral("*.patch")}).size(),
             match.captured(3).toInt());
}

void TestDemo::wrongUse()
{
    QProcess process;
    QVERIFY(runProgram(process, {QStringLiteral("--demo"), QStringLiteral("/tmp/x")}));
    QCOMPARE(process.exitCode(), 2);
    QTemporaryDir plain;
    QProcess second;
    QVERIFY(runProgram(
        second, {QStringLiteral("--demo"), plain.filePath(QStringLiteral("out")), plain.path()}));
    QCOMPARE(second.exitCode(), 1);
    QVERIFY(second.readAllStandardError().contains("git"));
}

QTEST_GUILESS_MAIN(TestDemo)
#include "tst_demo.moc"
