// Modules and runtime compilation on lanes: programs of tests/corpus/lanes/modules, by rocport-cli
// as a user runs it.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::Outcome;

class TestLaneModules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void compiledWhileItRuns_data();
    void compiledWhileItRuns();
    void filesBesideTheProgram_data();
    void filesBesideTheProgram();
    void checksSeeModules();
    void readsWhatTheProgramMayRead();
    void theRunEndsItsCompilations();

private:
    /// A folder with programs of the corpus.
    QString copied(const QStringList& names)
    {
        QString folder = m_folder.filePath(QString::number(++m_number));
        QDir().mkpath(folder);
        for (const QString& name : names) {
            QFile::copy(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/modules/") + name,
                        folder + u'/' + name);
        }
        return folder;
    }
    static Outcome execute(const QStringList& arguments)
    {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + arguments);
    }
    static void addWays()
    {
        QTest::addColumn<QStringList>("way");
        QTest::newRow("original") << QStringList{QStringLiteral("--original")};
        QTest::newRow("64") << QStringList{QStringLiteral("--lanes"), QStringLiteral("64")};
        QTest::newRow("32") << QStringList{QStringLiteral("--lanes"), QStringLiteral("32")};
    }

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestLaneModules::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

void TestLaneModules::compiledWhileItRuns_data()
{
    addWays();
}

void TestLaneModules::compiledWhileItRuns()
{
    QFETCH(QStringList, way);
    const QString source = copied({QStringLiteral("rtc.cu")}) + QStringLiteral("/rtc.cu");
    const Outcome ended = execute(way + QStringList{source});
    QVERIFY2(ended.code == 0, (ended.err + ended.out).constData());
    // 49 * 2 + 0.75 = 98.75, and 98.75 * 4 + 3 = 398.
    QCOMPARE(ended.out, QByteArray("compiled 0\nloaded 0\nfunctions 0 0 500\nlaunched 0\n"
                                   "added 2.75 98.75\nvariable 0 4\nscaled 398 6\n"
                                   "another 1 2\nwrong 6 1 1\nPTX 218\nunloaded 0\n"));
    QVERIFY2(ended.err.contains("rtc.cu:"), ended.err.constData());
    QVERIFY2(ended.err.contains("ModuleLoadData is given PTX, which cannot run on the CPU"),
             ended.err.constData());
}

void TestLaneModules::filesBesideTheProgram_data()
{
    addWays();
}

void TestLaneModules::filesBesideTheProgram()
{
    QFETCH(QStringList, way);
    const QString folder = copied({QStringLiteral("files.cu"), QStringLiteral("fill_kernels.cu")});
    const Outcome ended = execute(way + QStringList{folder + QStringLiteral("/files.cu")});
    QVERIFY2(ended.code == 0, (ended.err + ended.out).constData());
    QCOMPARE(ended.out, QByteArray("file 1\nloaded 0\nfunction 0\nown 0 8\nlaunched 0\n"
                                   "filled 1015 1148\n"
                                   "variable 0 4 6\nagain 0, none 301\n"));
    QVERIFY(!QFileInfo::exists(folder + QStringLiteral("/fill_kernels64.fatbin")));
}

/// What a kernel of a module does wrong is told at its line, as of others.
void TestLaneModules::checksSeeModules()
{
    const QString folder =
        copied({QStringLiteral("beyond.cu"), QStringLiteral("beyond_kernels.cu")});
    for (const char* argument : {"file", "rtc"}) {
        const Outcome ended =
            execute({QStringLiteral("--original"), QStringLiteral("--check"),
                     QStringLiteral("bounds"), folder + QStringLiteral("/beyond.cu"),
                     QStringLiteral("--"), QString::fromLatin1(argument)});
        QVERIFY2(ended.err.contains("beyond_kernels.cu:7: in beyond: ") &&
                     ended.err.contains("[bounds]"),
                 (QByteArray(argument) + ": " + ended.err + ended.out).constData());
    }
}

/// The compiler that a program asks for sees no more than the program: nothing of folders that the
/// user has for compilers.
void TestLaneModules::readsWhatTheProgramMayRead()
{
    const QString folder = copied({QStringLiteral("reads_files.cu")});
    const auto written = [](const QString& path) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write("int secret;\n") > 0;
    };
    const QTemporaryDir hidden;
    const QString mine = folder + QStringLiteral("/mine.h");
    const QString users = hidden.filePath(QStringLiteral("users.h"));
    QVERIFY(written(mine) && written(users));
    const QByteArray before = qgetenv("CPLUS_INCLUDE_PATH");
    qputenv("CPLUS_INCLUDE_PATH", QFile::encodeName(hidden.path()));
    const auto reads = [&](const QString& file) {
        return execute({QStringLiteral("--original"), folder + QStringLiteral("/reads_files.cu"),
                        QStringLiteral("--"), file});
    };
    const Outcome own = reads(mine);
    const Outcome others = reads(users);
    if (before.isNull()) {
        qunsetenv("CPLUS_INCLUDE_PATH");
    } else {
        qputenv("CPLUS_INCLUDE_PATH", before);
    }
    QVERIFY2(own.code == 0, own.err.constData());
    QCOMPARE(own.out, QByteArray("bytes 0, text 0, none 0\n"));
    if (others.err.contains("without a sandbox")) {
        QSKIP("ROCPORT_SKIP_TEST: bubblewrap does not work here");
    }
    QCOMPARE(others.out, QByteArray("bytes 6, text 6, none 0\n"));
}

/// Also one whose source takes long to read.
void TestLaneModules::theRunEndsItsCompilations()
{
    const QString folder = copied({QStringLiteral("long_macro.cu")});
    const Outcome ended =
        execute({QStringLiteral("--original"), folder + QStringLiteral("/long_macro.cu")});
    QVERIFY2(ended.code == 0, ended.err.constData());
}

QTEST_GUILESS_MAIN(TestLaneModules)
#include "tst_lanemodules.moc"
