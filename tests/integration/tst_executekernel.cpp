// Single kernels on the CPU, by rocport-cli as a user runs it.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;
using rocport::test::Outcome;

class TestExecuteKernel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aKernelOfAnExtensionRuns();
    void numbersOfPyTorchCalculate();
    void memoryNobodyWroteStays();
    void aFaultOnSixtyFourLanesIsNamed();
    void aRightKernelIsEqual();
    void aBundleIsSavedAndCompared();
    void filesAreRead();
    void checksWorkWithIt();
    void noStatusOfAProgramIsGiven();
    void aProjectHasNoKernel();
    void wrongUsage_data();
    void wrongUsage();
    void aMisfitShowsTheSignature_data();
    void aMisfitShowsTheSignature();

private:
    static QStringList words(const char* text)
    {
        return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts);
    }
    [[nodiscard]] QString source() const { return m_folder.filePath(QStringLiteral("kernels.cu")); }
    [[nodiscard]] Outcome execute(const char* options) const
    {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + words(options) +
                                  QStringList{source()});
    }
    [[nodiscard]] Outcome verify(const char* options) const
    {
        return rocport::test::run(QStringList{QStringLiteral("verify"), QStringLiteral("lanes")} +
                                  words(options) + QStringList{m_folder.path(), source()});
    }
    static QJsonObject buffer(const Outcome& outcome, int number)
    {
        return QJsonDocument::fromJson(outcome.out)
            .object()
            .value(u"buffers")
            .toArray()
            .at(number)
            .toObject();
    }
    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QTemporaryDir m_folder;
};

void TestExecuteKernel::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
    QVERIFY(QFile::copy(
        QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/lanes/extension_kernels.cu"), source()));
}

void TestExecuteKernel::aKernelOfAnExtensionRuns()
{
    const Outcome done =
        execute("--original --kernel extension::scale_kernel<float> --grid 4 --block 256 --format "
                "json --arg float[1024]=iota --arg float[1024]=zeros --arg float=2.5 "
                "--arg int64_t=1000");
    QVERIFY2(done.code == 0, (done.out + done.err).constData());
    const QJsonObject x = buffer(done, 0);
    QCOMPARE(x.value(u"name").toString(), QStringLiteral("x"));
    QVERIFY(x.value(u"input").toBool());
    QCOMPARE(x.value(u"changed").toInt(), 0);
    const QJsonObject y = buffer(done, 1);
    QCOMPARE(y.value(u"type").toString(), QStringLiteral("float32"));
    QCOMPARE(y.value(u"changed").toInt(), 999); // 2.5 * 0 is what was there
    QCOMPARE(y.value(u"max").toDouble(), 2497.5);
    QCOMPARE(y.value(u"mean").toDouble(), 2.5 * 499.5 * 1000 / 1024);
    QCOMPARE(y.value(u"first").toArray().at(3).toString(), QStringLiteral("7.5"));
}

void TestExecuteKernel::numbersOfPyTorchCalculate()
{
    // 2.5 in 16 bits times whole numbers that 8 bits hold.
    for (const char* type : {"at::Half", "c10::BFloat16"}) {
        const QByteArray options =
            QByteArray("--lanes 64 --kernel scale_kernel<") + type +
            "> --grid 1 --block 64 --format json --arg TYPE[64]=iota --arg TYPE[64] "
            "--arg TYPE=2.5 --arg int64_t=64";
        const Outcome done =
            execute(QByteArray(options)
                        .replace("TYPE", QByteArray(type) == "at::Half" ? QByteArray("half")
                                                                        : QByteArray("bf16"))
                        .constData());
        QVERIFY2(done.code == 0, (done.out + done.err).constData());
        QCOMPARE(buffer(done, 1).value(u"max").toDouble(), 2.5 * 63 + 0.5 * (type[0] == 'c'));
        QCOMPARE(buffer(done, 1).value(u"nan").toInt(), 0);
    }
}

void TestExecuteKernel::memoryNobodyWroteStays()
{
    const Outcome done = execute("--kernel gelu_kernel<float> --grid 1 --block 64 --arg "
                                 "float[64]=zeros --arg float[64] --arg int=60");
    QVERIFY2(done.code == 0, (done.out + done.err).constData());
    QVERIFY2(done.out.contains("60 of 64"), done.out.constData());
}

void TestExecuteKernel::aFaultOnSixtyFourLanesIsNamed()
{
    const Outcome done = verify("--kernel block_sum_kernel --grid 4 --block 64 --arg "
                                "float[256]=ones --arg float[8]=zeros");
    QVERIFY2(done.code == 1, (done.out + done.err).constData());
    QVERIFY2(done.out.contains("`block_sum_kernel` differs on 64 lanes from element 0 on: sums is "
                               "64 and not 32; 8 of 8 elements differ"),
             done.out.constData());
    QVERIFY2(done.out.contains("kernels.cu:88"), done.out.constData());
}

void TestExecuteKernel::aRightKernelIsEqual()
{
    const Outcome done = verify("--kernel row_sum_kernel<float> --grid 4 --block 128 --format json "
                                "--arg float[4x500]=random:3 --arg float[4]");
    QVERIFY2(done.code == 0, (done.out + done.err).constData());
    const QJsonObject result = QJsonDocument::fromJson(done.out).object();
    QVERIFY(result.value(u"equal").toBool());
    QCOMPARE(result.value(u"copies").toArray().size(), 2);
}

void TestExecuteKernel::aBundleIsSavedAndCompared()
{
    const QByteArray bundle = m_folder.filePath(QStringLiteral("bundle")).toLatin1();
    const QByteArray kernel = "--kernel gelu_kernel<float> --grid 2 --block 64 --arg "
                              "float[100]=random --arg float[100]=zeros --arg int=";
    const Outcome saved = execute((kernel + "100 --original --save " + bundle).constData());
    QVERIFY2(saved.code == 0, (saved.out + saved.err).constData());
    QVERIFY(QFileInfo::exists(QString::fromLatin1(bundle + "/bundle.json")));
    const Outcome same = execute((kernel + "100 --against " + bundle).constData());
    QVERIFY2(same.code == 0, (same.out + same.err).constData());
    const Outcome other = execute((kernel + "50 --against " + bundle).constData());
    QVERIFY2(other.code == 1, (other.out + other.err).constData());
    QVERIFY2(other.out.contains("kernel.outputs/y"), other.out.constData());
    const Outcome refused =
        execute((kernel + "100 --save " + m_folder.path().toLatin1()).constData());
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("there are other files"), refused.err.constData());
    const QByteArray otherKernel = "--kernel block_sum_kernel --grid 1 --block 64 --original --arg "
                                   "float[64]=ones --arg float[2]=zeros --save ";
    QCOMPARE(execute((otherKernel + bundle).constData()).code, 2);
    QCOMPARE(
        execute((kernel + "100 --against " + bundle + " --save " + bundle + '2').constData()).code,
        0);
    const QByteArray link = bundle + "-link";
    QVERIFY(QFile::link(QString::fromLatin1(bundle), QString::fromLatin1(link)));
    for (const QByteArray& reference : {bundle, link, bundle + "/kernel.outputs.safetensors"}) {
        const Outcome own =
            execute((kernel + "50 --save " + bundle + " --against " + reference).constData());
        QVERIFY2(own.code == 2, (own.out + own.err).constData());
        QVERIFY2(own.err.contains("--save would replace"), own.err.constData());
    }
    // Its own result may be replaced, until somebody changed it.
    QCOMPARE(execute((kernel + "50 --save " + bundle + '2').constData()).code, 0);
    write(QString::fromLatin1(bundle + "2/kernel.outputs.safetensors"), "x");
    QCOMPARE(execute((kernel + "50 --save " + bundle + '2').constData()).code, 2);
}

