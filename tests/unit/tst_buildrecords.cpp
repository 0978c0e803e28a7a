// What is read of recorded builds: commands, units, their comparison, and lines that name sources.
#include "core/verify/buildrecords.h"
#include "core/verify/namingline.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace rocport;

namespace {

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

class TestBuildRecords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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

    /// Names of CUDA's are of no use to the ROCm build, with a value or without one.
    void definitionsOfCudaAreNotMissed()
    {
        ComparisonInput input;
        input.cuda = unitsOf(parseBuildRecords(record(
                                 "/t", {"nvcc", "-DNVCC", "-DCUDA_API=1", "-DMINE", "-c", "a.cu"})),
                             "/t");
        input.rocm = unitsOf(
            parseBuildRecords(record("/t", {"hipcc", "--offload-arch=gfx942", "-c", "a.cu"})),
            "/t");
        QCOMPARE(compareUnits(input).at(0).problems, QStringList{QStringLiteral("-DMINE is lost")});
    }

    /// A definition with the place of the tree is the same in both copies.
    void placesAreNoDifference()
    {
        ComparisonInput input;
        input.cuda = unitsOf(
            parseBuildRecords(record(
                "/p/cuda/build", {"g++", "-DDATA=\"/p/cuda/tree/data\"", "-DROOT=\"/p/cuda/tree\"",
                                  "-DOUT=/p/cuda/build", "-DMADE=\"/p/cuda/build/made\"", "-c",
                                  "/p/cuda/tree/a.cpp"})),
            "/p/cuda/tree");
        input.rocm = unitsOf(
            parseBuildRecords(record(
                "/p/rocm/build", {"g++", "-DDATA=\"/p/rocm/tree/data\"", "-DROOT=\"/p/rocm/tree\"",
                                  "-DOUT=/p/rocm/build", "-DMADE=\"/p/rocm/build/made\"", "-c",
                                  "/p/rocm/tree/a.cpp"})),
            "/p/rocm/tree");
        QCOMPARE(compareUnits(input).at(0).problems, QStringList());
    }

    void whereMesonNamesASource()
    {
        const QVector<RepoPath> sources{RepoPath("src/a.cu"), RepoPath("src/deep/b.cu"),
                                        RepoPath("src/c.cu"), RepoPath("d.cu")};
        const QHash<RepoPath, QByteArray> texts{
            {RepoPath("meson.build"), "project('p')\n# 'd.cu'\nif x\n  y = 1\nelif z\n  s = "
                                      "[\n    'src/c.cu',\n  ]\nendif\n"},
            {RepoPath("src/meson.build"),
             "foreach f : [1]\n  if not w\n    u = 1\n  else\n    library('a',\n      'a.cu')\n  "
             "endif\nendforeach\nfiles('b.cu', 'c.cu')\n"}};
        const QVector<NamingLine> lines = namingLinesOfMeson(texts, sources);
        QStringList said;
        for (const NamingLine& line : lines) {
            said.append(line.sentence());
        }
        QCOMPARE(said,
                 (QStringList{QStringLiteral("src/meson.build:6 names it (library), under the else "
                                             "of if not w of line 2"),
                              QStringLiteral("src/meson.build:9 names it (files)"),
                              QStringLiteral("meson.build:7 names it, under elif z of line 5"),
                              QString()}));
    }

    void tracesAreRead()
    {
        const QByteArray trace = "{\"version\":{\"major\":1}}\nno JSON a.cu\n"
                                 "{\"args\":[\"S\",\"a.cu\"],\"cmd\":\"set\",\"file\":\"/t/"
                                 "CMakeLists.txt\",\"line\":1}\n"
                                 "{\"args\":[\"p\",\"b.cu;/t/a.cu\"],\"cmd\":\"ADD_LIBRARY\","
                                 "\"file\":\"/t/CMakeLists.txt\",\"line\":7}\n"
                                 "{\"args\":[\"p\",\"a.cu\"],\"cmd\":\"add_library\",\"file\":\"/"
                                 "other/x.cmake\",\"line\":9}\n";
        QVector<NamingLine> found =
            namingLinesOfTrace(trace, "/t", {RepoPath("x/y.cu"), RepoPath("a.cu")});
        QCOMPARE(found.at(0).line, 0);
        QVERIFY(found.at(0).sentence().isEmpty());
        QCOMPARE(found.at(1).line, 7);
        QCOMPARE(found.at(1).command, QStringLiteral("add_library"));
        const QByteArray build = "if(A)\nelseif(B)\nif(C)\nendif()\nset(S)\n\nadd_library(p)\n"
                                 "else()\nadd_library(q)\nendif()\nadd_library(r)\n";
        found += {found.at(1), found.at(1)};
        found[2].line = 9;
        found[3].line = 11;
        std::reverse(found.begin(), found.end());
        addConditions(found, {{RepoPath("CMakeLists.txt"), build}});
        QCOMPARE(found.at(0).condition, QString());
        QCOMPARE(found.at(1).condition, QStringLiteral("the else of elseif(B)"));
        QCOMPARE(found.at(2).condition, QStringLiteral("elseif(B)"));
        QCOMPARE(found.at(2).conditionLine, 2);
        QCOMPARE(found.at(3).condition, QString());
        const QVector<RepoPath> source{RepoPath("s/a.cu")};
        QCOMPARE(namingLinesOfMake("# a.cu\nx: ba.cu\nOBJ = a.o\n", source), QVector<int>{3});
        QCOMPARE(namingLinesOfMake("a: a.o\n\tnvcc s/a.cu\n", source), QVector<int>{2});
        QCOMPARE(namingLinesOfMake("%.o: %.cu\n", source), QVector<int>{0});
    }

    void theFirstCommandOfASourceIsItsEntry()
    {
        const QByteArray bytes = record("/t/build", {"hipcc", "-DTEXT=\"a b\"", "-c", "../a.cu"}) +
                                 record("/t", {"hipcc", "-DLATER", "-c", "a.cu"}) +
                                 record("/t", {"ar", "q", "x.a"}) +
                                 record("/t", {"g++", "-c", "/usr/other.cpp"});
        const QJsonArray entries =
            QJsonDocument::fromJson(databaseOf(parseBuildRecords(bytes), "/t")).array();
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries[0][QStringLiteral("file")].toString(), QStringLiteral("/t/a.cu"));
        QCOMPARE(entries[0][QStringLiteral("directory")].toString(), QStringLiteral("/t/build"));
        QCOMPARE(entries[0][QStringLiteral("arguments")].toArray(),
                 (QJsonArray{QStringLiteral("hipcc"), QStringLiteral("-DTEXT=\"a b\""),
                             QStringLiteral("-c"), QStringLiteral("../a.cu")}));
    }

    /// One command with many sources and flags must not become one with all flags for each source
    /// without end.
    void aDatabaseHasAnEnd()
    {
        QByteArray bytes;
        for (int i = 0; i < 40; ++i) {
            QByteArrayList words{"hipcc"};
            for (int source = 0; source < 2000; ++source) {
                words += {"s" + QByteArray::number(i) + '-' + QByteArray::number(source) + ".cu",
                          "-DNAME" + QByteArray::number(source)};
            }
            bytes += record("/t", words);
        }
        const auto records = parseBuildRecords(bytes);
        QCOMPARE(unitsOf(records, "/t").size(), 80000);
        const QByteArray database = databaseOf(records, "/t");
        QVERIFY(!database.isEmpty());
        QVERIFY2(database.size() < 64 * 1024 * 1024, QByteArray::number(database.size()));
    }
};

QTEST_GUILESS_MAIN(TestBuildRecords)
#include "tst_buildrecords.moc"
