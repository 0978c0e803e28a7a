// Comparison of tensors: against a plain computation of the same, at every edge, and on what an
// H200 and a CPU made of the same inputs.

#include "core/report/tensorreport.h"
#include "core/tensor/compareblock.h"
#include "core/tensor/comparefiles.h"
#include "testpaths.h"
#include "tests/support/tensorbytes.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace rocport;
using namespace rocport::test;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const TensorData> tensor(ElementType type, const QVector<qint64>& shape,
                                         const QByteArray& bytes)
{
    TensorInfo info;
    info.name = QStringLiteral("t");
    info.type = type;
    info.shape = shape;
    info.elements = elementCount(shape).value_or(0);
    return std::make_shared<TensorData>(
        info, std::make_shared<MemorySource>(bytes, QStringLiteral("memory")), 0, false);
}

template <typename T>
TensorComparison compared(ElementType type, const QVector<T>& reference,
                          const QVector<T>& candidate, const Tolerance& tolerance,
                          const CompareOptions& options = {})
{
    const auto result =
        compareTensors(*tensor(type, {reference.size()}, bytesOf(reference)),
                       *tensor(type, {candidate.size()}, bytesOf(candidate)), tolerance, options);
    return result ? *result : TensorComparison();
}

quint64 sumOfBins(const TensorComparison& comparison)
{
    quint64 sum = 0;
    for (const quint64 count : comparison.histogram) {
        sum += count;
    }
    return sum;
}

} // namespace

class CompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithAPlainComputation_data();
    void agreesWithAPlainComputation();
    void sameForAnyNumberOfThreads();
    void edgeOfTheTolerance();
    void specialValues();
    void integersExactly();
    void shapesAndTypes();
    void noElements();
    void refusesBadTolerances();
    void cancelled();
    void tightestPasses();
    void rounding();
    void places();
    void json();
    void jsonRefuses();
    void goldenVectors_data();
    void goldenVectors();
    void oneElementAltered();
    void filesInAnyMix();
    void unreadableTensorDoesNotStopOthers();
    void report();
};

void CompareTest::agreesWithAPlainComputation_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 1023, 1024, 1025, 40000}) {
        QTest::addRow("%d", count) << count;
    }
}

void CompareTest::agreesWithAPlainComputation()
{
    QFETCH(int, count);
    std::mt19937 random{quint32(count)};
    std::normal_distribution<double> normal;
    const Tolerance tolerance{1e-3, 1e-2, {}};
    QVector<double> left(count);
    QVector<double> right(count);
    for (int i = 0; i < count; ++i) {
        left[i] = i % 11 == 0 ? 0.0 : normal(random);
        right[i] = left[i] + (i % 3 == 0 ? 0.0 : normal(random) * std::pow(10.0, -1 - i % 7));
    }
    const TensorComparison found = compared(ElementType::Float64, left, right, tolerance);
    QVector<double> errors;
    double sum = 0;
    double sumRelative = 0;
    double maxRelative = 0;
    double worstRatio = -1;
    qint64 mismatched = 0;
    qint64 first = -1;
    qint64 worst = -1;
    int relatives = 0;
    std::array<quint64, TensorComparison::kBins> bins{};
    for (int i = 0; i < count; ++i) {
        const double error = std::abs(left[i] - right[i]);
        const double allowed = tolerance.absolute + tolerance.relative * std::abs(left[i]);
        errors.append(error);
        sum += error;
        if (left[i] != 0) {
            ++relatives;
            sumRelative += error / std::abs(left[i]);
            maxRelative = std::max(maxRelative, error / std::abs(left[i]));
        }
        mismatched += error > allowed ? 1 : 0;
        first = error > allowed && first < 0 ? i : first;
        if (error / allowed > worstRatio) {
            worstRatio = error / allowed;
            worst = i;
        }
        size_t bin = 0;
        while (bin < 17 && error / allowed > std::pow(10.0, -4 + 0.5 * double(bin))) {
            ++bin;
        }
        ++bins[bin];
    }
    std::sort(errors.begin(), errors.end());
    QCOMPARE(found.mismatched, mismatched);
    QCOMPARE(found.firstMismatch, first);
    QCOMPARE(found.worst, worstRatio > 0 ? worst : -1);
    QCOMPARE(found.maxAbsolute, errors.last());
    QCOMPARE(found.maxRelative, maxRelative);
    QVERIFY(std::abs(found.meanAbsolute - sum / count) <= 1e-12 * (sum / count));
    QVERIFY(relatives == 0 || std::abs(found.meanRelative - sumRelative / relatives) <=
                                  1e-12 * (sumRelative / relatives));
    QCOMPARE(found.histogram, bins);
    const std::array<double, 5> shares = {0.5, 0.9, 0.99, 0.999, 1};
    for (size_t i = 0; i < shares.size(); ++i) {
        const double exact = errors.at(qsizetype(std::ceil(shares[i] * count)) - 1);
        QVERIFY2(found.quantiles[i] >= exact && found.quantiles[i] <= exact * 1.017,
                 qPrintable(QStringLiteral("%1 %2").arg(found.quantiles[i]).arg(exact)));
    }
    QCOMPARE(found.quantiles.back(), errors.last());
}

