// The runtime of execution on lanes: programs of tests/corpus/lanes and of tests/corpus/programs.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QVector>

using namespace rocport;
using rocport::test::Outcome;

class TestLaneRuntime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void textures();
    void graphs();
    void devices();
    void severalDevices();
    void mappedMemory();
    void compressedMemory();
    void clocks();
    void answers();
    void driver();
    void sourcesOfAFolder();
    void rows();

private:
    QString copied(const QString& path)
    {
        const QString source = QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/") + path;
        const QString copy =
            m_folder.filePath(QString::number(++m_number) + u'/' + QFileInfo(path).fileName());
        QDir().mkpath(QFileInfo(copy).path());
        return QFile::copy(source, copy) ? copy : QString();
    }
    static Outcome execute(const QStringList& arguments)
    {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + arguments);
    }
    /// Gives `expected` in each of the ways.
    void runs(const QString& path, const QByteArray& expected, const QVector<QStringList>& ways)
    {
        const QString source = copied(path);
        for (const QStringList& way : ways) {
            const Outcome ended = execute(way + QStringList{source});
            QVERIFY2(ended.code == 0, ended.err.constData());
            QCOMPARE(ended.out, expected);
        }
    }

    const QVector<QStringList> m_original = {{QStringLiteral("--original")}};
    const QVector<QStringList> m_both = {{QStringLiteral("--original")}, {}}; ///< and the port
    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestLaneRuntime::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

/// Values worked out by hand: texel floor(x N) at a point, weights of a fraction of 8 bits.
void TestLaneRuntime::textures()
{
    const double first = 10 + 10 * 179 / 256.0; // 1.2001 - 0.5 = 0.7001
    const double second = 20 + 10 * 77 / 256.0; // 1.8 - 0.5 = 1.3
    runs(QStringLiteral("lanes/textures.cu"),
         "wrap: 40 10 20 40 10 30\n"
         "mirror: 10 10 20 40 40 20\n"
         "border: 0 10 20 40 0 0\n"
         "clamp: 10 10 20 40 40 40\n"
         "weights: " +
             QByteArray::number(first, 'g', 6) + ' ' + QByteArray::number(second, 'g', 6) +
             "\nnormalized: 0 1 0.4\n"
             "fetch: 4 5 0\n"
             "layers: 1 2 3\n"
             "volume: 1.5\n"
             "faces: 1 2 3 4 5 6\n"
             "surface: 20 40 60 80\n",
         m_both);
}

void TestLaneRuntime::graphs()
{
    runs(QStringLiteral("lanes/graphs.cu"),
         "captured: 0 0\n"
         "host: recorded\n"
         "host: recorded\n"
         "host: recorded\n"
         "nodes 3\n"
         "three times: 33 33\n"
         "edge 0\n"
         "built: 12 12\n"
         "changed: 13 13\n"
         "circle 1\n"
         "own memory 3\n"
         "before: 0 0 0, 13\n"
         "6 copies: 1 2 3, 0\n"
         "ended 907 907 4\n"
         "from a kernel: 1100 7\n"
         "each with its own: 22 7\n",
         m_both);
}

void TestLaneRuntime::devices()
{
    runs(QStringLiteral("lanes/devices.cu"),
         "priority -2\n"
         "by address 0\n"
         "threshold 4096, last 2.5, free 0\n"
         "managed 19\n"
         "symbol 8, past its end cudaErrorInvalidValue\n"
         "peer 0, cudaErrorInvalidDevice\n"
         "threads 1024, blocks 8\n"
         "untimed cudaErrorInvalidResourceHandle\n"
         "shared 0 1 1, wide 9\n"
         "clocks 1, after the highest -2147483648\n",
         m_original);
}

/// CUDA refuses a launch into the stream of a device that is not the current one, HIP does not.
void TestLaneRuntime::severalDevices()
{
    const QByteArray expected = "devices 2, third 101\n"
                                "current 1, of another thread 0\n"
                                "memory of 0 and 1\n"
                                "the first is full 2, the second is not 1\n"
                                "peers 1 0 1\n"
                                "enabled 0, again 704, disabled 0, again 705, itself 101\n"
                                "copied 0, of the wrong devices 1, of none 101\n"
                                "values 101 164\n"
                                "recorded 0, by the other 400, between them 400\n"
                                "waits 0\n"
                                "launched %1\n"
                                "in the order of a stream 1\n";
    const QStringList two = {QStringLiteral("--devices"), QStringLiteral("2")};
    const QString path = QStringLiteral("lanes/several_devices.cu");
    runs(path, QByteArray(expected).replace("%1", "400"),
         {two + QStringList{QStringLiteral("--original")}});
    runs(path, QByteArray(expected).replace("%1", "0"),
         {two, two + QStringList{QStringLiteral("--lanes"), QStringLiteral("32")}});
    const Outcome wrong = execute({QStringLiteral("--devices"), QStringLiteral("17"), path});
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("--devices must be a number from 1 to 16"), wrong.err.constData());
}

