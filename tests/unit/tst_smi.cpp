#include "core/probe/amdsmi.h"
#include "core/probe/rocmsmi.h"
#include "testpaths.h"
#include "tests/support/nodefixture.h"

#include <QtTest>

using namespace rocport;

class TestSmi : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rocm_data();
    void rocm();
    void rocmValues();
    void rocmError();
    void amd_data();
    void amd();
    void amdVersions();
    void amdProcesses();
    void amdTopology();
    void everyFixture();
    void notTheirs();
    void sizes();
};

void TestSmi::rocm_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<qint64>("memory");
    QTest::addColumn<QString>("partition");
    QTest::addColumn<QString>("driver");
    const auto row = [](const char* file, int gpus, const char* name, const char* device,
                        const char* arch, qint64 memory, const char* partition,
                        const char* driver) {
        QTest::newRow(file) << QString::fromLatin1(file) << gpus << QString::fromLatin1(name)
                            << QString::fromLatin1(device) << QString::fromLatin1(arch) << memory
                            << QString::fromLatin1(partition) << QString::fromLatin1(driver);
    };
    row("rocm-smi-mi300x-4gpu.txt", 4, "AMD Instinct MI300X", "0x74a1", "", 0, "SPX", "");
    row("rocm-smi-mi300x-8gpu.txt", 8, "AMD Instinct MI300X", "0x74a1", "", 0, "SPX", "");
    row("rocm-smi-mi300x-8gpu-node-column.txt", 8, "", "0x74a1", "", 0, "SPX", "");
    row("rocm-smi-mi300x-vf.txt", 1, "", "0x74b5", "", 0, "SPX", "");
    row("rocm-smi-mi300a-4gpu.txt", 4, "", "0x74a0", "", 0, "SPX", "");
    row("rocm-smi-a-mi300x-4gpu.txt", 4, "AMD Instinct MI300X OAM", "0x74a1", "", 0, "SPX",
        "6.7.0");
    row("rocm-smi-showproductname-mi300x.txt", 1, "AMD Instinct MI300X OAM", "0x74a1", "gfx942", 0,
        "", "");
    row("rocm-smi-showproductname-mi250.txt", 2, "AMD INSTINCT MI250 (MCM) OAM AC MBA", "0x0b0c",
        "", 0, "", "");
    row("rocm-smi-mi100.json", 4, "Arcturus GL-XL [Instinct MI100]", "0x738c", "", 34342961152LL,
        "", "6.3.6");
    row("rocm-smi-mi100-rocm5.json", 6, "Arcturus GL-XL [Instinct MI100]", "0x738c", "",
        34342961152LL, "", "6.2.4");
    row("rocm-smi-rx6700xt.json", 1, "Navi 22 [Radeon RX 6700/6700 XT / 6800M]", "0x73df",
        "gfx1031", 12868124672LL, "", "6.3.6");
}

void TestSmi::rocm()
{
    QFETCH(QString, file);
    const auto smi = parseRocmSmi(nodeFixture(file));
    QVERIFY(smi.ok());
    QTEST(int(smi->gpus.size()), "gpus");
    const SmiGpu& last = smi->gpus.last();
    QCOMPARE(last.index, int(smi->gpus.size()) - 1);
    QTEST(last.name, "name");
    QTEST(last.deviceId, "device");
    QTEST(last.architecture, "arch");
    QTEST(last.memoryBytes, "memory");
    QTEST(last.computePartition, "partition");
    QTEST(smi->driverVersion, "driver");
}

void TestSmi::rocmValues()
{
    const auto smi =
        parseRocmSmi(nodeFixture(QStringLiteral("rocm-smi-mi300x-8gpu-node-column.txt")));
    QVERIFY(smi.ok());
    const auto& values = smi->gpus[5].values;
    QCOMPARE(values.value(QStringLiteral("node")), QStringLiteral("7"));
    QCOMPARE(values.value(QStringLiteral("temperature")), QStringLiteral("42.0°C"));
    QCOMPARE(values.value(QStringLiteral("vram%")), QStringLiteral("68%"));
    QCOMPARE(values.value(QStringLiteral("power cap")), QStringLiteral("750.0W"));
    QCOMPARE(smi->gpus[5].memoryPartition, QStringLiteral("NPS1"));
    const auto all = parseRocmSmi(nodeFixture(QStringLiteral("rocm-smi-a-mi300x-4gpu.txt")));
    QVERIFY(all.ok());
    QCOMPARE(all->gpus[2].values.value(QStringLiteral("unique id")),
             QStringLiteral("0x0000000000000003"));
    QCOMPARE(all->gpus[0].values.value(QStringLiteral("temperature (sensor junction) (c)")),
             QStringLiteral("35.0"));
}

