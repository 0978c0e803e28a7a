#include "core/probe/hipversion.h"
#include "core/probe/rocminfo.h"
#include "tests/support/nodefixture.h"

#include <QtTest>

using namespace rocport;

class TestRocminfo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listings_data();
    void listings();
    void details();
    void failures_data();
    void failures();
    void cutAnywhere();
    void architectures_data();
    void architectures();
    void colours();
    void hip_data();
    void hip();
    void hipNot();
    void versionFile();
};

void TestRocminfo::listings_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("agents");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("marketing");
    QTest::addColumn<QString>("targets");
    QTest::addColumn<QString>("features");
    QTest::addColumn<QString>("driver");
    const auto row = [](const char* file, int agents, int gpus, const char* name,
                        const char* marketing, const char* targets, const char* features,
                        const char* driver) {
        QTest::newRow(file) << QString::fromLatin1(file) << agents << gpus
                            << QString::fromLatin1(name) << QString::fromLatin1(marketing)
                            << QString::fromLatin1(targets) << QString::fromLatin1(features)
                            << QString::fromLatin1(driver);
    };
    row("rocminfo-mi300x-4gpu.txt", 6, 4, "gfx942", "AMD Instinct MI300X", "gfx942:sramecc+:xnack-",
        "sramecc+:xnack-", "");
    row("rocminfo-mi300x-vf-generic.txt", 2, 1, "gfx942", "AMD Instinct MI300X VF",
        "gfx942:sramecc+:xnack- gfx9-4-generic:sramecc+:xnack-", "sramecc+:xnack-", "6.12.12");
    row("rocminfo-mi250x.txt", 5, 1, "gfx90a", "AMD Instinct MI250X", "gfx90a:sramecc+:xnack-",
        "sramecc+:xnack-", "6.3.6");
    row("rocminfo-mi210-8gpu.txt", 10, 8, "gfx90a", "AMD Instinct MI210", "gfx90a:sramecc+:xnack-",
        "sramecc+:xnack-", "");
    row("rocminfo-rx7900xt-wsl.txt", 2, 1, "gfx1100", "AMD Radeon RX 7900 XT", "gfx1100", "", "");
    row("rocminfo-gfx1151-cpu-gpu-npu.txt", 3, 1, "gfx1151", "Radeon 8060S Graphics",
        "gfx1151 gfx11-generic", "", "");
    row("rocminfo-mi350x-partial.txt", 1, 1, "gfx950", "AMD Instinct MI350X", "", "", "6.16.6");
}

void TestRocminfo::listings()
{
    QFETCH(QString, file);
    const auto info = parseRocminfo(nodeFixture(file));
    QVERIFY(info.ok());
    QTEST(int(info->agents.size()), "agents");
    QTEST(int(info->gpus().size()), "gpus");
    const RocmAgent gpu = info->gpus().first();
    QTEST(gpu.name, "name");
    QTEST(gpu.marketingName, "marketing");
    QTEST(gpu.targets.join(u' '), "targets");
    QTEST(gpu.features(), "features");
    QTEST(info->driverVersion, "driver");
    QVERIFY(info->failure.isEmpty());
}

void TestRocminfo::details()
{
    const auto mi300 = parseRocminfo(nodeFixture(QStringLiteral("rocminfo-mi300x-4gpu.txt")));
    QVERIFY(mi300.ok());
    QVERIFY(mi300->moduleLoaded);
    QCOMPARE(mi300->runtimeVersion, QStringLiteral("1.1"));
    QCOMPARE(mi300->agents[0].name, QStringLiteral("AMD EPYC 9474F 48-Core Processor"));
    QCOMPARE(mi300->agents[0].deviceType, QStringLiteral("CPU"));
    QVERIFY(!mi300->agents[0].isGpu());
    const RocmAgent gpu = mi300->gpus()[3];
    QCOMPARE(gpu.uuid, QStringLiteral("GPU-0000000000000004"));
    QCOMPARE(gpu.computeUnits, 304);
    QCOMPARE(gpu.wavefrontSize, 64);
    QCOMPARE(gpu.memoryBytes, 201310208LL * 1024);
    QCOMPARE(gpu.chipId, QStringLiteral("0x74a1"));
    QCOMPARE(gpu.node, 5);
    const auto wsl = parseRocminfo(nodeFixture(QStringLiteral("rocminfo-rx7900xt-wsl.txt")));
    QVERIFY(wsl.ok() && wsl->wsl);
    QCOMPARE(wsl->gpus()[0].wavefrontSize, 32);
    QCOMPARE(wsl->gpus()[0].uuid, QString());
    const auto npu = parseRocminfo(nodeFixture(QStringLiteral("rocminfo-gfx1151-cpu-gpu-npu.txt")));
    QVERIFY(npu.ok());
    QCOMPARE(npu->agents[2].name, QStringLiteral("aie2"));
    QCOMPARE(npu->agents[2].deviceType, QStringLiteral("DSP"));
    QVERIFY(!npu->agents[2].isGpu());
}

