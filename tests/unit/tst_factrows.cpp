#include "core/facts/factresource.h"
#include "core/facts/factrows.h"
#include "core/facts/facts.h"
#include "core/facts/rocmreleases.h"
#include "core/facts/torchwheels.h"
#include "core/rules/analyse.h"
#include "testpaths.h"
#include "tests/support/builtinrules.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace rocport;

namespace {

Version version(const char* text)
{
    return Version::parse(QString::fromLatin1(text)).value_or(Version());
}

QByteArray bytes(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

QVector<FactRow> about(const QString& word)
{
    QVector<FactRow> rows = allFactRows();
    rows.removeIf([&](const FactRow& row) { return !mentions(row, word); });
    return rows;
}

} // namespace

/// What the tables of resources/facts say, where it was taken from and for which versions it holds.
class TestFactRows : public QObject
{
    Q_OBJECT

    const QVector<FactRow> m_rows = allFactRows();

private Q_SLOTS:
    void everyRowSaysSourceAndVersions()
    {
        const QVector<FactRow> rows = allFactRows();
        QVERIFY(rows.size() > 10'000);
        for (const FactRow& row : rows) {
            const QByteArray at = (row.table + u' ' + row.name).toUtf8();
            QVERIFY2(!row.source.isEmpty() && !row.of.isEmpty() && !row.fact.isEmpty(), at);
            QVERIFY2(!row.first.isEmpty(), at);
            QVERIFY2(!row.isBefore || !row.last.isEmpty(), at);
            QVERIFY2(!row.last.isEmpty() || row.holdsIn(newestRocm()) || row.of == u"ROCm", at);
        }
    }

    /// A table that is added here is among what is printed.
    void everyTableIsThere()
    {
        QSet<QString> shown;
        for (const FactRow& row : allFactRows()) {
            shown.insert(row.table);
        }
        const QStringList files = QDir(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/facts"))
                                      .entryList({QStringLiteral("*.tsv")});
        QVERIFY(files.size() > 10);
        for (const QString& file : files) {
            QVERIFY2(shown.contains(file) || file == u"tables.tsv", qPrintable(file));
        }
    }

    /// The table that is named for a name or a header has it, with what HIP calls it.
    void tablesOfNames()
    {
        QHash<QString, QHash<QByteArray, QByteArrayList>> tables;
        const auto rowIn = [&](const QString& table, std::string_view name) {
            if (!tables.contains(table)) {
                QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/resources/facts/") + table);
                QHash<QByteArray, QByteArrayList>& rows = tables[table];
                const QByteArrayList lines =
                    file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QByteArrayList();
                for (const QByteArray& line : lines) {
                    const QByteArrayList cells = line.split('\t');
                    rows[cells.first()] += cells;
                }
            }
            return tables[table].value(bytes(name));
        };
        size_t count = 0;
        const ApiFact* const apis = allApis(count);
        for (const Version& rocm : {version("6.3"), newestRocm()}) {
            NameOptions options;
            options.rocm = rocm;
            for (size_t i = 0; i < count; ++i) {
                const QByteArrayList row = rowIn(tableOf(apis[i], options), apis[i].cuda);
                QVERIFY2(row.contains(bytes(bestNameFor(apis[i], options))) ||
                             (!row.isEmpty() && bestNameFor(apis[i], options).empty()),
                         bytes(apis[i].cuda));
            }
        }
        const HeaderFact* const headers = allHeaders(count);
        for (size_t i = 0; i < count; ++i) {
            const HeaderFact& one = headers[i];
            QVERIFY2(rowIn(tableOf(one), one.cuda)
                         .contains(bytes(one.installed.empty() ? one.hip : one.installed)),
                     bytes(one.cuda));
        }
    }

    void tableOfAName_data()
    {
        QTest::addColumn<QString>("table");
        QTest::newRow("cudaMalloc") << QStringLiteral("cuda_to_hip.tsv");
        QTest::newRow("__shfl_sync") << QStringLiteral("cuda_to_hip.tsv");
        QTest::newRow("__reduce_add_sync") << QStringLiteral("device_added.tsv");
        QTest::newRow("cudaLogsCurrent") << QStringLiteral("beyond_hipify.tsv");
        QTest::newRow("CUBLAS_API_H_") << QStringLiteral("substitutes.tsv");
        QTest::newRow("cuLinkCreate") << QStringLiteral("newer_names.tsv");
    }

    void tableOfAName()
    {
        QFETCH(QString, table);
        const ApiFact* const fact = findApi(QTest::currentDataTag());
        QVERIFY(fact != nullptr);
        NameOptions options;
        options.rocm = newestRocm();
        QCOMPARE(tableOf(*fact, options), table);
        QVERIFY(std::any_of(m_rows.cbegin(), m_rows.cend(), [&](const FactRow& row) {
            return row.name == QLatin1StringView(QTest::currentDataTag()) && row.table == table;
        }));
    }

    /// For no release do two rows name different HIP names, and where a newer name is known they
    /// name what a port writes.
    void oneNameInARelease()
    {
        struct Named
        {
            FactRow row;
            QString hip; ///< empty: none
        };
        QHash<QString, QVector<Named>> rows;
        QSet<QString> newer;
        static const QRegularExpression kDetails(QStringLiteral(
            R"( \([^()]*, (supported|hip_only|roc_only|experimental|unsupported)\))"));
        for (const FactRow& row : allFactRows()) {
            static const QStringList kTables = {
                QStringLiteral("cuda_to_hip.tsv"),  QStringLiteral("beyond_hipify.tsv"),
                QStringLiteral("newer_names.tsv"),  QStringLiteral("substitutes.tsv"),
                QStringLiteral("device_added.tsv"), QStringLiteral("device_functions.tsv")};
            const bool isNote =
                row.table == u"device_functions.tsv" && !row.fact.contains(kDetails);
            if (!kTables.contains(row.table) || row.fact.startsWith(u"with ") || isNote) {
                continue;
            }
            QString hip = row.fact.left(row.fact.indexOf(kDetails));
            if (hip == u"no HIP name" || hip == u"HIP lacks the name") {
                hip.clear();
            }
            rows[row.name].append({row, hip});
            if (row.table == u"newer_names.tsv") {
                newer.insert(row.name);
            }
        }
        QVERIFY(newer.size() > 50);
        for (auto it = rows.cbegin(); it != rows.cend(); ++it) {
            const QByteArray name = it.key().toUtf8();
            if (it->size() < 2 && !newer.contains(it.key())) {
                continue;
            }
            for (const RocmRelease& release : rocmReleases()) {
                QStringList named;
                for (const Named& one : *it) {
                    if (one.row.holdsIn(release.rocm) && !named.contains(one.hip)) {
                        named.append(one.hip);
                    }
                }
                const QByteArray at = name + " in " + release.rocm.toString().toUtf8() + ": " +
                                      named.join(u", ").toUtf8();
                QVERIFY2(named.size() <= 1, at);
                if (newer.contains(it.key())) {
                    NameOptions options;
                    options.rocm = release.rocm;
                    const std::string_view best =
                        bestNameFor(*findApi({name.constData(), size_t(name.size())}), options);
                    QVERIFY2(named == QStringList(QString::fromUtf8(best)), at);
                }
            }
        }
    }

    void factsOfReleases_data()
    {
        QTest::addColumn<QString>("fact");
        QTest::addColumn<QString>("holds");
        QTest::addColumn<QString>("not_");
        const auto row = [](const char* fact, const char* holds, const char* others) {
            QTest::newRow(fact) << QString::fromLatin1(fact) << QString::fromLatin1(holds)
                                << QString::fromLatin1(others);
        };
        row("amdgcn-wavefront-size-error", "7.2 7.2.4 7.14 10.1", "6.4 7.1 7.1.1");
        row("amdgcn-wavefront-size-old", "6.3 7.0.2 7.1.1", "6.2 7.2");
        row("cg-reduce", "7.13 7.14 10.1", "7.2");
        row("cg-reduce-blocks", "7.14 7.14.2", "7.13 10.0 10.1");
        row("cg-scan", "10.0 10.1", "7.14");
        row("mem-advise-second", "10.2", "10.1");
        row("hip-number", "6.4 7.2", "7.14");
        row("hip-number-apart", "7.14 10.1", "7.2");
        row("hipify-second", "6.4 10.1", ""); // torch's versions are counted
    }

    void factsOfReleases()
    {
        QFETCH(QString, fact);
        QFETCH(QString, holds);
        QFETCH(QString, not_);
        const QVector<FactRow> rows = about(fact);
        QVERIFY(!rows.isEmpty());
        const FactRow& row = rows.first();
        QCOMPARE(row.name, fact);
        for (const QString& one : holds.split(u' ', Qt::SkipEmptyParts)) {
            QVERIFY2(row.holdsIn(version(one.toLatin1())), qPrintable(one));
        }
        for (const QString& one : not_.split(u' ', Qt::SkipEmptyParts)) {
            QVERIFY2(!row.holdsIn(version(one.toLatin1())), qPrintable(one));
        }
    }

    /// The rules of a fact are there, and those with bounds of their own have the fact's.
    void rulesFollowTheirFacts()
    {
        const RuleSet& rules = *builtinRules();
        int bounded = 0;
        for (const FactRow& row : about(QStringLiteral("rocm_facts.tsv"))) {
            for (const QString& id : row.rules) {
                const Rule* rule = rules.find(id);
                QVERIFY2(rule != nullptr, qPrintable(row.name + u' ' + id));
                QVERIFY(!factsOfRule(id).isEmpty());
            }
            const Rule* alone = row.rules.size() == 1 ? rules.find(row.rules.first()) : nullptr;
            const bool inside =
                alone != nullptr && alone->rocm.from && *alone->rocm.from == row.first;
            bounded += inside ? 1 : 0;
            // What is new in a release, and a rule for those before.
            if (alone != nullptr && alone->rocm.below && !alone->rocm.from && row.last.isEmpty()) {
                QVERIFY2(*alone->rocm.below == row.first, qPrintable(row.name));
                ++bounded;
            }
            if (inside && !row.last.isEmpty()) {
                QVERIFY2(alone->rocm.below && rocmBefore(*alone->rocm.below) == row.last,
                         qPrintable(row.name));
            }
        }
        QVERIFY(bounded >= 5);
    }

    void rulesFollowTheTarget_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("in");
        QTest::addColumn<QString>("not_");
        const auto row = [](const char* rule, const char* in, const char* others,
                            const char* code) {
            QTest::newRow(rule) << QByteArray(code) << QString::fromLatin1(rule)
                                << QString::fromLatin1(in) << QString::fromLatin1(others);
        };
        const char* const lanes = "__device__ int n() { return __AMDGCN_WAVEFRONT_SIZE; }\n";
        row("warp-size-macro", "7.2 7.14 10.1", "6.4 7.1", lanes);
        row("warp-size-macro-old", "6.4 7.1", "7.2 10.1", lanes);
        const char* const reduce = "__device__ int f(T t, int v) { return cg::reduce(t, v, o); }\n";
        row("hipify-cg-reduce", "6.4 7.2", "7.13 10.0", reduce);
        row("hipify-cg-reduce-rows", "7.14", "7.2 7.13 10.0", reduce);
        row("hipify-cg-scan", "7.2 7.14", "10.0 10.1",
            "__device__ int f(T t, int v) { return cg::inclusive_scan(t, v); }\n");
        row("hipify-reduce-mask", "7.0 7.2", "6.4 7.13 10.1",
            "__global__ void k(unsigned* p) { *p = __reduce_xor_sync(~0ull, *p); }\n");
        row("hipify-memadvise", "10.2", "7.2 10.1",
            "void f(void* p) { cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, 0); }\n");
    }

    void rulesFollowTheTarget()
    {
        QFETCH(QByteArray, code);
        QFETCH(QString, rule);
        QFETCH(QString, in);
        QFETCH(QString, not_);
        const auto finds = [&](const QString& rocm) {
            AnalysisContext context;
            context.rules = builtinRules();
            context.strategy = Strategy::Sibling;
            context.target.rocm = version(rocm.toLatin1());
            const FileAnalysis analysis =
                analyseFile(RepoPath("a.cu"), Language::Cuda, SourceBuffer(code), context);
            return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                               [&](const Finding& one) { return one.ruleId == rule; });
        };
        for (const QString& rocm : in.split(u' ')) {
            QVERIFY2(finds(rocm), qPrintable(rocm));
        }
        for (const QString& rocm : not_.split(u' ')) {
            QVERIFY2(!finds(rocm), qPrintable(rocm));
        }
    }

