#include "core/rules/analyse.h"
#include "core/scan/scanner.h"
#include "testpaths.h"
#include "tests/unit/memorytree.h"

#include <QDir>
#include <QFile>
#include <QtTest>

using namespace rocport;

/// The samples that tests/device/three_ways.py runs on a GPU: their ports there are what Rocport
/// makes of them today. ROCPORT_UPDATE_CORPUS=1 writes them anew; run the script again then, and
/// write its outcome down in docs/verification.md.
class TestDeviceSamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void ports_data();
    void ports();

private:
    static QByteArray readFile(const QString& path);
    std::shared_ptr<const ScanResult> m_scan;
    MemoryTree m_tree;
    const QDir m_folder{QStringLiteral(ROCPORT_SOURCE_DIR "/tests/device")};
};

QByteArray TestDeviceSamples::readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestDeviceSamples::initTestCase()
{
    const QDir samples(m_folder.filePath(QStringLiteral("samples")));
    for (const QString& name : samples.entryList({QStringLiteral("*.py")}, QDir::Files)) {
        m_tree.files.insert(name.toUtf8(), readFile(samples.filePath(name)));
    }
    QVERIFY(m_tree.files.size() >= 7);
    RuleSet::LoadResult rules = RuleSet::load();
    QVERIFY(rules.problems.isEmpty());
    TargetSettings target; // what the samples were run with (docs/verification.md)
    target.rocm = {7, 2};
    target.torch = {2, 11};
    const auto scan = scanTree(m_tree, std::make_shared<const RuleSet>(std::move(rules.rules)),
                               target, nullptr, {});
    QVERIFY(scan.ok());
    m_scan = *scan;
}

void TestDeviceSamples::ports_data()
{
    QTest::addColumn<QByteArray>("name");
    for (auto it = m_tree.files.begin(); it != m_tree.files.end(); ++it) {
        QTest::newRow(it.key().constData()) << it.key();
    }
}

void TestDeviceSamples::ports()
{
    QFETCH(QByteArray, name);
    QVector<Hunk> hunks;
    for (const Hunk& hunk : m_scan->hunks) {
        if (hunk.sourcePath.bytes() == name) {
            QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
            hunks.append(hunk);
        }
    }
    const Result<QByteArray> ported = applyHunks(m_tree.files.value(name), hunks);
    QVERIFY(ported.ok());
    const QString path = m_folder.filePath(QStringLiteral("ported/") + QString::fromUtf8(name));
    if (qEnvironmentVariableIsSet("ROCPORT_UPDATE_CORPUS")) {
        QFile file(path);
        QVERIFY(m_folder.mkpath(QStringLiteral("ported")) && file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(*ported), ported->size());
    }
    QCOMPARE(*ported, readFile(path));
    QVERIFY2(*ported != m_tree.files.value(name), "no rule has anything to say");
}

QTEST_GUILESS_MAIN(TestDeviceSamples)
#include "tst_devicesamples.moc"