void CompareTest::sameForAnyNumberOfThreads()
{
    QVector<float> left(5000000);
    QVector<float> right(left.size());
    std::mt19937 random(3);
    for (qsizetype i = 0; i < left.size(); ++i) {
        left[i] = float(random()) / 4294967296.0F;
        right[i] = left[i] + float(random() % 5) * 1e-5F;
    }
    right[4999999] = float(kNan);
    right[2100000] = 9;
    CompareOptions one;
    one.threads = 1;
    CompareOptions three;
    three.threads = 3;
    const Tolerance tolerance{2e-5, 0, {}};
    const TensorComparison a = compared(ElementType::Float32, left, right, tolerance, one);
    const TensorComparison b = compared(ElementType::Float32, left, right, tolerance, three);
    QVERIFY(a.mismatched > 0);
    QCOMPARE(toJson(a), toJson(b));
    QCOMPARE(a.nanPlaces, (QVector<qint64>{4999999}));
    QCOMPARE(a.worst, 4999999);
    QCOMPARE(sumOfBins(a), quint64(left.size()));
}

void CompareTest::edgeOfTheTolerance()
{
    // Exactly at the tolerance passes and is in the bin below it; the next number fails.
    const double over = std::nextafter(0.25, 1.0);
    const TensorComparison at =
        compared<double>(ElementType::Float64, {0, 0}, {0.25, -0.25}, {0.25, 0, {}});
    QCOMPARE(at.verdict, TensorVerdict::Passed);
    QCOMPARE(at.histogram[8], quint64(2));
    const TensorComparison beyond =
        compared<double>(ElementType::Float64, {0, 0}, {0.25, over}, {0.25, 0, {}});
    QCOMPARE(beyond.verdict, TensorVerdict::Failed);
    QCOMPARE(beyond.mismatched, 1);
    QCOMPARE(beyond.firstMismatch, 1);
    QCOMPARE(beyond.histogram[8], quint64(1));
    QCOMPARE(beyond.histogram[9], quint64(1));
    // Without any tolerance, and down to the smallest number there is.
    const double least = std::numeric_limits<double>::denorm_min();
    const TensorComparison tiny =
        compared<double>(ElementType::Float64, {0, 1}, {least, 1}, {0, 0, {}});
    QCOMPARE(tiny.mismatched, 1);
    QCOMPARE(tiny.maxUlp, 1.0);
    QVERIFY(tiny.worst == 0);
    const TensorComparison signs =
        compared<float>(ElementType::Float32, {0.0F}, {-0.0F}, {0, 0, {}});
    QCOMPARE(signs.verdict, TensorVerdict::Passed);
    QCOMPARE(signs.maxUlp, 0.0);
}