    /// Code for CUDA 13 passes a location already, so the finding is no certain fault.
    void locationsMayBeThere()
    {
        AnalysisContext context;
        context.rules = builtinRules();
        context.strategy = Strategy::Sibling;
        context.target.rocm = version("10.2");
        const FileAnalysis analysis =
            analyseFile(RepoPath("a.cu"), Language::Cuda,
                        SourceBuffer("void f(void* p, cudaMemLocation l) {\n"
                                     "  cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, l);\n}\n"),
                        context);
        int found = 0;
        for (const Finding& one : analysis.findings) {
            if (one.ruleId == u"hipify-memadvise") {
                ++found;
                QCOMPARE(one.severity, Severity::Warning);
                QVERIFY(one.message.contains(u"where this call names a device"));
            }
        }
        QCOMPARE(found, 1);
    }

    void releasesOfHip_data()
    {
        QTest::addColumn<QString>("hip");
        QTest::addColumn<QString>("rocm");
        QTest::newRow("none") << QString() << QString();
        QTest::newRow("before the table") << "5.7.1"
                                          << "5.7";
        QTest::newRow("one number") << "7.2.53211-97f5574fe2"
                                    << "7.2";
        QTest::newRow("ROCm 7.14") << "7.13.26183"
                                   << "7.14";
        QTest::newRow("ROCm 7.14 of packages") << "7.14.60850-0000000"
                                               << "7.14";
        QTest::newRow("ROCm 10.1") << "7.16.0"
                                   << "10.1";
        QTest::newRow("not known") << "7.15.0" << QString();
        QTest::newRow("no HIP of today") << "10.1" << QString();
    }

