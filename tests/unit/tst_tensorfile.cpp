// Tensor files: what is read, and that nothing which a file claims of itself is believed.

#include "core/tensor/tensorfile.h"
#include "tests/support/tensorbytes.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace rocport;
using namespace rocport::test;

class TensorFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data();
    void decodes();
    void steps();
    void safetensorsInTheFilesOrder();
    void refusesSafetensors_data();
    void refusesSafetensors();
    void npyHeaders_data();
    void npyHeaders();
    void bigEndian();
    void npzStoredDeflatedAndZip64();
    void refusesNpz_data();
    void refusesNpz();
    void spillsLargeEntries();
    void raw();
    void otherFiles();
    void shrinksWhileRead();
    void writes();
    void agreesWithNumpy();

private:
    QString write(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path
                                                                                    : QString();
    }
    static QVector<double> values(const TensorFile& file, qsizetype index)
    {
        const auto data = file.data(index);
        if (!data) {
            return {};
        }
        const TensorInfo& info = (*data)->info();
        QByteArray bytes(info.bytes(), '\0');
        QVector<double> numbers(info.elements);
        if (!(*data)->read(0, info.elements, bytes.data())) {
            return {};
        }
        decodeElements(info.type, bytes.constData(), info.elements, numbers.data());
        return numbers;
    }
    QTemporaryDir m_folder;
};

void TensorFileTest::decodes_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<double>("value");
    const auto row = [](const char* name, ElementType type, const QByteArray& bytes, double value) {
        QTest::newRow(name) << int(type) << bytes << value;
    };
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    row("f64", ElementType::Float64, bytesOf<double>({-1.25}), -1.25);
    row("f32", ElementType::Float32, bytesOf<float>({0.1F}), double(0.1F));
    row("f16 one", ElementType::Float16, little<quint16>(0x3c00), 1);
    row("f16 largest", ElementType::Float16, little<quint16>(0x7bff), 65504);
    row("f16 least", ElementType::Float16, little<quint16>(0x8001), -std::ldexp(1, -24));
    row("f16 subnormal", ElementType::Float16, little<quint16>(0x03ff), std::ldexp(1023, -24));
    row("f16 inf", ElementType::Float16, little<quint16>(0xfc00), -inf);
    row("f16 nan", ElementType::Float16, little<quint16>(0x7e01), nan);
    row("bf16", ElementType::BFloat16, little<quint16>(0xc049), -3.140625);
    row("bf16 inf", ElementType::BFloat16, little<quint16>(0x7f80), inf);
    row("e4m3fn largest", ElementType::Float8E4M3FN, QByteArray("\x7e"), 448);
    row("e4m3fn nan", ElementType::Float8E4M3FN, QByteArray("\x7f"), nan);
    row("e4m3fn least", ElementType::Float8E4M3FN, QByteArray("\x01"), std::ldexp(1, -9));
    row("e4m3fn one", ElementType::Float8E4M3FN, QByteArray("\x38"), 1);
    row("e5m2 largest", ElementType::Float8E5M2, QByteArray("\x7b"), 57344);
    row("e5m2 inf", ElementType::Float8E5M2, QByteArray("\xfc"), -inf);
    row("e5m2 nan", ElementType::Float8E5M2, QByteArray("\x7d"), nan);
    row("e4m3fnuz largest", ElementType::Float8E4M3FNUZ, QByteArray("\x7f"), 240);
    row("e4m3fnuz one", ElementType::Float8E4M3FNUZ, QByteArray("\x40"), 1);
    row("e4m3fnuz nan", ElementType::Float8E4M3FNUZ, QByteArray("\x80"), nan);
    row("e5m2fnuz largest", ElementType::Float8E5M2FNUZ, QByteArray("\x7f"), 57344);
    row("e5m2fnuz nan", ElementType::Float8E5M2FNUZ, QByteArray("\x80"), nan);
    row("i8", ElementType::Int8, QByteArray("\xff"), -1);
    row("i64", ElementType::Int64, little<qint64>(-5), -5);
    row("u64", ElementType::UInt64, little<quint64>(quint64(1) << 63U), std::ldexp(1, 63));
    row("bool", ElementType::Bool, QByteArray("\x01"), 1);
}

void TensorFileTest::decodes()
{
    QFETCH(int, type);
    QFETCH(QByteArray, bytes);
    QFETCH(double, value);
    double decoded = -77;
    decodeElements(ElementType(type), bytes.constData(), 1, &decoded);
    QVERIFY2(std::isnan(value) ? std::isnan(decoded) : decoded == value,
             qPrintable(QString::number(decoded)));
}