void TestSmi::rocmError()
{
    const auto smi =
        parseRocmSmi(nodeFixture(QStringLiteral("rocm-smi-setpoweroverdrive-error.txt")));
    QVERIFY(smi.ok());
    QVERIFY(smi->gpus.isEmpty());
    QCOMPARE(smi->errors, QStringList{QStringLiteral(
                              "ERROR: GPU[0]   : Unable to set Power OverDrive to 500W")});
}

void TestSmi::amd_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("arch");
    QTest::addColumn<qint64>("memory");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const qint64 mib = 1024 * 1024;
    const auto row = [](const char* file, int gpus, const char* name, const char* arch,
                        qint64 memory, const char* key, const char* value) {
        QTest::newRow(file) << QString::fromLatin1(file) << gpus << QString::fromLatin1(name)
                            << QString::fromLatin1(arch) << memory << QString::fromLatin1(key)
                            << QString::fromUtf8(value);
    };
    row("amd-smi-list-mi300x-partial.txt", 3, "", "", 0, "bdf", "0000:05:00.0");
    row("amd-smi-list-e-mi325x-partial.txt", 2, "", "", 0, "hip_id", "7");
    row("amd-smi-list-e-mi300x-cpx-partial.txt", 2, "", "", 0, "partition_id", "0");
    row("amd-smi-static-mi300x-partial.txt", 1, "MI300X-O", "", 0, "bus.slot_type", "OAM");
    row("amd-smi-static-mi325x-partial.txt", 1, "AMD Instinct Mi325X VF", "gfx942", 0,
        "asic.device_id", "0x74b9");
    row("amd-smi-static-asic-mi308x.txt", 1, "MI308X", "gfx942", 0, "asic.num_compute_units", "20");
    row("amd-smi-static-mi300a.txt", 4, "MI300A", "", 64289 * mib, "limit.max_power", "550 W");
    row("amd-smi-static-mi300x-host-driver.txt", 1, "MI300X", "", 196592 * mib,
        "limit.slowdown_edge_temperature", "N/A C");
    row("amd-smi-static-asic-limit-mi350x-host-driver.txt", 1, "AMD Instinct MI350X", "", 0,
        "asic.num_of_compute_units", "256");
    row("amd-smi-static-mi210.json", 1, "AMD Instinct MI210", "gfx90a", 65520 * mib,
        "limit.max_power", "300 W");
    row("amd-smi-static-vram-mi300x.json", 1, "", "", 196592 * mib, "type", "HBM");
    row("amd-smi-metric-mi300x-partial.txt", 1, "", "", 0, "clock.gfx_1.clk", "2101 MHz");
    row("amd-smi-monitor-mi300x.txt", 8, "", "", 0, "gpu_temp", "42 °C");
    row("amd-smi-monitor-mi300x-cpx-partial.txt", 9, "", "", 192LL * 1024 * mib, "gfx_clk",
        "2107 MHz");
    row("amd-smi-monitor-mi300x-host-driver.txt", 8, "", "", 0, "hotspot_temp", "38 C");
    row("amd-smi-monitor-ptv.txt", 32, "", "", 196300 * mib, "vram_used", "283 MB");
    row("amd-smi-monitor-q.txt", 1, "", "", 16335 * mib, "pcie_bw", "N/A Mb/s");
    row("amd-smi-monitor-viol-8gpu.txt", 8, "", "", 0, "tviol_active", "True");
    row("amd-smi-partition-mi325x.txt", 1, "", "", 0, "accelerator_type", "SPX");
}

void TestSmi::amd()
{
    QFETCH(QString, file);
    QFETCH(QString, key);
    const auto smi = parseAmdSmi(nodeFixture(file));
    QVERIFY(smi.ok());
    QTEST(int(smi->gpus.size()), "gpus");
    const SmiGpu& first = smi->gpus.first();
    QCOMPARE(first.index, file.contains(QLatin1StringView("vram")) ? -1 : 0);
    QTEST(first.name, "name");
    QTEST(first.architecture, "arch");
    QTEST(first.memoryBytes, "memory");
    QTEST(first.values.value(key), "value");
    QCOMPARE(smi->cpuCount, file.contains(QLatin1StringView("mi300a")) ? 4 : 0);
}