void CompareTest::specialValues()
{
    const QVector<double> left{1, kNan, kInf, kInf, kNan, 5, -kInf, 7};
    const QVector<double> right{1, kNan, kInf, -kInf, 4, kNan, 6, 7};
    const TensorComparison found = compared(ElementType::Float64, left, right, {1, 1, {}});
    QCOMPARE(found.verdict, TensorVerdict::Failed);
    QCOMPARE(found.mismatched, 4);
    QCOMPARE(found.firstMismatch, 3);
    QCOMPARE(found.nanReference, 2);
    QCOMPARE(found.nanCandidate, 2);
    QCOMPARE(found.nanApart, 2);
    QCOMPARE(found.infReference, 3);
    QCOMPARE(found.infCandidate, 2);
    QCOMPARE(found.infApart, 2);
    QCOMPARE(found.nanPlaces, (QVector<qint64>{4, 5}));
    QCOMPARE(found.maxAbsolute, 0.0);
    QCOMPARE(sumOfBins(found), quint64(8));
    QCOMPARE(found.histogram.back(), quint64(4));
    QVERIFY(std::isinf(found.tightest.absolute));
    QVERIFY(found.detail.contains(QStringLiteral("no tolerance would pass")));
    // Equal specials pass; and so does a difference too large for a double to be told as finite.
    QCOMPARE(compared<double>(ElementType::Float64, {kNan, kInf}, {kNan, kInf}, {0, 0, {}}).verdict,
             TensorVerdict::Passed);
    const TensorComparison wide =
        compared<double>(ElementType::Float64, {1e308}, {-1e308}, {1, 1, {}});
    QCOMPARE(wide.mismatched, 1);
    QVERIFY(std::isinf(wide.maxAbsolute));
    QCOMPARE(sumOfBins(wide), quint64(1));
    QVector<float> many(100, 1);
    QCOMPARE(compared(ElementType::Float32, many, QVector<float>(100, float(kNan)), {1, 1, {}})
                 .nanPlaces.size(),
             16);
}

void CompareTest::integersExactly()
{
    const qint64 large = (qint64(1) << 62) + 1;
    const TensorComparison found =
        compared<qint64>(ElementType::Int64, {large, -3}, {large - 1, -3}, {0, 0, {}});
    QCOMPARE(found.verdict, TensorVerdict::Failed);
    QCOMPARE(found.mismatched, 1);
    QCOMPARE(found.maxAbsolute, 1.0);
    QCOMPARE(found.maxUlp, -1.0);
    const quint64 top = std::numeric_limits<quint64>::max();
    QCOMPARE(compared<quint64>(ElementType::UInt64, {top}, {top - 2}, {0, 0, {}}).maxAbsolute, 2.0);
    const qint64 lowest = std::numeric_limits<qint64>::min();
    QCOMPARE(
        compared<qint64>(ElementType::Int64, {lowest}, {-(lowest + 1)}, {0, 0, {}}).maxAbsolute,
        std::ldexp(1.0, 64));
    QCOMPARE(compared<quint8>(ElementType::Bool, {1, 0}, {1, 1}, {0, 0, {}}).firstMismatch, 1);
}