void TestRocminfo::failures_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("noDevice");
    QTest::addColumn<bool>("failed");
    QTest::newRow("group") << QStringLiteral("rocminfo-no-kfd-in-video-group.txt") << true << true;
    QTest::newRow("user") << QStringLiteral("rocminfo-no-kfd-user-unknown.txt") << true << true;
    QTest::newRow("module") << QStringLiteral("rocminfo-no-module.txt") << false << false;
}

void TestRocminfo::failures()
{
    QFETCH(QString, file);
    const auto info = parseRocminfo(nodeFixture(file));
    QVERIFY(info.ok());
    QVERIFY(!info->moduleLoaded);
    QVERIFY(info->agents.isEmpty());
    QTEST(info->noDevice, "noDevice");
    QFETCH(bool, failed);
    QCOMPARE(info->failure.contains(QLatin1StringView("HSA_STATUS_ERROR_OUT_OF_RESOURCES")),
             failed);
    QVERIFY(!parseRocminfo("bash: rocminfo: command not found\n").ok());
    QCOMPARE(parseRocminfo({}).error().code, ErrorCode::ParseFailed);
}

void TestRocminfo::cutAnywhere()
{
    const QByteArray whole = nodeFixture(QStringLiteral("rocminfo-mi300x-vf-generic.txt"));
    qsizetype before = 0;
    for (qsizetype size = 0; size < whole.size(); size += 97) {
        const auto info = parseRocminfo(whole.left(size));
        const qsizetype agents = info.ok() ? info->agents.size() : 0;
        QVERIFY(agents >= before && agents <= 2);
        before = agents;
    }
    QCOMPARE(before, 2);
}

void TestRocminfo::architectures_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<bool>("generic");
    const auto row = [](const char* text, const char* architecture, bool generic) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(architecture)
                            << generic;
    };
    row("gfx90a:sramecc+:xnack-", "gfx90a", false);
    row("amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-", "gfx942", false);
    row("amdgcn-amd-amdhsa--gfx9-4-generic:sramecc+:xnack-", "gfx9-4-generic", true);
    row("gfx11-generic", "gfx11-generic", true);
    row("gfx1100", "gfx1100", false);
    row("sm_90", "", false);
    row("", "", false);
}

void TestRocminfo::architectures()
{
    QFETCH(QString, text);
    QTEST(architectureOf(text), "architecture");
    QTEST(isGenericTarget(architectureOf(text)), "generic");
}

void TestRocminfo::colours()
{
    QCOMPARE(withoutColours("\x1b[37mROCk\x1b[0m\r\n"), QByteArray("ROCk\n"));
    QCOMPARE(withoutColours("^[[37mROCk^[[0m"), QByteArray("ROCk"));
    QCOMPARE(withoutColours("a\x1b[38;5;1"), QByteArray("a\x1b[38;5;1"));
}

void TestRocminfo::hip_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("build");
    QTest::addColumn<QString>("rocm");
    QTest::addColumn<QString>("clang");
    QTest::addColumn<QString>("platform");
    const auto row = [](const char* file, const char* build, const char* rocm, const char* clang,
                        const char* platform) {
        QTest::newRow(file) << QString::fromLatin1(file) << QString::fromLatin1(build)
                            << QString::fromLatin1(rocm) << QString::fromLatin1(clang)
                            << QString::fromLatin1(platform);
    };
    row("hipcc-version-rocm-7.2.4.txt", "7.2.53211-97f5574fe2", "7.2.4", "22.0.0git", "");
    row("hipcc-version-rocm-7.14.0.txt", "7.14.60850-0000000", "7.14.0", "23.0.0git", "");
    row("hipconfig-full-rocm-5.3.3.txt", "5.3.22062-659cc197", "5.3.3", "15.0.0", "amd");
    row("hipconfig-rocm-6.0.2-partial.txt", "6.0.32831-204d35d16", "6.0.2", "", "amd");
}

void TestRocminfo::hip()
{
    QFETCH(QString, file);
    const auto hip = parseHipVersion(nodeFixture(file));
    QVERIFY(hip.ok());
    QTEST(hip->build, "build");
    QTEST(hip->rocm.toString(), "rocm");
    QTEST(hip->clang, "clang");
    QTEST(hip->platform, "platform");
}

void TestRocminfo::hipNot()
{
    QCOMPARE(parseHipVersion("nvcc: NVIDIA (R) Cuda compiler driver\n").error().code,
             ErrorCode::ParseFailed);
}

void TestRocminfo::versionFile()
{
    QCOMPARE(parseRocmInfoVersion(nodeFixture(QStringLiteral("rocm-info-version.txt"))),
             (Version{7, 2, 0}));
    QCOMPARE(parseRocmInfoVersion("6.2.0-66\n"), (Version{6, 2, 0}));
    QVERIFY(parseRocmInfoVersion("cat: /opt/rocm/.info/version: No such file\n").isEmpty());
    QVERIFY((Version{7, 14} > Version{7, 2}));
}

QTEST_GUILESS_MAIN(TestRocminfo)
#include "tst_rocminfo.moc"