void TensorFileTest::steps()
{
    // Every finite 16-bit number: its step from bits is the step of its value.
    for (const ElementType type : {ElementType::Float16, ElementType::BFloat16}) {
        for (quint32 bits = 0; bits < 0x10000; ++bits) {
            const QByteArray bytes = little<quint16>(quint16(bits));
            double value = 0;
            qint64 step = 0;
            decodeElements(type, bytes.constData(), 1, &value);
            decodeSteps(type, bytes.constData(), 1, &step);
            if (std::isfinite(value)) {
                QCOMPARE(stepOf(type, value), step);
            }
        }
    }
    QCOMPARE(stepOf(ElementType::Float32, double(std::nextafter(1.0F, 2.0F))) -
                 stepOf(ElementType::Float32, 1.0),
             qint64(1));
}

void TensorFileTest::safetensorsInTheFilesOrder()
{
    const QByteArray data = bytesOf<float>({1, 2, 3, 4, 5, 6}) + little<quint16>(0x3f80);
    const QString path = write(
        QStringLiteral("a.safetensors"),
        safetensors(
            R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
            R"("a":{"dtype":"BF16","shape":[],"data_offsets":[24,26]}})",
            data));
    const auto file = TensorFile::open(path);
    QVERIFY(file.ok());
    QCOMPARE(file->tensors().size(), 2);
    QCOMPARE(file->tensors().at(0).name, QStringLiteral("b"));
    QCOMPARE(file->tensors().at(0).shape, (QVector<qint64>{2, 3}));
    QCOMPARE(values(*file, 0), (QVector<double>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(values(*file, 1), (QVector<double>{1}));
    QCOMPARE(file->metadata().value(QStringLiteral("format")), QStringLiteral("pt"));
}

void TensorFileTest::refusesSafetensors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    const QByteArray four = bytesOf<float>({1});
    const auto one = [](const QByteArray& inner) { return "{\"a\":{" + inner + "}}"; };
    const auto row = [](const char* name, const QByteArray& bytes, const char* said) {
        QTest::newRow(name) << bytes << QString::fromLatin1(said);
    };
    row("empty", {}, "too short");
    row("header beyond the file", little<quint64>(100) + "{}", "claims 100 bytes");
    row("header of 2^64", little<quint64>(~quint64(0)) + "{}", "claims");
    row("no json", safetensors("{nope", {}), "not a JSON object");
    row("no object", safetensors("[1]", {}), "not a JSON object");
    row("no dtype", safetensors(one(R"("shape":[1],"data_offsets":[0,4])"), four),
        "no proper dtype");
    row("negative size",
        safetensors(one(R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])"), four),
        "not possible");
    row("product overflows",
        safetensors(one(R"("dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,4])"),
                    four),
        "not possible");
    row("zero times huge is fine, offsets are not",
        safetensors(one(R"("dtype":"F32","shape":[0,4294967296],"data_offsets":[0,4])"), four),
        "does not match its shape");
    row("fraction", safetensors(one(R"("dtype":"F32","shape":[1.5],"data_offsets":[0,4])"), four),
        "not possible");
    row("backward offsets",
        safetensors(one(R"("dtype":"F32","shape":[1],"data_offsets":[4,0])"), four), "no proper");
    row("beyond the end",
        safetensors(one(R"("dtype":"F32","shape":[2],"data_offsets":[0,8])"), four),
        "copied completely");
    row("other length", safetensors(one(R"("dtype":"F32","shape":[2],"data_offsets":[0,4])"), four),
        "does not match its shape");
    row("trailing",
        safetensors(one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4])"), four + "x"),
        "belong to no tensor");
    row("hole", safetensors(one(R"("dtype":"F32","shape":[1],"data_offsets":[4,8])"), four + four),
        "belong to no tensor");
    row("overlap",
        safetensors(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                    R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                    four + four),
        "overlaps");
}

void TensorFileTest::refusesSafetensors()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    const auto file = TensorFile::open(write(QStringLiteral("bad.safetensors"), bytes));
    QVERIFY(!file.ok());
    QCOMPARE(file.error().code, ErrorCode::ParseFailed);
    QVERIFY2(file.error().detail.contains(said), qPrintable(file.error().detail));
    // And of a type that is not known, the file's other tensors can be read.
    const auto other = TensorFile::open(
        write(QStringLiteral("c64.safetensors"),
              safetensors(R"({"a":{"dtype":"C64","shape":[1],"data_offsets":[0,8]}})",
                          QByteArray(8, '\0'))));
    QVERIFY(other.ok());
    QVERIFY(other->tensors().first().problem.contains(QStringLiteral("C64")));
    QVERIFY(!other->data(0).ok());
}