void TestLaneRuntime::mappedMemory()
{
    const QStringList two = {QStringLiteral("--devices"), QStringLiteral("2")};
    runs(QStringLiteral("lanes/mapped_memory.cu"),
         "created on 1, left 0\n"
         "page 0, reserved 0, mapped 0, of no device 1\n"
         "of device 1, copied 0 and back 0: 7 7\n"
         "freed 1, unmapped 0, the other 0, freed 1, all 0 0\n"
         "peer 0, after a reset 0\n",
         {two + QStringList{QStringLiteral("--original")}, two});
}

void TestLaneRuntime::compressedMemory()
{
    const QByteArray told =
        "told 0: compression %1, type 1, of device 0, without a place 1, last 93\n";
    runs(QStringLiteral("lanes/compressed_memory.cu"),
         "supported 1\n"
         "asked 0, made 0, " +
             QByteArray(told).replace("%1", "0") + "asked 1, made 0, " +
             QByteArray(told).replace("%1", "1") + "asked 2, made 1\n",
         {{QStringLiteral("--original")}});
}

void TestLaneRuntime::clocks()
{
    runs(QStringLiteral("lanes/clocks.cu"), "seen by 96 of 96\n",
         m_both + QVector<QStringList>{{QStringLiteral("--lanes"), QStringLiteral("32")}});
}

/// Kinds of memory, limits, occupancy by the numbers of each GPU, and errors by their numbers.
void TestLaneRuntime::answers()
{
    const QByteArray expected = "device managed host unregistered\n"
                                "1 0 712 host 0 0 713 unregistered\n"
                                "heap 67108864 stack 1024 unknown 215\n"
                                "blocks 2 32 %1 0\n"
                                "cooperative 0 720\n"
                                "last %2ErrorCooperativeLaunchTooLarge\n"
                                "rows 9\n"
                                "pool 1 1 0 1\n";
    // 228 KiB with one of each block's own, and 64 KiB.
    runs(QStringLiteral("lanes/answers.cu"),
         QByteArray(expected).replace("%1", "6").replace("%2", "cuda"), m_original);
    runs(QStringLiteral("lanes/answers.cu"),
         QByteArray(expected).replace("%1", "2").replace("%2", "hip"), {{}});
}

/// C stays C, and each source has its own variable and function of the device by a name.
/// The driver API without modules.
void TestLaneRuntime::driver()
{
    runs(QStringLiteral("lanes/driver.cu"), "1 0 1 1\n1\n42 42\n1010101 5\n1\n", m_both);
}

void TestLaneRuntime::sourcesOfAFolder()
{
    QDir().mkpath(m_folder.filePath(QStringLiteral("several")));
    const auto written = [this](const char* name, const QByteArray& text) {
        const QString path =
            m_folder.filePath(QStringLiteral("several/") + QLatin1StringView(name));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path
                                                                                  : QString();
    };
    const QByteArray device = "#include <cuda_runtime.h>\n"
                              "__device__ int value = %1;\n"
                              "__device__ int own() { return value; }\n"
                              "__global__ void k%1(int* out) { *out = own(); }\n"
                              "extern \"C\" int from%1(void)\n{\n    int* out;\n"
                              "    cudaMallocManaged((void**)&out, sizeof(int));\n"
                              "    k%1<<<1, 1>>>(out);\n    cudaDeviceSynchronize();\n"
                              "    return *out;\n}\n";
    const QStringList sources = {
        written("main.c",
                "#include <stdio.h>\nint from1(void);\nint from2(void);\n"
                "int main(void)\n{\n    int new = 5;\n"
                "    printf(\"%d %d %d\\n\", from1(), from2(), new);\n    return 0;\n}\n"),
        written("one.cu", QByteArray(device).replace("%1", "1")),
        written("two.cu", QByteArray(device).replace("%1", "2"))};
    const Outcome ended = execute(QStringList{QStringLiteral("--original")} + sources);
    QVERIFY2(ended.code == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray("1 2 5\n"));
}

/// Kernels that are loops over their lanes: each lane has its own index, may wait in what is
/// called, and is named where it leaves its memory.
void TestLaneRuntime::rows()
{
    runs(QStringLiteral("lanes/rows.cu"),
         "plain: 0 wrong\ntold: 0 wrong\nwaits: 0 wrong\nwaits: 0 wrong\nwaits: 0 wrong\n",
         m_original);
    const Outcome ended =
        execute({QStringLiteral("--original"), copied(QStringLiteral("lanes/rows.cu")),
                 QStringLiteral("--"), QStringLiteral("crash")});
    QCOMPARE(ended.code, 139);
    QVERIFY2(ended.err.contains("rows.cu:55: in leaves: thread 95 of block 1 uses a null pointer "
                                "(address 0) [crash]"),
             ended.err.constData());
}

QTEST_GUILESS_MAIN(TestLaneRuntime)
#include "tst_laneruntime.moc"
