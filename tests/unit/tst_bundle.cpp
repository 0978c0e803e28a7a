#include "core/tensor/bundle.h"
#include "core/tensor/comparefiles.h"
#include "tests/support/tensorbytes.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using namespace rocport::test;

class BundleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void bothWays();
    void changedFileIsNamed();
    void refuses_data();
    void refuses();
    void linksAreRefused();
    void comparesBundles();
    void comparesABundleWithAFolder();
    void cancelled();

private:
    TensorBundle make(const QString& name, float output, float input = 1)
    {
        TensorBundle bundle;
        bundle.folder = m_folder->filePath(name);
        bundle.title = QStringLiteral("Block");
        bundle.seed = 20240901;
        bundle.environment.insert(QStringLiteral("torch"), QStringLiteral("2.9.1"));
        const QString in = m_folder->filePath(name + QStringLiteral("-in.safetensors"));
        const QString out = m_folder->filePath(name + QStringLiteral("-out.safetensors"));
        const QVector<qint64> shape{2};
        const bool written = writeSafetensors(in, {{QStringLiteral("x"), ElementType::Float32,
                                                    shape, bytesOf<float>({input, 2})}})
                                 .ok() &&
                             writeSafetensors(out, {{QStringLiteral("y"), ElementType::Float32,
                                                     shape, bytesOf<float>({output, 4})}})
                                 .ok();
        BundleCase entry;
        entry.id = QStringLiteral("float32_0");
        entry.type = QStringLiteral("float32");
        entry.parts.insert(QStringLiteral("inputs"),
                           {QStringLiteral("float32_0.inputs.safetensors"), {}, {}});
        entry.parts.insert(QStringLiteral("outputs"),
                           {QStringLiteral("float32_0.outputs.safetensors"), {}, {}});
        bundle.cases.append(entry);
        const auto result =
            writeBundle(bundle, {{QStringLiteral("float32_0.inputs.safetensors"), in},
                                 {QStringLiteral("float32_0.outputs.safetensors"), out}});
        return written && result ? *result : TensorBundle();
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void BundleTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void BundleTest::bothWays()
{
    const TensorBundle made = make(QStringLiteral("a"), 3);
    QCOMPARE(made.cases.size(), 1);
    const auto read = readBundle(path(QStringLiteral("a")));
    QVERIFY2(read.ok(), qPrintable(read.ok() ? QString() : read.error().detail));
    QCOMPARE(read->seed, 20240901);
    QCOMPARE(read->title, QStringLiteral("Block"));
    QCOMPARE(read->environment, made.environment);
    const BundleFile& file = read->cases.first().parts.value(QStringLiteral("outputs"));
    QCOMPARE(file.sha256.size(), 64);
    QCOMPARE(file.tensors.first().shape, (QVector<qint64>{2}));
    QCOMPARE(file.tensors.first().type, QStringLiteral("float32"));
    QVERIFY(read->notes.isEmpty());
    QVERIFY(isBundle(path(QStringLiteral("a"))));
    QVERIFY(!isBundle(m_folder->path()));
    QCOMPARE(readBundle(m_folder->path()).error().code, ErrorCode::FileNotFound);
}

void BundleTest::changedFileIsNamed()
{
    make(QStringLiteral("a"), 3);
    QFile file(path(QStringLiteral("a/float32_0.outputs.safetensors")));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 1) &&
            file.write("\x01", 1) == 1);
    file.close();
    const auto read = readBundle(path(QStringLiteral("a")));
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
    QVERIFY(read.error().object.endsWith(QStringLiteral("float32_0.outputs.safetensors")));
    QVERIFY(read.error().detail.contains(QStringLiteral("not the file that was captured")));
    QVERIFY(file.remove());
    QCOMPARE(readBundle(path(QStringLiteral("a"))).error().code, ErrorCode::FileNotFound);
}