void TensorFileTest::npyHeaders_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("problem"); // of the tensor, or of the file with "!" before
    const QByteArray data = bytesOf<float>({1, 2, 3, 4});
    const auto row = [](const char* name, const QByteArray& bytes, const char* problem) {
        QTest::newRow(name) << bytes << QString::fromLatin1(problem);
    };
    row("plain", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", data), "");
    row("other order of keys",
        npy("{'shape': (4,), 'fortran_order': False, 'descr': \"<f4\"}", data), "");
    row("scalar", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", data.left(4)), "");
    row("fortran", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", data),
        "Fortran");
    row("fortran of one dimension",
        npy("{'descr': '<f4', 'fortran_order': True, 'shape': (4,), }", data), "");
    row("objects", npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", data),
        "Python objects");
    row("structure",
        npy("{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': False, 'shape': (2,), }",
            data),
        "structures");
    row("complex", npy("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", data),
        "complex");
    row("bfloat16 of NumPy", npy("{'descr': '|V2', 'fortran_order': False, 'shape': (8,), }", data),
        "safetensors");
    row("short", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }", data),
        "!does not match its shape");
    row("huge",
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", data),
        "!too many");
    row("negative", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-4,), }", data),
        "!header");
    row("code", npy("{'descr': __import__('os'), 'fortran_order': False, 'shape': (4,), }", data),
        "!header");
    row("twice",
        npy("{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", data),
        "!header");
    row("version", QByteArray("\x93NUMPY\x09\x00\x10\x00", 10) + QByteArray(16, ' '), "!version 9");
    row("length", QByteArray("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12), "!claims");
    row("magic", "PK", "!does not start");
}

void TensorFileTest::npyHeaders()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, problem);
    const auto file = TensorFile::open(write(QStringLiteral("x.npy"), bytes));
    if (problem.startsWith(u'!')) {
        QVERIFY(!file.ok());
        QCOMPARE(file.error().code, ErrorCode::ParseFailed);
        QVERIFY2(file.error().detail.contains(problem.mid(1)), qPrintable(file.error().detail));
        return;
    }
    QVERIFY2(file.ok(), qPrintable(file.ok() ? QString() : file.error().detail));
    const QString found = file->tensors().first().problem;
    QVERIFY2(problem.isEmpty() ? found.isEmpty() : found.contains(problem), qPrintable(found));
    QCOMPARE(file->data(0).ok(), problem.isEmpty());
    QCOMPARE(file->tensors().first().name, QStringLiteral("x"));
}

void TensorFileTest::bigEndian()
{
    QByteArray data(8, '\0');
    qToBigEndian<quint32>(std::bit_cast<quint32>(1.5F), data.data());
    qToBigEndian<quint32>(std::bit_cast<quint32>(-2.0F), data.data() + 4);
    const auto file = TensorFile::open(
        write(QStringLiteral("be.npy"),
              npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", data)));
    QVERIFY(file.ok());
    QCOMPARE(values(*file, 0), (QVector<double>{1.5, -2}));
}

void TensorFileTest::npzStoredDeflatedAndZip64()
{
    const QByteArray one =
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", bytesOf<float>({1, 2, 3}));
    const QByteArray two =
        npy("{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }", bytesOf<qint64>({-4, 5}));
    const auto file = TensorFile::open(
        write(QStringLiteral("a.npz"), zipArchive({{"stored.npy", one, false, false},
                                                   {"deflated.npy", two, true, false},
                                                   {"both.npy", one, true, true},
                                                   {"readme.txt", "hello", false, false}})));
    QVERIFY2(file.ok(), qPrintable(file.ok() ? QString() : file.error().detail));
    QCOMPARE(file->tensors().size(), 3);
    QCOMPARE(values(*file, 0), (QVector<double>{1, 2, 3}));
    QCOMPARE(values(*file, 1), (QVector<double>{-4, 5}));
    QCOMPARE(values(*file, 2), (QVector<double>{1, 2, 3}));
    QCOMPARE(file->notes().size(), 1);
}

void TensorFileTest::refusesNpz_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray array =
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (64,), }", QByteArray(256, 'x'));
    const QByteArray good =
        zipArchive({{"a.npy", array, true, false}, {"b.npy", array, false, false}});
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no archive") << QByteArray(500, 'x');
    QTest::newRow("cut") << good.left(good.size() / 2);
    QTest::newRow("end only") << good.right(22);
    QTest::newRow("twice") << zipArchive(
        {{"a.npy", array, false, false}, {"a.npy", array, false, false}});
    QByteArray overlap = good;
    const qsizetype second = overlap.lastIndexOf("PK\x01\x02") + 42;
    overlap.replace(second, 4, little<quint32>(0));
    QTest::newRow("overlap") << overlap;
    QByteArray bomb = good;
    bomb.replace(bomb.indexOf("PK\x01\x02") + 24, 4, little<quint32>(0x7fffffff));
    QTest::newRow("size that cannot be true") << bomb;
    QByteArray places = good;
    places.replace(places.indexOf("PK\x01\x02") + 42, 4, little<quint32>(0x00ffffff));
    QTest::newRow("header outside") << places;
}

