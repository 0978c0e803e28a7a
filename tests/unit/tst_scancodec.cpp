#include "core/rules/manifests/manifestindex.h"
#include "core/store/scancodec.h"

#include <QTest>

#include <functional>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

/// The payload of a file without findings whose features are written by `write`.
QByteArray payloadWith(const std::function<void(ByteWriter&)>& write, quint8 version)
{
    ByteWriter out;
    out.path(RepoPath("a.cu"));
    out.bytes(contentHash("x"));
    out.number(quint64(Language::Cuda));
    out.signedNumber(1);
    out.signedNumber(1);
    for (int list = 0; list < 3; ++list) {
        out.number(0); // findings, hunks, uses of CUDA
    }
    write(out);
    out.text({});
    return out.finish(version);
}

std::shared_ptr<const FileAnalysis> decoded(const QByteArray& payload)
{
    StringPool pool;
    return decodeAnalysis(payload, pool);
}

/// A kind with `values` values of one text.
void writeKind(ByteWriter& out, quint64 kind, int values, const char* name = "x")
{
    out.number(kind);
    out.number(quint64(values));
    for (int i = 0; i < values; ++i) {
        out.text(text(name));
        out.text({});
        out.number(1);
        out.number(1);
    }
}

quint64 number(FeatureKind kind)
{
    return quint64(kind);
}

} // namespace