void CompareTest::shapesAndTypes()
{
    const auto a = tensor(ElementType::Float32, {2, 2}, bytesOf<float>({1, 2, 3, 4}));
    const auto b = tensor(ElementType::Float32, {4}, bytesOf<float>({1, 2, 3, 4}));
    const auto shapes = compareTensors(*a, *b, {});
    QVERIFY(shapes.ok());
    QCOMPARE(shapes->verdict, TensorVerdict::ShapeDiffers);
    QVERIFY(shapes->detail.contains(QStringLiteral("(2, 2)")));
    const auto doubles = tensor(ElementType::Float64, {2, 2}, bytesOf<double>({1, 2, 3, 4}));
    const auto types = compareTensors(*a, *doubles, {});
    QCOMPARE(types->verdict, TensorVerdict::TypeDiffers);
    QCOMPARE(types->maxUlp, 0.0);
    const auto half = tensor(ElementType::BFloat16, {1}, little<quint16>(0x3f80));
    const auto wide =
        tensor(ElementType::Float32, {1}, bytesOf<float>({1.0078125F})); // one step of bfloat16
    QCOMPARE(compareTensors(*half, *wide, {1, 1, {}})->maxUlp, 1.0);
    // 1.5 in both families of 8-bit types: other bytes, the same number.
    const auto ocp = tensor(ElementType::Float8E4M3FN, {1}, QByteArray("\x3c"));
    const auto fnuz = tensor(ElementType::Float8E4M3FNUZ, {1}, QByteArray("\x44"));
    const auto exchanged = compareTensors(*ocp, *fnuz, {});
    QCOMPARE(exchanged->verdict, TensorVerdict::Passed);
    QVERIFY(exchanged->detail.contains(QStringLiteral("fnuz")));
    QCOMPARE(compareTensors(*ocp, *tensor(ElementType::Float8E5M2, {1}, QByteArray("\x3e")), {})
                 ->verdict,
             TensorVerdict::TypeDiffers);
}

void CompareTest::noElements()
{
    const auto empty = tensor(ElementType::Float32, {0, 5}, {});
    const auto found = compareTensors(*empty, *empty, {});
    QVERIFY(found.ok());
    QCOMPARE(found->verdict, TensorVerdict::Passed);
    QCOMPARE(found->worst, -1);
    QCOMPARE(sumOfBins(*found), quint64(0));
    QVERIFY(!FileComparison().passed());
}