void TensorFileTest::refusesNpz()
{
    QFETCH(QByteArray, bytes);
    const auto file = TensorFile::open(write(QStringLiteral("bad.npz"), bytes));
    QVERIFY(!file.ok());
    QCOMPARE(file.error().code, ErrorCode::ParseFailed);
    // A damaged entry is found when it is unpacked.
    const QByteArray array = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (64,), }",
                                 bytesOf(QVector<float>(64, 1.5F)));
    QByteArray damaged = zipArchive({{"a.npy", array, true, false}});
    damaged.replace(damaged.indexOf("PK\x01\x02") + 16, 4, little<quint32>(1));
    const auto opened = TensorFile::open(write(QStringLiteral("crc.npz"), damaged));
    if (opened) {
        const auto data = opened->data(0);
        QVERIFY(!data.ok());
        QVERIFY(data.error().detail.contains(QStringLiteral("damaged")));
    } else {
        QVERIFY(opened.error().detail.contains(QStringLiteral("damaged")));
    }
}

void TensorFileTest::spillsLargeEntries()
{
    QVector<float> numbers(5 * 1024 * 1024);
    for (qsizetype i = 0; i < numbers.size(); ++i) {
        numbers[i] = float(i % 1000);
    }
    const QByteArray array =
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (5242880,), }", bytesOf(numbers));
    const auto file = TensorFile::open(
        write(QStringLiteral("large.npz"), zipArchive({{"a.npy", array, true, false}})));
    QVERIFY(file.ok());
    const auto data = file->data(0);
    QVERIFY2(data.ok(), qPrintable(data.ok() ? QString() : data.error().detail));
    float last = 0;
    QVERIFY((*data)->read(numbers.size() - 1, 1, reinterpret_cast<char*>(&last)).ok());
    QCOMPARE(last, numbers.last());
    QVERIFY(!(*data)->read(numbers.size() - 1, 2, QByteArray(8, '\0').data()).ok());
    CancelToken cancel;
    cancel.cancel();
    QCOMPARE(file->data(0, cancel).error().code, ErrorCode::Cancelled);
}

void TensorFileTest::raw()
{
    const QString path = write(QStringLiteral("x.bin"), bytesOf<qint32>({1, -2, 3}));
    const auto file = TensorFile::openRaw(path, ElementType::Int32, {3});
    QVERIFY(file.ok());
    QCOMPARE(values(*file, 0), (QVector<double>{1, -2, 3}));
    QCOMPARE(TensorFile::openRaw(path, ElementType::Int32, {4}).error().code,
             ErrorCode::ParseFailed);
    QCOMPARE(TensorFile::openRaw(path, ElementType::Int32, {-1}).error().code,
             ErrorCode::InvalidArgument);
    QCOMPARE(TensorFile::openRaw(path, ElementType::Int32, {qint64(1) << 61}).error().code,
             ErrorCode::InvalidArgument);
}