void TestSmi::amdVersions()
{
    const auto smi = parseAmdSmi(nodeFixture(QStringLiteral("amd-smi-version.txt")));
    QVERIFY(smi.ok());
    QCOMPARE(smi->toolVersion, QStringLiteral("26.5.0+2b22ab01"));
    QCOMPARE(smi->rocmVersion, QStringLiteral("7.14.0"));
    QCOMPARE(smi->driverVersion, QStringLiteral("6.19.14.31400000"));
    const auto hsmp = parseAmdSmi(nodeFixture(QStringLiteral("amd-smi-version-hsmp.txt")));
    QVERIFY(hsmp.ok());
    QCOMPARE(hsmp->libraryVersion, QStringLiteral("24.7.2.0"));
    QCOMPARE(hsmp->rocmVersion, QString());
    QCOMPARE(hsmp->driverVersion, QStringLiteral("6.10.10"));
}

void TestSmi::amdProcesses()
{
    const auto text =
        parseAmdSmi(nodeFixture(QStringLiteral("amd-smi-process-mi300x-partial.txt")));
    QVERIFY(text.ok());
    QCOMPARE(text->processes.size(), 2);
    QCOMPARE(text->processes[1].processId, 207591);
    QCOMPARE(text->processes[1].gpu, 1);
    const auto csv = parseAmdSmi(nodeFixture(QStringLiteral("amd-smi-process-mi300x.csv")));
    QVERIFY(csv.ok());
    QCOMPARE(csv->processes.size(), 8);
    QCOMPARE(csv->processes[2].memoryBytes, 7889575936);
    QCOMPARE(csv->processes[2].name, QStringLiteral("pt_main_thread"));
    const auto table = parseAmdSmi(nodeFixture(QStringLiteral("amd-smi-monitor-q.txt")));
    QVERIFY(table.ok());
    QCOMPARE(table->processes.size(), 1);
    QCOMPARE(table->processes[0].name, QStringLiteral("rvs"));
    QCOMPARE(table->processes[0].processId, 1564865);
}

void TestSmi::amdTopology()
{
    const auto smi =
        parseAmdSmi(nodeFixture(QStringLiteral("amd-smi-topology-mi300x-partial.txt")));
    QVERIFY(smi.ok());
    QCOMPARE(smi->buses.size(), 8);
    QCOMPARE(smi->buses.last(), QStringLiteral("0000:e5:00.0"));
}

/// Each recorded output of the two tools is known by its own parser, also when it is cut off.
void TestSmi::everyFixture()
{
    const QDir folder(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/nodes"));
    int count = 0;
    for (const QString& name : folder.entryList(QDir::Files)) {
        const QByteArray text = nodeFixture(name);
        for (qsizetype size = 0; size < text.size(); size += 211) {
            (void)parseRocmSmi(text.left(size));
            (void)parseAmdSmi(text.left(size));
        }
        if (name.startsWith(QLatin1StringView("amd-smi-"))) {
            QVERIFY2(parseAmdSmi(text).ok(), qPrintable(name));
            ++count;
        } else if (name.startsWith(QLatin1StringView("rocm-smi-"))) {
            QVERIFY2(parseRocmSmi(text).ok(), qPrintable(name));
            ++count;
        }
    }
    QCOMPARE(count, 36);
}

void TestSmi::notTheirs()
{
    QCOMPARE(parseRocmSmi("NVIDIA-SMI has failed").error().code, ErrorCode::ParseFailed);
    QCOMPARE(parseAmdSmi("amd-smi: command not found").error().code, ErrorCode::ParseFailed);
    QVERIFY(!parseRocmSmi("{\"card").ok());
    QVERIFY(!parseAmdSmi("[]").ok());
    QVERIFY(!parseAmdSmi({}).ok());
}

void TestSmi::sizes()
{
    QCOMPARE(smiBytes(QStringLiteral("196592 MB")), 196592LL << 20);
    QCOMPARE(smiBytes(QStringLiteral("7.5 GB")), 15LL << 29);
    QCOMPARE(smiBytes(QStringLiteral("34342961152")), 34342961152LL);
    QCOMPARE(smiBytes(QStringLiteral("0.0 B")), 0);
    QCOMPARE(smiBytes(QStringLiteral("N/A")), 0);
    QCOMPARE(smiBytes(QStringLiteral("99999999999999999999 TB")), 0);
}

QTEST_GUILESS_MAIN(TestSmi)
#include "tst_smi.moc"