void TestExecuteKernel::filesAreRead()
{
    const QString raw = m_folder.filePath(QStringLiteral("x.bin"));
    const float values[] = {1, 2, 4, 8};
    write(raw, QByteArray(reinterpret_cast<const char*>(values), sizeof(values)));
    const QByteArray options =
        "--kernel scale_kernel<float> --grid 1 --block 64 --format json --arg float[4] --arg "
        "float=3 --arg int64_t=4 --arg float[4]=file:";
    // The file is the first argument.
    QByteArray ordered = "--arg float[4]=file:" + raw.toLatin1() + ' ' + options;
    ordered = ordered.left(ordered.lastIndexOf(" --arg"));
    const Outcome done = execute(ordered.constData());
    QVERIFY2(done.code == 0, (done.out + done.err).constData());
    QCOMPARE(buffer(done, 1).value(u"max").toDouble(), 24.0);
    const Outcome wrong = execute(QByteArray(ordered).replace("[4]=file", "[5]=file").constData());
    QCOMPARE(wrong.code, 3);
    QVERIFY2(
        wrong.err.contains("needs 5 elements of float32 (20 bytes), and the file has 16 bytes"),
        wrong.err.constData());
    QVERIFY2(wrong.err.count('\n') == 1, wrong.err.constData());
}

void TestExecuteKernel::checksWorkWithIt()
{
    const Outcome done = execute("--original --check bounds,order --kernel scale_kernel<float> "
                                 "--grid 1 --block 64 --arg float[64]=ones --arg float[60] --arg "
                                 "float=2 --arg int64_t=64");
    QVERIFY2(done.err.contains("kernels.cu:46: in extension::scale_kernel<float>:"),
             done.err.constData());
    QVERIFY2(done.err.contains("[bounds]"), done.err.constData());
    QVERIFY2(!done.err.contains("[order]"), done.err.constData());
}