void TensorFileTest::otherFiles()
{
    const auto pickle = TensorFile::open(write(QStringLiteral("model.pt"), "PK"));
    QVERIFY(!pickle.ok());
    QVERIFY(pickle.error().detail.contains(QStringLiteral("convert it to safetensors")));
    QCOMPARE(TensorFile::open(m_folder.filePath(QStringLiteral("none.npy"))).error().code,
             ErrorCode::FileNotFound);
    QCOMPARE(TensorFile::open(write(QStringLiteral("a.txt"), "x")).error().code,
             ErrorCode::InvalidArgument);
    QDir().mkpath(m_folder.filePath(QStringLiteral("folder.npy")));
    QCOMPARE(TensorFile::open(m_folder.filePath(QStringLiteral("folder.npy"))).error().code,
             ErrorCode::FileUnreadable);
    QCOMPARE(TensorFile::stem(QStringLiteral("/a/b.c.NPZ")), QStringLiteral("b.c"));
}

void TensorFileTest::shrinksWhileRead()
{
    const QString path = write(QStringLiteral("s.npy"),
                               npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }",
                                   bytesOf<float>({1, 2, 3, 4})));
    const auto file = TensorFile::open(path);
    QVERIFY(file.ok());
    const auto data = file->data(0);
    QVERIFY(data.ok());
    QVERIFY(QFile(path).resize(20));
    QByteArray bytes(16, '\0');
    const auto read = (*data)->read(0, 4, bytes.data());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
}

void TensorFileTest::writes()
{
    const QString path = m_folder.filePath(QStringLiteral("w.safetensors"));
    QVERIFY(
        writeSafetensors(path,
                         {{QStringLiteral("a"), ElementType::Float32, {2}, bytesOf<float>({1, 2})},
                          {QStringLiteral("e"), ElementType::Int8, {0, 5}, {}}},
                         {{QStringLiteral("k"), QStringLiteral("v")}})
            .ok());
    const auto file = TensorFile::open(path);
    QVERIFY(file.ok());
    QCOMPARE(values(*file, file->indexOf(QStringLiteral("a"))), (QVector<double>{1, 2}));
    QCOMPARE(file->tensors().at(file->indexOf(QStringLiteral("e"))).elements, 0);
    QCOMPARE(writeSafetensors(
                 path, {{QStringLiteral("a"), ElementType::Float32, {3}, bytesOf<float>({1})}})
                 .error()
                 .code,
             ErrorCode::InvalidArgument);
    QCOMPARE(writeSafetensors(m_folder.filePath(QStringLiteral("no/such/x.safetensors")), {})
                 .error()
                 .code,
             ErrorCode::FileWriteFailed);
}

void TensorFileTest::agreesWithNumpy()
{
    const QString python = QStringLiteral("/usr/bin/python3");
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(
        python,
        {QStringLiteral("-c"),
         QStringLiteral("import numpy as n\n"
                        "a = n.arange(-6, 6).reshape(3, 4)\n"
                        "n.savez('p.npz', f=a.astype('f4'), h=a.astype('f2'), b=a > 0, "
                        "be=a.astype('>f8'))\n"
                        "n.savez_compressed('c.npz', f=a.astype('f4'), u=n.arange(9, dtype='u2'))\n"
                        "n.save('s.npy', n.float32(2.5))\n")});
    if (!process.waitForStarted() || !process.waitForFinished(60000) || process.exitCode() != 0) {
        QSKIP("ROCPORT_SKIP_TEST NumPy is not installed for /usr/bin/python3");
    }
    const auto plain = TensorFile::open(m_folder.filePath(QStringLiteral("p.npz")));
    QVERIFY2(plain.ok(), qPrintable(plain.ok() ? QString() : plain.error().detail));
    QVector<double> expected;
    for (int i = -6; i < 6; ++i) {
        expected.append(i);
    }
    for (const char* name : {"f", "h", "be"}) {
        QCOMPARE(values(*plain, plain->indexOf(QString::fromLatin1(name))), expected);
    }
    QCOMPARE(values(*plain, plain->indexOf(QStringLiteral("b"))).last(), 1.0);
    const auto packed = TensorFile::open(m_folder.filePath(QStringLiteral("c.npz")));
    QVERIFY(packed.ok());
    QCOMPARE(values(*packed, packed->indexOf(QStringLiteral("f"))), expected);
    QCOMPARE(values(*packed, packed->indexOf(QStringLiteral("u"))).last(), 8.0);
    const auto scalar = TensorFile::open(m_folder.filePath(QStringLiteral("s.npy")));
    QVERIFY(scalar.ok());
    QCOMPARE(values(*scalar, 0), (QVector<double>{2.5}));
    // What is written here, NumPy's own header gives back.
    QVERIFY(plain->tensors().first().shape == (QVector<qint64>{3, 4}));
}

QTEST_GUILESS_MAIN(TensorFileTest)
#include "tst_tensorfile.moc"