void BundleTest::refuses_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no json") << QByteArray("{") << QByteArray("nope");
    QTest::newRow("other format") << QByteArray("rocport-golden") << QByteArray("other");
    QTest::newRow("newer") << QByteArray("\"version\": 1") << QByteArray("\"version\": 2");
    QTest::newRow("outside") << QByteArray("\"float32_0.outputs.safetensors\"")
                             << QByteArray("\"../x.safetensors\"");
    QTest::newRow("absolute") << QByteArray("\"float32_0.outputs.safetensors\"")
                              << QByteArray("\"/etc/passwd\"");
    QTest::newRow("hidden") << QByteArray("\"float32_0.outputs.safetensors\"")
                            << QByteArray("\".x.safetensors\"");
    QTest::newRow("script") << QByteArray("\"script\": \"\"")
                            << QByteArray("\"script\": \"../run\"");
    QTest::newRow("id") << QByteArray("\"id\": \"float32_0\"") << QByteArray("\"id\": \"../../x\"");
    QTest::newRow("cases") << QByteArray("\"cases\"") << QByteArray("\"case\"");
    QTest::newRow("type")
        << QByteArray("\"dtype\": \"float32\",\n                            \"name\"")
        << QByteArray("\"dtype\": \"float16\",\n                            \"name\"");
    QTest::newRow("shape") << QByteArray("                                2\n")
                           << QByteArray("                                3\n");
    QTest::newRow("hash") << QByteArray("\"sha256\": \"") << QByteArray("\"sha256\": \"0");
}

void BundleTest::refuses()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    make(QStringLiteral("a"), 3);
    QFile file(path(QStringLiteral("a/bundle.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    QVERIFY2(text.contains(from), text.constData());
    text.replace(from, to);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    const auto read = readBundle(path(QStringLiteral("a")));
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
}

void BundleTest::linksAreRefused()
{
    make(QStringLiteral("a"), 3);
    const QString file = path(QStringLiteral("a/float32_0.outputs.safetensors"));
    const QString other = path(QStringLiteral("elsewhere.safetensors"));
    QVERIFY(QFile::rename(file, other) && QFile::link(other, file));
    QCOMPARE(readBundle(path(QStringLiteral("a"))).error().code, ErrorCode::PathOutsideRepository);
}

void BundleTest::comparesBundles()
{
    make(QStringLiteral("a"), 3);
    make(QStringLiteral("b"), 3.00001F);
    make(QStringLiteral("c"), 3.5F);
    make(QStringLiteral("d"), 3, 1.5F);
    const auto good = compareFiles(path(QStringLiteral("a")), path(QStringLiteral("b")));
    QVERIFY2(good.ok(), qPrintable(good.ok() ? QString() : good.error().detail));
    QVERIFY(good->passed());
    QCOMPARE(good->tensors.last().name, QStringLiteral("float32_0.outputs/y"));
    const auto bad = compareFiles(path(QStringLiteral("a")), path(QStringLiteral("c")));
    QVERIFY(!bad->passed());
    QCOMPARE(bad->tensors.last().verdict, TensorVerdict::Failed);
    QCOMPARE(bad->tensors.last().firstMismatch, 0);
    // Inputs must be equal to the bit.
    const auto inputs =
        compareFiles(path(QStringLiteral("a")), path(QStringLiteral("d/bundle.json")));
    QVERIFY(!inputs->passed());
    QCOMPARE(inputs->tensors.first().tolerance.absolute, 0.0);
    QVERIFY(!inputs->notes.isEmpty());
}

void BundleTest::comparesABundleWithAFolder()
{
    make(QStringLiteral("a"), 3);
    const QString folder = path(QStringLiteral("candidate"));
    QDir().mkpath(folder);
    QVERIFY(QFile::copy(path(QStringLiteral("a/float32_0.outputs.safetensors")),
                        folder + QStringLiteral("/float32_0.outputs.safetensors")));
    // The inputs need not come back from the node.
    const auto found = compareFiles(path(QStringLiteral("a")), folder);
    QVERIFY(found.ok());
    QVERIFY(found->passed());
    QCOMPARE(found->tensors.size(), 1);
}

void BundleTest::cancelled()
{
    make(QStringLiteral("a"), 3);
    CancelToken cancel;
    cancel.cancel();
    QCOMPARE(readBundle(path(QStringLiteral("a")), cancel).error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(BundleTest)
#include "tst_bundle.moc"
