#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/process/sandbox.h"
#include "core/verify/buildrecords.h"
#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rocport;

namespace {

struct WholeRun
{
    int code = -1;
    QJsonObject result;
    QByteArray said;
};

WholeRun whole(const QString& folder)
{
    ProcessCommand command;
    command.program = QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli");
    command.arguments = {
        QStringLiteral("verify"),  QStringLiteral("build"),    folder,
        QStringLiteral("--whole"), QStringLiteral("--format"), QStringLiteral("json")};
    const auto run = runProcess(LocalProcessRunner(), command);
    if (!run) {
        return {-1, {}, run.error().detail.toUtf8()};
    }
    return {run->outcome.exitCode, QJsonDocument::fromJson(run->output).object(),
            run->output + run->errors};
}

QJsonObject unitOf(const WholeRun& run, const QString& path)
{
    const QJsonArray units = run.result[QStringLiteral("units")].toArray();
    for (const auto& unit : units) {
        if (unit[QStringLiteral("path")].toString() == path) {
            return unit.toObject();
        }
    }
    return {};
}

const char* const kKernel = "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n"
                            "void run(int* p) { k<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n";

QByteArray record(const QByteArray& folder, const QByteArrayList& words)
{
    QByteArray bytes =
        folder + '\0' + words.first() + '\0' + QByteArray::number(words.size() - 1) + '\0';
    for (qsizetype i = 1; i < words.size(); ++i) {
        bytes += words.at(i) + '\0';
    }
    return bytes;
}

} // namespace