void TestExecuteKernel::noStatusOfAProgramIsGiven()
{
    const QString path = m_folder.filePath(QStringLiteral("ends.cu"));
    write(path, "using index_t = int;\n"
                "__global__ void number(int* x, index_t n) { x[0] = n; }\n"
                "__global__ void wrong(int* x) { int* p = nullptr; *(volatile int*)p = x[0]; }\n");
    const auto run = [&](const char* options) {
        return rocport::test::run(QStringList{QStringLiteral("execute")} + words(options) +
                                  QStringList{path});
    };
    const Outcome crashed = run("--original --kernel wrong --grid 1 --block 1 --arg int[1]=ones");
    QVERIFY2(crashed.code == 3, crashed.err.constData());
    QVERIFY2(crashed.err.contains("The program was ended by signal"), crashed.err.constData());
    const char* number = "--original --kernel number --grid 1 --block 1 --arg int[1] --arg ";
    const Outcome cut = run((QByteArray(number) + "float=2.7").constData());
    QVERIFY2(cut.code == 3, (cut.out + cut.err).constData());
    QVERIFY2(cut.err.contains("n is of an integer type that has no 2.7"), cut.err.constData());
    QCOMPARE(run((QByteArray(number) + "float=2").constData()).code, 0);
    QCOMPARE(run((QByteArray(number) + "int64_t=-1").constData()).code, 0);
    QCOMPARE(run((QByteArray(number) + "int64_t=4294967296").constData()).code, 3);
}

void TestExecuteKernel::aProjectHasNoKernel()
{
    const Outcome done = rocport::test::run(
        words("verify lanes --project none.rocport --kernel k --grid 1 --block 1 k.cu"));
    QVERIFY2(done.code == 2, done.err.constData());
    QVERIFY2(done.err.contains("--kernel takes the folder"), done.err.constData());
    QCOMPARE(done.err.count('\n'), 1);
}

void TestExecuteKernel::wrongUsage_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* options, const char* said) {
        QTest::newRow(name) << QByteArray(options) << QByteArray(said);
    };
    row("no sizes", "--kernel k", "--kernel needs --grid and --block");
    row("no kernel", "--grid 1", "--grid is of a kernel");
    row("no kernel to save", "--save x", "--save is for a kernel");
    row("block", "--kernel k --grid 1 --block 2048", "--block takes one to three numbers");
    row("grid", "--kernel k --grid 1,1,1,1 --block 1", "--grid takes one to three numbers");
    row("shared", "--kernel k --grid 1 --block 1 --shared 999999", "--shared takes a number");
    row("type", "--kernel k --grid 1 --block 1 --arg struct[4]", "names no type of numbers");
    row("too large", "--kernel k --grid 1 --block 1 --arg float[999999999999]", "at most 1 GiB");
    row("in all", "--kernel k --grid 1 --block 1 --arg char[1073741824] --arg char[1]",
        "more than 1 GiB in all");
    row("generator", "--kernel k --grid 1 --block 1 --arg float[4]=many", "needs one of zeros");
    row("value", "--kernel k --grid 1 --block 1 --arg int8_t=300", "needs a value that int8_t has");
    row("name", "--kernel k() --grid 1 --block 1", "--kernel takes a name");
}

void TestExecuteKernel::wrongUsage()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, said);
    const Outcome done = execute(options.constData());
    QVERIFY2(done.code == 2, done.err.constData());
    QVERIFY2(done.err.contains(said), done.err.constData());
    QCOMPARE(done.err.count('\n'), 1);
}

void TestExecuteKernel::aMisfitShowsTheSignature_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* options, const char* said) {
        QTest::newRow(name) << QByteArray(options) << QByteArray(said);
    };
    row("unknown", "--kernel scale",
        "No kernel scale is defined there; there are extension::scale_kernel,");
    row("template", "--kernel scale_kernel", "it is a template that needs 1 argument");
    row("no template", "--kernel block_sum_kernel<float>", "it is not a template");
    row("count", "--kernel block_sum_kernel --arg float[4]",
        "Extension::block_sum_kernel(const float* x, float* sums) does not fit: it takes 2 "
        "arguments, and --arg was given 1 time");
    row("type", "--kernel block_sum_kernel --arg float[4] --arg int[4]",
        "sums is float*, and \"--arg int[4]\" is int");
    row("number", "--kernel block_sum_kernel --arg float[4] --arg float=1",
        "sums is float*, which takes a buffer");
    row("accessor", "--kernel row_sum_kernel<float> --arg float[4] --arg float[4]",
        "with 2 dimensions");
}

void TestExecuteKernel::aMisfitShowsTheSignature()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, said);
    const Outcome done = execute((options + " --original --grid 1 --block 64").constData());
    QVERIFY2(done.code == 3, done.err.constData());
    QVERIFY2(done.err.contains(said), done.err.constData());
    QCOMPARE(done.err.count('\n'), 1);
}

QTEST_GUILESS_MAIN(TestExecuteKernel)
#include "tst_executekernel.moc"