    void releasesOfHip()
    {
        QFETCH(QString, hip);
        QFETCH(QString, rocm);
        const Version found = rocmOfHip(version(hip.toLatin1()));
        QCOMPARE(found.toString(), rocm);
        QCOMPARE(found.isEmpty(), rocm.isEmpty());
    }

    void releases()
    {
        QCOMPARE(newestRocm(), version("10.1"));
        // What a port is for that names nothing.
        QCOMPARE(TargetSettings().rocm, newestRocm());
        QCOMPARE(TargetSettings().torch, torchWheelsFor(newestRocm()).torch);
        QCOMPARE(NameOptions().rocm, newestRocm());
        QCOMPARE(rocmBefore(version("10.0")), version("7.14"));
        QCOMPARE(rocmBefore(version("7.14.1")), version("7.13"));
        QVERIFY(rocmBefore(version("6.0")).isEmpty());
        QCOMPARE(hipNumberOf(version("5.7")), QByteArray("507"));
        QCOMPARE(hipNumberOf(version("7.2.4")), QByteArray("702"));
        QCOMPARE(hipNumberOf(version("7.14")), QByteArray("713"));
        QCOMPARE(hipNumberOf(version("10.0")), QByteArray("713")); // its own is not known
        QCOMPARE(hipNumberOf(version("10.2")), QByteArray("716"));
        for (qsizetype i = 1; i < rocmReleases().size(); ++i) {
            QVERIFY(rocmReleases()[i - 1].rocm <= rocmReleases()[i].rocm);
        }
    }

    void words()
    {
        QCOMPARE(about(QStringLiteral("CUDAMEMADVISE")).first().name,
                 QStringLiteral("cudaMemAdvise"));
        QVERIFY(about(QStringLiteral("no such word anywhere")).isEmpty());
        FactRow row;
        row.of = QStringLiteral("ROCm");
        row.first = version("7.14");
        QCOMPARE(versionsOf(row), QStringLiteral("from ROCm 7.14"));
        row.last = row.first;
        QCOMPARE(versionsOf(row), QStringLiteral("ROCm 7.14"));
        row.last = version("10.0");
        QCOMPARE(versionsOf(row), QStringLiteral("ROCm 7.14 to 10.0"));
        row.last = version("10.2");
        row.isBefore = true;
        QCOMPARE(versionsOf(row), QStringLiteral("from ROCm 7.14, before 10.2"));
        QVERIFY(row.holdsIn(version("7.14")) && row.holdsIn(version("10.1")));
        QVERIFY(!row.holdsIn(version("7.13")) && !row.holdsIn(version("10.2")));
        QVERIFY(factRows("none.tsv", 3).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestFactRows)
#include "tst_factrows.moc"