class TestWholeBuild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const Sandbox sandbox;
        m_works = sandbox.works(LocalProcessRunner()) &&
                  findProgram(QStringLiteral("cmake")).ok() &&
                  findProgram(QStringLiteral("make")).ok();
    }

    void recordsAreRead()
    {
        bool good = false;
        const QByteArray bytes = record("/t/build", {"nvcc", "-c", "../a.cu", "-o", "a.o"}) +
                                 record("/t", {"ar", "q", "x.a"});
        const auto records = parseBuildRecords(bytes, &good);
        QVERIFY(good);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records.at(0).tool, QByteArray("nvcc"));
        QCOMPARE(records.at(0).arguments.size(), 4);
    }

    void brokenRecordsEndTheReading_data()
    {
        QTest::addColumn<QByteArray>("tail");
        QTest::newRow("cut") << QByteArray("/t\0nvcc\0"
                                           "3\0-c",
                                           13);
        QTest::newRow("no number") << QByteArray("/t\0nvcc\0many\0", 13);
        QTest::newRow("negative") << QByteArray("/t\0nvcc\0-1\0", 11);
        QTest::newRow("huge") << QByteArray("/t\0nvcc\0"
                                            "999999999\0",
                                            18);
        QTest::newRow("no zero byte") << QByteArray(1 << 20, 'x');
    }
    void brokenRecordsEndTheReading()
    {
        QFETCH(QByteArray, tail);
        bool good = true;
        const auto records = parseBuildRecords(record("/t", {"nvcc", "-c", "a.cu"}) + tail, &good);
        QVERIFY(!good);
        QCOMPARE(records.size(), 1);
    }

    void whatTheRocmBuildLosesIsNamed()
    {
        const auto units = [](const QByteArray& bytes) {
            return unitsOf(parseBuildRecords(bytes), "/t");
        };
        ComparisonInput input;
        input.cuda = units(
            record("/t/build", {"nvcc", "-DWIDE=2", "-I../inc", "-std=c++14", "-c", "../a.cu"}) +
            record("/t", {"nvcc", "-c", "b.cu"}) + record("/t", {"nvcc", "-c", "c.cu"}) +
            record("/t", {"g++", "-c", "/usr/other.cpp"}));
        input.rocm = units(record("/t", {"clang++", "-x", "hip", "-c", "a.cu"}) +
                           record("/t", {"g++", "-c", "b.cu"}));
        input.guardMacro = QStringLiteral("USE_ROCM");
        input.guarded = {RepoPath("a.cu")};
        const auto compared = compareUnits(input);
        QCOMPARE(compared.size(), 3);
        QCOMPARE(compared.at(0).problems,
                 (QStringList{QStringLiteral("no GPU architecture is named"),
                              QStringLiteral("-DUSE_ROCM is not given"),
                              QStringLiteral("-DWIDE=2 is lost"),
                              QStringLiteral("the include folder inc is lost"),
                              QStringLiteral("the standard is c++17, in the CUDA build c++14")}));
        QCOMPARE(compared.at(1).problems,
                 QStringList{QStringLiteral("g++ compiles it, not as HIP")});
        QVERIFY(compared.at(2).isMissing());
    }

    void bothBuildsCompileTheSame_data()
    {
        QTest::addColumn<QByteArray>("cmake");
        QTest::newRow("language") << QByteArray("cmake_minimum_required(VERSION 3.21)\n"
                                                "project(p LANGUAGES CXX CUDA)\n"
                                                "add_library(p STATIC k.cu host.cpp)\n");
        QTest::newRow("enable_language")
            << QByteArray("cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX)\n"
                          "option(WITH_GPU \"GPU\" ON)\nif(WITH_GPU)\n  enable_language(CUDA)\n"
                          "  add_library(p STATIC k.cu host.cpp)\nendif()\n");
    }
    void bothBuildsCompileTheSame()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        QFETCH(QByteArray, cmake);
        test::ScratchRepository repository;
        repository.write(QStringLiteral("CMakeLists.txt"), cmake);
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.write(QStringLiteral("host.cpp"), "int host() { return 1; }\n");
        repository.commitAll();
        const WholeRun run = whole(repository.path());
        QVERIFY2(run.code == 0, run.said);
        QCOMPARE(run.result[QStringLiteral("units")].toArray().size(), 2);
        QVERIFY(
            repository.git({QStringLiteral("status"), QStringLiteral("--porcelain")}).isEmpty());
    }

    void aLostUnitIsFound()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("CMakeLists.txt"),
                         "cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES CXX CUDA)\n"
                         "add_library(p STATIC k.cu)\n"
                         "if(NOT USE_ROCM)\n  add_library(q STATIC lost.cpp)\nendif()\n");
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.write(QStringLiteral("lost.cpp"), "int host() { return 1; }\n");
        repository.commitAll();
        const WholeRun run = whole(repository.path());
        QVERIFY2(run.code == 1, run.said);
        QVERIFY2(unitOf(run, QStringLiteral("lost.cpp"))[QStringLiteral("missing")].toBool(),
                 run.said);
        QVERIFY(!unitOf(run, QStringLiteral("k.cu"))[QStringLiteral("missing")].toBool());
    }

    void makeInFoldersIsRecorded()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        repository.write(QStringLiteral("Makefile"), "all:\n\t$(MAKE) -C src\n");
        repository.write(QStringLiteral("src/Makefile"),
                         "NVCC ?= nvcc\nall: k.cu.o\n%.cu.o: %.cu\n\t$(NVCC) -c $< -o $@\n");
        repository.write(QStringLiteral("src/k.cu"), kKernel);
        repository.commitAll();
        const WholeRun run = whole(repository.path());
        QVERIFY2(run.result[QStringLiteral("cuda")][QStringLiteral("units")].toInt() == 1,
                 run.said);
        QVERIFY2(!unitOf(run, QStringLiteral("src/k.cu")).isEmpty(), run.said);
    }

    void nothingOutsideIsWritten()
    {
        if (!m_works) {
            QSKIP("bubblewrap, CMake or make is missing");
        }
        test::ScratchRepository repository;
        const QTemporaryDir outside;
        const QString mark = outside.filePath(QStringLiteral("mark"));
        const QByteArray touch =
            "touch " + mark.toUtf8() + " " + repository.file(QStringLiteral("mark")).toUtf8();
        repository.write(QStringLiteral("Makefile"), "all:\n\t-" + touch + "\n\tnvcc -c k.cu\n");
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.commitAll();
        const WholeRun run = whole(repository.path());
        QVERIFY2(!run.result.isEmpty(), run.said);
        QVERIFY(!QFileInfo::exists(mark));
        QVERIFY(!QFileInfo::exists(repository.file(QStringLiteral("mark"))));
    }

    void aFolderWithoutABuildIsRefused()
    {
        test::ScratchRepository repository;
        repository.write(QStringLiteral("k.cu"), kKernel);
        repository.commitAll();
        const WholeRun run = whole(repository.path());
        QCOMPARE(run.code, 3);
        QVERIFY2(run.said.contains("neither CMakeLists.txt nor a make file"), run.said);
    }

private:
    bool m_works = false;
};

QTEST_GUILESS_MAIN(TestWholeBuild)
#include "tst_wholebuild.moc"