/// The features of a file in a stored scan: every kind survives, and nothing else is taken for one.
class TestScanCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void featuresSurvive()
    {
        FileAnalysis analysis;
        analysis.path = RepoPath("a.py");
        for (int kind = 0; kind <= int(kLastFeatureKind); ++kind) {
            const QString name = text("pkg/%1\tx.py").arg(kind);
            analysis.features.add(FeatureKind(kind), {name, text("b\tc"), kind, 7});
            analysis.features.add(FeatureKind(kind), text("a"));
            analysis.features.add(FeatureKind(kind), {name, text("b\tc"), kind, 7});
        }
        const auto again = decoded(encodeAnalysis(analysis));
        QVERIFY(again != nullptr);
        QVERIFY(again->features == analysis.features);
        QCOMPARE(encodeAnalysis(*again), encodeAnalysis(analysis));
        analysis.features = {};
        QVERIFY(decoded(encodeAnalysis(analysis))->features.isEmpty());
    }

    void whatIsNoFeatureIsRefused_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<bool>("fine");
        const auto row = [](const char* name, bool fine,
                            const std::function<void(ByteWriter&)>& write) {
            QTest::newRow(name) << payloadWith(write, kAnalysisPayload) << fine;
        };
        const quint64 last = number(kLastFeatureKind);
        row("none", true, [](ByteWriter& out) { out.number(0); });
        row("two kinds", true, [=](ByteWriter& out) {
            out.number(2);
            writeKind(out, 0, 3);
            writeKind(out, last, 1);
        });
        row("unknown kind", false, [=](ByteWriter& out) {
            out.number(1);
            writeKind(out, last + 1, 1);
        });
        row("huge kind", false, [](ByteWriter& out) {
            out.number(1);
            writeKind(out, quint64(1) << 40, 1);
        });
        row("a kind twice", false, [](ByteWriter& out) {
            out.number(2);
            writeKind(out, 1, 1);
            writeKind(out, 1, 1);
        });
        row("out of order", false, [](ByteWriter& out) {
            out.number(2);
            writeKind(out, 2, 1);
            writeKind(out, 1, 1);
        });
        row("a kind without a value", false, [](ByteWriter& out) {
            out.number(1);
            writeKind(out, 1, 0);
            out.texts({text("a"), text("b"), text("c"), text("d")});
        });
        row("more kinds than bytes", false, [](ByteWriter& out) {
            out.number(quint64(1) << 50);
            writeKind(out, 1, 1);
        });
        row("more values than bytes", false, [](ByteWriter& out) {
            out.number(1);
            out.number(1);
            out.number(quint64(1) << 50);
        });
        row("a line beyond all", false, [](ByteWriter& out) {
            out.number(1);
            out.number(1);
            out.number(1);
            out.text(text("x"));
            out.text({});
            out.number(quint64(1) << 31);
            out.number(0);
        });
        for (const char* path : {"../x.py", "/x.py", "a/../../x.py", ""}) {
            row(path[0] == '\0' ? "home without a name" : path, false, [=](ByteWriter& out) {
                out.number(1);
                writeKind(out, number(FeatureKind::FlagHome), 1, path);
            });
        }
        row("home", true, [](ByteWriter& out) {
            out.number(1);
            writeKind(out, number(FeatureKind::FlagHome), 1, "pkg/_rocm.py");
        });
    }

    void whatIsNoFeatureIsRefused()
    {
        QFETCH(QByteArray, payload);
        QFETCH(bool, fine);
        QCOMPARE(decoded(payload) != nullptr, fine);
    }

    void placesSurvive()
    {
        FileAnalysis analysis;
        analysis.path = RepoPath("a.cu");
        analysis.findings.resize(3);
        for (Finding& finding : analysis.findings) {
            finding.id = "0123456789abcdef";
            finding.path = analysis.path;
        }
        Finding& many = analysis.findings[1];
        many.places = 100'000;
        for (int i = 0; i < int(kMostPlaces); ++i) {
            many.morePlaces.append({{10 * i, 10 * i + 4}, i + 2, 3, i + 2});
        }
        analysis.findings[2].places = 7; // known, and none of them kept
        const auto again = decoded(encodeAnalysis(analysis));
        QVERIFY(again != nullptr);
        QCOMPARE(again->findings[0].places, 1);
        QVERIFY(again->findings[0].morePlaces.isEmpty());
        QCOMPARE(again->findings[1].places, 100'000);
        QCOMPARE(again->findings[1].morePlaces, many.morePlaces);
        QCOMPARE(again->findings[2].places, 7);
        QCOMPARE(encodeAnalysis(*again), encodeAnalysis(analysis));
        // More than are kept is damage.
        many.morePlaces.append({{1, 2}, 3, 4, 5});
        QVERIFY(decoded(encodeAnalysis(analysis)) == nullptr);
    }

    void changesOfNamesSurvive()
    {
        FileAnalysis analysis;
        analysis.path = RepoPath("a.cu");
        analysis.contentHash = contentHash("x");
        for (const bool names : {false, true}) {
            Hunk hunk;
            hunk.key = names ? "0123456789abcdef" : "fedcba9876543210";
            hunk.proposalId = hunk.key;
            hunk.sourcePath = hunk.targetPath = analysis.path;
            hunk.baseHash = analysis.contentHash;
            hunk.edits = {{{0, 1}, "y"}};
            hunk.ruleIds = {text("hipify-api")};
            hunk.onlyNames = names;
            analysis.hunks.append(hunk);
        }
        const QByteArray payload = encodeAnalysis(analysis);
        const auto again = decoded(payload);
        QVERIFY(again != nullptr);
        QVERIFY(!again->hunks[0].onlyNames && again->hunks[1].onlyNames);
        QCOMPARE(encodeAnalysis(*again), payload);
    }

    /// Version 2 knew one place of a finding.
    void findingsOfBefore()
    {
        const auto payload = [](quint8 version, const std::function<void(ByteWriter&)>& places) {
            ByteWriter out;
            out.path(RepoPath("a.cu"));
            out.bytes(contentHash("x"));
            out.number(quint64(Language::Cuda));
            out.signedNumber(1);
            out.signedNumber(1);
            out.number(1);
            out.id("0123456789abcdef");
            out.text(text("hipify-api"));
            for (int i = 0; i < 3; ++i) {
                out.number(0); // phase, severity, the file's own path
            }
            out.number(4);
            out.signedNumber(2);
            for (int i = 0; i < 3; ++i) {
                out.signedNumber(5); // line, column, last line
            }
            for (int i = 0; i < 4; ++i) {
                out.text(text("x"));
            }
            out.number(0);
            out.text({});
            places(out);
            out.number(0); // hunks, uses of CUDA, features
            out.number(0);
            out.number(0);
            out.text({});
            return out.finish(version);
        };
        const auto none = [](ByteWriter&) {};
        const auto analysis = decoded(payload(2, none));
        QVERIFY(analysis != nullptr);
        QCOMPARE(analysis->findings.first().line, 5);
        QCOMPARE(analysis->findings.first().places, 1);
        QVERIFY(decoded(encodeAnalysis(*analysis)) != nullptr);
        QVERIFY(decoded(payload(kAnalysisPayload, none)) == nullptr);
        // Version 3 did not know what the project has ported.
        QVERIFY(decoded(payload(3, [](ByteWriter& out) { out.number(0); })));
        const auto ported = decoded(payload(kAnalysisPayload, [](ByteWriter& out) {
            out.number(1);
            out.number(0);
        }));
        QVERIFY(ported != nullptr && ported->findings.first().ported);
        const auto again = decoded(encodeAnalysis(*ported));
        QVERIFY(again != nullptr && again->findings.first().ported);
        // As many other places as there are places in all.
        QVERIFY(decoded(payload(kAnalysisPayload, [](ByteWriter& out) {
                    out.number(0);
                    out.number(1);
                    out.number(2);
                    for (int i = 0; i < 10; ++i) {
                        out.signedNumber(1);
                    }
                })) == nullptr);
    }

    /// A project that was scanned before keeps its scan, and its plan, until it is scanned again.
    void payloadsOfBefore()
    {
        const QStringList before = {text("kernel\t3\t2\t__global__ void f(int\tx)"),
                                    text("launch"),
                                    text("cuda-include:cuda_runtime.h"),
                                    text("asked\tfile a.py torch\t0123"),
                                    text("asked-manifests\t0123"),
                                    text("module-import\ttorch"),
                                    text("flag-home\tpkg/_rocm.py"),
                                    text("manifest-entry\t4\tbuild\tmy-cuda-extension>=1"),
                                    text("manifest-include\t5\t1\tmore.txt"),
                                    text("manifest-index\t6\t\thttps://x/simple"),
                                    text("manifest-python\t7\t\t>=3.9"),
                                    text("manifest-project\t")};
        const auto analysis = decoded(payloadWith([&](ByteWriter& out) { out.texts(before); }, 1));
        QVERIFY(analysis != nullptr);
        const FileFeatures& features = analysis->features;
        QCOMPARE(features.texts(FeatureKind::Trait), QStringList({text("kernel"), text("launch")}));
        const FileFeature kernel{text("kernel"), text("__global__ void f(int\tx)"), 3, 2};
        QVERIFY(features.values(FeatureKind::Trait).first() == kernel);
        const ManifestSummary manifest = ManifestSummary::read(analysis->path, features);
        QCOMPARE(manifest.entries.size(), 1);
        QCOMPARE(manifest.entries.first().requirement, QByteArray("my-cuda-extension>=1"));
        QCOMPARE(manifest.entries.first().group, QByteArray("build"));
        QCOMPARE(manifest.entries.first().line, 4);
        QCOMPARE(manifest.includes.size(), 1);
        QCOMPARE(manifest.includes.first().path, QByteArray("more.txt"));
        QVERIFY(manifest.includes.first().constraint);
        QCOMPARE(manifest.indexes.first().requirement, QByteArray("https://x/simple"));
        QCOMPARE(manifest.python.requirement, QByteArray(">=3.9"));
        QVERIFY(manifest.project);
        QCOMPARE(features.all().size(), 6);
        // What is saved again is of this version.
        QVERIFY(decoded(encodeAnalysis(*analysis))->features == features);
    }
};

QTEST_GUILESS_MAIN(TestScanCodec)
#include "tst_scancodec.moc"