void CompareTest::refusesBadTolerances()
{
    const auto one = tensor(ElementType::Float32, {1}, bytesOf<float>({1}));
    for (const double bad : {-1.0, kNan, kInf}) {
        QCOMPARE(compareTensors(*one, *one, {bad, 0, {}}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(compareTensors(*one, *one, {0, bad, {}}).error().code, ErrorCode::InvalidArgument);
    }
}

void CompareTest::cancelled()
{
    const QVector<float> numbers(5000000, 1);
    const auto one = tensor(ElementType::Float32, {numbers.size()}, bytesOf(numbers));
    CompareOptions options;
    options.cancel.cancel();
    QCOMPARE(compareTensors(*one, *one, {}, options).error().code, ErrorCode::Cancelled);
}

void CompareTest::tightestPasses()
{
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    for (int round = 0; round < 50; ++round) {
        QVector<double> left(200);
        QVector<double> right(200);
        for (int i = 0; i < 200; ++i) {
            left[i] = normal(random) * std::pow(10, round % 9 - 4);
            right[i] = left[i] * (1 + normal(random) * 1e-3);
        }
        const double relative = round % 2 == 0 ? 1e-4 : 0;
        const TensorComparison failed =
            compared(ElementType::Float64, left, right, {0, relative, {}});
        QCOMPARE(failed.verdict, TensorVerdict::Failed);
        QVERIFY(failed.tightest.absolute > 0);
        QCOMPARE(compared(ElementType::Float64, left, right, failed.tightest).verdict,
                 TensorVerdict::Passed);
        // A percent less would not do.
        Tolerance less = failed.tightest;
        less.absolute *= 0.985;
        QCOMPARE(compared(ElementType::Float64, left, right, less).verdict, TensorVerdict::Failed);
    }
}

void CompareTest::rounding()
{
    QCOMPARE(roundedUp(0), 0.0);
    QCOMPARE(roundedUp(0.25), 0.25);
    QCOMPARE(roundedUp(0.12341), 0.124);
    QCOMPARE(roundedUp(9.9999e-7), 1e-6);
    QVERIFY(roundedUp(1e-310) >= 1e-310);
    QVERIFY(std::isinf(roundedUp(kInf)));
}

void CompareTest::places()
{
    TensorComparison comparison;
    QCOMPARE(comparison.place(0), QStringLiteral("[]"));
    comparison.shape = {2, 3, 4};
    QCOMPARE(comparison.place(0), QStringLiteral("[0, 0, 0]"));
    QCOMPARE(comparison.place(23), QStringLiteral("[1, 2, 3]"));
    QCOMPARE(comparison.place(-1), QString());
}

void CompareTest::json()
{
    TensorComparison comparison =
        compared<double>(ElementType::Float64, {1, kNan, 2}, {1, 3, kInf}, {1e-3, 0, {}});
    comparison.name = QStringLiteral("a/b");
    comparison.tolerance.reason = QStringLiteral("sums of 4096");
    comparison.shape = {3};
    const QJsonObject object = toJson(comparison);
    const auto back = comparisonFromJson(object);
    QVERIFY2(back.ok(), qPrintable(back.ok() ? QString() : back.error().detail));
    QCOMPARE(toJson(*back), object);
    QVERIFY(std::isnan(back->worstReference));
    QVERIFY(std::isinf(back->tightest.absolute));
    QVERIFY(back->tolerance.isOverride());
    for (int i = 0; i < 7; ++i) {
        const auto verdict = TensorVerdict(i);
        QCOMPARE(tensorVerdictFromId(tensorVerdictId(verdict)), verdict);
    }
}

void CompareTest::jsonRefuses()
{
    const QJsonObject good = toJson(TensorComparison());
    QVERIFY(comparisonFromJson(good).ok());
    const QList<std::pair<QString, QJsonValue>> bad{
        {QStringLiteral("verdict"), QStringLiteral("fine")},
        {QStringLiteral("name"), 5},
        {QStringLiteral("elements"), -1},
        {QStringLiteral("elements"), 1.5},
        {QStringLiteral("maxAbsolute"), QStringLiteral("x")},
        {QStringLiteral("shape"), 3},
        {QStringLiteral("histogram"), QJsonArray{1, -1}},
        {QStringLiteral("tolerance"), 1},
    };
    for (const auto& [key, value] : bad) {
        QJsonObject object = good;
        object.insert(key, value);
        QVERIFY2(!comparisonFromJson(object).ok(), qPrintable(key));
        QCOMPARE(comparisonFromJson(object).error().code, ErrorCode::ParseFailed);
    }
    QJsonArray long_(QJsonArray::fromVariantList(QVariantList(19, 1)));
    QJsonObject object = good;
    object.insert(QStringLiteral("histogram"), long_);
    QVERIFY(!comparisonFromJson(object).ok());
}

void CompareTest::goldenVectors_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("bound"); // measured between H200 and CPU, rounded up
    QTest::newRow("float32") << QStringLiteral("float32") << 2e-6;
    QTest::newRow("float16") << QStringLiteral("float16") << 5e-3;
    QTest::newRow("bfloat16") << QStringLiteral("bfloat16") << 4e-2;
}

void CompareTest::goldenVectors()
{
    QFETCH(QString, type);
    QFETCH(double, bound);
    const QString base =
        QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/golden/block_%1_0.").arg(type);
    const auto found = compareFiles(base + QStringLiteral("cuda.safetensors"),
                                    base + QStringLiteral("cpu.safetensors"));
    QVERIFY2(found.ok(), qPrintable(found.ok() ? QString() : found.error().detail));
    QVERIFY(found->passed());
    QCOMPARE(found->tensors.size(), 2);
    for (const TensorComparison& comparison : found->tensors) {
        QCOMPARE(comparison.referenceType, type);
        QCOMPARE(comparison.shape, (QVector<qint64>{1, 32, 512}));
        if (comparison.name == QStringLiteral("input")) {
            QCOMPARE(comparison.maxAbsolute, 0.0);
        } else {
            QVERIFY(comparison.maxAbsolute > 0);
            QVERIFY2(comparison.maxAbsolute < bound,
                     qPrintable(QString::number(comparison.maxAbsolute)));
        }
    }
    // And not within a tolerance that is far too tight.
    Tolerances tight;
    tight.all = Tolerance{1e-9, 0, QStringLiteral("test")};
    QVERIFY(!compareFiles(base + QStringLiteral("cuda.safetensors"),
                          base + QStringLiteral("cpu.safetensors"), tight)
                 ->passed());
}

void CompareTest::oneElementAltered()
{
    const QString base =
        QStringLiteral(ROCPORT_SOURCE_DIR "/tests/fixtures/golden/block_float32_0.");
    QFile original(base + QStringLiteral("cpu.safetensors"));
    QVERIFY(original.open(QIODevice::ReadOnly));
    QByteArray bytes = original.readAll();
    const auto file = TensorFile::open(original.fileName());
    QVERIFY(file.ok());
    const qsizetype index = file->indexOf(QStringLiteral("output"));
    const auto data = file->data(index);
    // Element [0, 17, 300] of the output, by the bytes of the file itself.
    const qint64 flat = 17 * 512 + 300;
    float value = 0;
    QVERIFY((*data)->read(flat, 1, reinterpret_cast<char*>(&value)).ok());
    const qint64 outputAt = bytes.size() - (*data)->info().bytes();
    QCOMPARE(bytes.mid(outputAt + flat * 4, 4), little<quint32>(std::bit_cast<quint32>(value)));
    bytes.replace(outputAt + flat * 4, 4, little<quint32>(std::bit_cast<quint32>(value + 0.01F)));
    QTemporaryDir folder;
    QFile altered(folder.filePath(QStringLiteral("altered.safetensors")));
    QVERIFY(altered.open(QIODevice::WriteOnly) && altered.write(bytes) == bytes.size());
    altered.close();
    const auto found = compareFiles(base + QStringLiteral("cuda.safetensors"), altered.fileName());
    QVERIFY(found.ok());
    QVERIFY(!found->passed());
    for (const TensorComparison& comparison : found->tensors) {
        QCOMPARE(comparison.verdict == TensorVerdict::Failed,
                 comparison.name == QStringLiteral("output"));
        if (comparison.verdict == TensorVerdict::Failed) {
            QCOMPARE(comparison.mismatched, 1);
            QCOMPARE(comparison.firstMismatch, flat);
            QVERIFY(comparison.detail.contains(QStringLiteral("at [0, 17, 300]")));
        }
    }
}

void CompareTest::filesInAnyMix()
{
    QTemporaryDir folder;
    const QString a = folder.filePath(QStringLiteral("a"));
    const QString b = folder.filePath(QStringLiteral("b"));
    QDir().mkpath(a);
    QDir().mkpath(b);
    const auto write = [](const QString& path, float value, const QString& name) {
        return writeSafetensors(path, {{name, ElementType::Float32, {1}, bytesOf<float>({value})}})
            .ok();
    };
    const QString x = QStringLiteral("x");
    QVERIFY(write(a + QStringLiteral("/one.safetensors"), 1, x) &&
            write(a + QStringLiteral("/two.safetensors"), 2, x));
    QVERIFY(write(b + QStringLiteral("/one.safetensors"), 1, x) &&
            write(b + QStringLiteral("/six.safetensors"), 2, x));
    const auto folders = compareFiles(a, b);
    QVERIFY(folders.ok());
    QCOMPARE(folders->tensors.size(), 3);
    QCOMPARE(folders->tensors.at(0).name, QStringLiteral("one/x"));
    QCOMPARE(folders->tensors.at(0).verdict, TensorVerdict::Passed);
    QCOMPARE(folders->tensors.at(1).verdict, TensorVerdict::Missing);
    QCOMPARE(folders->tensors.at(2).verdict, TensorVerdict::Extra);
    QVERIFY(!folders->passed());
    const auto one = compareFiles(a, b + QStringLiteral("/one.safetensors"));
    QVERIFY(one.ok());
    QVERIFY(one->passed());
    const auto none = compareFiles(a, b + QStringLiteral("/six.safetensors"));
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, ErrorCode::InvalidArgument);
    // A .npy has no names; the numbers count. Inputs that differ are said.
    QFile npyFile(folder.filePath(QStringLiteral("out.npy")));
    QVERIFY(npyFile.open(QIODevice::WriteOnly));
    npyFile.write(
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", bytesOf<float>({1})));
    npyFile.close();
    QVERIFY(compareFiles(a + QStringLiteral("/one.safetensors"), npyFile.fileName())->passed());
    const QString c = folder.filePath(QStringLiteral("c.safetensors"));
    const QString d = folder.filePath(QStringLiteral("d.safetensors"));
    QVERIFY(write(c, 1, QStringLiteral("input")) && write(d, 1.00001F, QStringLiteral("input")));
    const auto inputs = compareFiles(c, d);
    QVERIFY(inputs->passed());
    QVERIFY(inputs->notes.join(u' ').contains(QStringLiteral("inputs or weights")));
    QCOMPARE(compareFiles(folder.filePath(QStringLiteral("none")), d).error().code,
             ErrorCode::FileNotFound);
    QDir().mkpath(folder.filePath(QStringLiteral("empty")));
    QCOMPARE(compareFiles(folder.filePath(QStringLiteral("empty")), d).error().code,
             ErrorCode::InvalidArgument);
}

void CompareTest::unreadableTensorDoesNotStopOthers()
{
    QTemporaryDir folder;
    const QByteArray good =
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", bytesOf<float>({1}));
    const QByteArray objects = npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "x");
    QFile file(folder.filePath(QStringLiteral("a.npz")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(zipArchive({{"bad.npy", objects, false, false}, {"good.npy", good, true, false}}));
    file.close();
    const auto found = compareFiles(file.fileName(), file.fileName());
    QVERIFY(found.ok());
    QCOMPARE(found->tensors.at(0).verdict, TensorVerdict::NotComparable);
    QVERIFY(found->tensors.at(0).detail.contains(QStringLiteral("Python objects")));
    QCOMPARE(found->tensors.at(1).verdict, TensorVerdict::Passed);
    QVERIFY(!found->passed());
}

void CompareTest::report()
{
    FileComparison comparison;
    comparison.reference = QStringLiteral("r");
    comparison.candidate = QStringLiteral("c");
    TensorComparison passed =
        compared<float>(ElementType::Float32, {1, 2}, {1, 2.00001F}, {1e-4, 1e-4, {}});
    passed.name = QStringLiteral("fine");
    TensorComparison failed =
        compared<float>(ElementType::Float32, {1, 2}, {1, 3}, {1e-4, 1e-4, {}});
    failed.name = QStringLiteral("bro\x1bken");
    comparison.tensors = {passed, failed};
    comparison.notes = {QStringLiteral("A remark.")};
    const QString text = QString::fromUtf8(renderComparisonText(comparison));
    QVERIFY(!text.contains(QChar(0x1b)));
    const qsizetype bad = text.indexOf(QStringLiteral("failed "));
    QVERIFY(bad > 0 && bad < text.indexOf(QStringLiteral("passed ")));
    QVERIFY(text.contains(QStringLiteral("1 of 2 elements is beyond the tolerance, at [1].")));
    QVERIFY(text.contains(QStringLiteral("A remark.")));
    QVERIFY(text.contains(QStringLiteral("1 tensor agrees, 1 does not")));
    // Columns are aligned: every line of the table is as long as the first.
    const QStringList lines = text.split(u'\n');
    QCOMPARE(lines.at(3).size(), lines.at(4).size());
    QCOMPARE(lines.at(4).size(), lines.at(5).size());
    QVERIFY(toleranceAdvice(passed).startsWith(QStringLiteral("passes with")));
    QVERIFY(toleranceAdvice(failed).isEmpty());
    QVERIFY(renderComparisonJson(comparison).contains("\"passed\": false"));
}

QTEST_GUILESS_MAIN(CompareTest)
#include "tst_compare.moc"
