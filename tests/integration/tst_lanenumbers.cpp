// Small numbers and mathematics of execution on lanes, beside arithmetic done here anew.
#include "tests/integration/clifixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace rocport;
using rocport::test::Outcome;

namespace {

/// A format by what IEEE 754 and the OCP's paper on FP8 say of it: exponent and fraction bits,
/// bias.
struct Format
{
    int fraction;
    int bias;
    int codes;  ///< without sign
    int finite; ///< of them
    bool fnuz;
};
constexpr Format kHalf = {10, 15, 0x8000, 0x7c00, false};
constexpr Format kBfloat16 = {7, 127, 0x8000, 0x7f80, false};
constexpr Format kE4m3 = {3, 7, 0x80, 0x7f, false};
constexpr Format kE5m2 = {2, 15, 0x80, 0x7c, false};
constexpr Format kE4m3Fnuz = {3, 8, 0x80, 0x80, true};
constexpr Format kE5m2Fnuz = {2, 16, 0x80, 0x80, true};

long double sizeOf(int code, const Format& format)
{
    const int fraction = 1 << format.fraction;
    const int field = code / fraction;
    return std::ldexp(static_cast<long double>(code % fraction + (field == 0 ? 0 : fraction)),
                      std::max(field, 1) - format.bias - format.fraction);
}

double valueOf(int code, const Format& format)
{
    const int size = code % format.codes;
    const bool negative = code >= format.codes;
    if (format.fnuz && negative && size == 0) {
        return std::nan("");
    }
    if (size >= format.finite) {
        const bool infinite = size == format.finite && format.finite % 2 == 0;
        return infinite ? (negative ? -INFINITY : INFINITY) : std::nan("");
    }
    const auto value = static_cast<double>(sizeOf(size, format));
    return negative ? -value : value;
}

enum class Rounding { Nearest, Zero, Down, Up };

/// The code of a size by looking at all: the finite ones and, as the one past them, `finite`.
int codeOf(long double size, const Format& format, Rounding rounding, bool negative)
{
    static QHash<int, std::vector<long double>> tables;
    std::vector<long double>& sizes = tables[format.bias * 64 + format.fraction];
    if (sizes.empty()) {
        for (int code = 0; code <= format.finite; ++code) {
            sizes.push_back(sizeOf(code, format));
        }
    }
    if (size >= sizes.back()) {
        return rounding == Rounding::Zero || (rounding == Rounding::Down && !negative) ||
                       (rounding == Rounding::Up && negative)
                   ? format.finite - 1
                   : format.finite;
    }
    const auto above = std::upper_bound(sizes.begin(), sizes.end(), size);
    const int low = static_cast<int>(above - sizes.begin()) - 1;
    const long double past = size - sizes[static_cast<std::size_t>(low)];
    const long double left = sizes[static_cast<std::size_t>(low) + 1] - size;
    const bool isAway =
        (rounding == Rounding::Up && !negative) || (rounding == Rounding::Down && negative);
    if (past == 0 || rounding == Rounding::Zero || (rounding != Rounding::Nearest && !isAway)) {
        return low;
    }
    if (isAway) {
        return low + 1;
    }
    return past < left || (past == left && low % 2 == 0) ? low : low + 1;
}

/// CUDA's conversion (cuda_fp8.h) or, for FNUZ, that of gfx942.
int byteOf(double x, const Format& format, bool saturates)
{
    const bool negative = std::signbit(x);
    const int sign = negative ? 0x80 : 0;
    if (format.fnuz && !std::isfinite(x)) {
        return 0x80;
    }
    if (std::isnan(x)) {
        return 0x7f;
    }
    const int code =
        std::isinf(x) ? format.finite : codeOf(std::fabs(x), format, Rounding::Nearest, negative);
    const bool over =
        format.fnuz ? std::fabs(x) > valueOf(format.finite - 1, format) : code >= format.finite;
    if (over) {
        return saturates ? sign | (format.finite - 1) : (format.fnuz ? 0x80 : sign | format.finite);
    }
    return format.fnuz && code == 0 ? 0 : sign | code;
}

int halfOf(double x, Rounding rounding)
{
    const int sign = std::signbit(x) ? 0x8000 : 0;
    return std::isnan(x)   ? 0x7fff
           : std::isinf(x) ? sign | 0x7c00
                           : sign | codeOf(std::fabs(x), kHalf, rounding, std::signbit(x));
}

constexpr long double kPi = 3.14159265358979323846264338327950288L;

/// The x at which a function that grows is y, by halving.
template <typename Function>
long double inverse(Function grows, long double y)
{
    long double low = -40;
    long double high = 40;
    for (int i = 0; i < 200; ++i) {
        const long double middle = (low + high) / 2;
        (grows(middle) < y ? low : high) = middle;
    }
    return (low + high) / 2;
}

long double besselI(int order, long double x)
{
    long double sum = 0;
    long double term = order == 0 ? 1 : x / 2;
    for (int k = 1; k < 1000; ++k) {
        sum += term;
        term *= x * x / 4 / (static_cast<long double>(k) * (k + order));
    }
    return sum;
}

using Function = long double (*)(long double x, long double y);

/// What a function of number_functions.cu is, of x and y.
const QHash<QByteArray, Function>& functions()
{
    using L = long double;
    static const QHash<QByteArray, Function> all = {
        {"rsqrt", [](L x, L) { return 1 / std::sqrt(x); }},
        {"sqrt", [](L x, L) { return std::sqrt(x); }},
        {"rcp", [](L x, L) { return 1 / x; }},
        {"cbrt", [](L x, L) { return std::cbrt(x); }},
        {"rcbrt", [](L x, L) { return 1 / std::cbrt(x); }},
        {"exp", [](L x, L) { return std::exp(x); }},
        {"exp2", [](L x, L) { return std::exp2(x); }},
        {"exp10", [](L x, L) { return std::pow(L(10), x); }},
        {"expm1", [](L x, L) { return std::expm1(x); }},
        {"log", [](L x, L) { return std::log(x); }},
        {"log2", [](L x, L) { return std::log2(x); }},
        {"log10", [](L x, L) { return std::log10(x); }},
        {"log1p", [](L x, L) { return std::log1p(x); }},
        {"sin", [](L x, L) { return std::sin(x); }},
        {"cos", [](L x, L) { return std::cos(x); }},
        {"tan", [](L x, L) { return std::tan(x); }},
        {"sinpi", [](L x, L) { return std::sin(kPi * std::remainder(x, L(2))); }},
        {"cospi", [](L x, L) { return std::cos(kPi * std::remainder(x, L(2))); }},
        {"asin", [](L x, L) { return std::asin(x); }},
        {"acos", [](L x, L) { return std::acos(x); }},
        {"atan", [](L x, L) { return std::atan(x); }},
        {"sinh", [](L x, L) { return std::sinh(x); }},
        {"cosh", [](L x, L) { return std::cosh(x); }},
        {"tanh", [](L x, L) { return std::tanh(x); }},
        {"asinh", [](L x, L) { return std::asinh(x); }},
        {"acosh", [](L x, L) { return std::acosh(x); }},
        {"atanh", [](L x, L) { return std::atanh(x); }},
        {"erf", [](L x, L) { return std::erf(x); }},
        {"erfc", [](L x, L) { return std::erfc(x); }},
        {"erfinv", [](L x, L) { return inverse([](L t) { return std::erf(t); }, x); }},
        {"erfcinv", [](L x, L) { return -inverse([](L t) { return std::erfc(-t); }, x); }},
        {"erfcx", [](L x, L) { return std::exp(x * x) * std::erfc(x); }},
        {"normcdf", [](L x, L) { return std::erfc(-x / std::sqrt(L(2))) / 2; }},
        {"normcdfinv",
         [](L x, L) {
             return inverse([](L t) { return std::erfc(-t / std::sqrt(L(2))) / 2; }, x);
         }},
        {"lgamma", [](L x, L) { return std::lgamma(x); }},
        {"tgamma", [](L x, L) { return std::tgamma(x); }},
        {"j0", [](L x, L) { return std::cyl_bessel_j(L(0), x); }},
        {"j1", [](L x, L) { return std::cyl_bessel_j(L(1), x); }},
        {"y0", [](L x, L) { return std::cyl_neumann(L(0), x); }},
        {"y1", [](L x, L) { return std::cyl_neumann(L(1), x); }},
        {"cyl_bessel_i0", [](L x, L) { return besselI(0, x); }},
        {"cyl_bessel_i1", [](L x, L) { return besselI(1, x); }},
        {"atan2", [](L x, L y) { return std::atan2(x, y); }},
        {"pow", [](L x, L y) { return std::pow(std::fabs(x), y); }},
        {"powf(x, 1.5f)", [](L x, L) { return std::pow(x, L(1.5)); }},
        {"fdividef", [](L x, L) { return x / 3; }},
        {"frsqrt_rn", [](L x, L) { return 1 / std::sqrt(x); }},
        {"hypot", [](L x, L y) { return std::hypot(x, y); }},
        {"rhypot", [](L x, L y) { return 1 / std::hypot(x, y); }},
        {"norm4d", [](L x, L y) { return std::sqrt(x * x + y * y + 5); }},
        {"rnorm4d", [](L x, L y) { return 1 / std::sqrt(x * x + y * y + 5); }},
        {"norm", [](L x, L y) { return std::sqrt(x * x + y * y + L(6.25)); }},
        {"rnorm", [](L x, L y) { return 1 / std::sqrt(x * x + y * y + L(6.25)); }},
    };
    return all;
}

/// The one that is called there: without what stands before and after a vendor's name.
Function functionOf(QByteArray call, char type)
{
    const auto& all = functions();
    if (call.startsWith("__")) {
        call.remove(0, 2);
    }
    if (const auto whole = all.find(call); whole != all.end()) {
        return *whole;
    }
    QByteArray name = call.left(call.indexOf('('));
    if (type == 'h' || type == 'b') {
        name.remove(0, 1);
    }
    if (!all.contains(name) && name.endsWith('f')) {
        name.chop(1);
    }
    return all.value(name);
}

/// Where number_functions.cu asks.
double placeOf(unsigned i, unsigned step, double low, double high)
{
    const unsigned mixed = (i + 1) * 2654435769U * step;
    return low + (high - low) * (mixed >> 8) / 16777216.0;
}

double narrowed(double x, char type)
{
    const Format& format = type == 'h' ? kHalf : kBfloat16;
    return type == 'd'   ? x
           : type == 'f' ? static_cast<float>(x)
                         : std::copysign(valueOf(codeOf(std::fabs(static_cast<float>(x)), format,
                                                        Rounding::Nearest, x < 0),
                                                 format),
                                         x);
}

bool same(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

} // namespace

class TestLaneNumbers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void portGivesWhatTheOriginalDoes_data();
    void portGivesWhatTheOriginalDoes();
    void smallNumbersAreRoundedOnce_data();
    void smallNumbersAreRoundedOnce();
    void functionsDefinedToTheBit();
    void functionsOfMathematics();
    void whatIsSpecialIsAsOnAGpu();

private:
    QString program(const QString& path)
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

    QTemporaryDir m_folder;
    int m_number = 0;
};

void TestLaneNumbers::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp"))) {
        QSKIP("ROCPORT_SKIP_TEST: Boost.Context is not installed (libboost-context-dev)");
    }
}

void TestLaneNumbers::portGivesWhatTheOriginalDoes_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("bfloat16_math")
        << QStringLiteral("programs/bfloat16_math.cu") << QByteArray("no error\n");
    // 4.25 times 2 is 8.5, which has no code: 8 is even.
    QTest::newRow("fp8_convert") << QStringLiteral("programs/fp8_convert.cu")
                                 << QByteArray("4.000000\n");
    QTest::newRow("rounding_modes") << QStringLiteral("programs/rounding_modes.cu") << QByteArray();
    QTest::newRow("simd_in_words")
        << QStringLiteral("programs/simd_in_words.cu") << QByteArray("03030303 132119\n");
    QTest::newRow("complex_numbers")
        << QStringLiteral("programs/complex_numbers.cu") << QByteArray();
}

void TestLaneNumbers::portGivesWhatTheOriginalDoes()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, output);
    const QString source = program(path);
    const Outcome original = execute({QStringLiteral("--original"), source});
    QVERIFY2(original.code == 0, original.err.constData());
    QVERIFY(output.isEmpty() ? !original.out.isEmpty() : original.out == output);
    QList<QByteArray> gpus = {"64"};
    if (path.contains(u"fp8")) {
        gpus.append("32"); // where they are calculated
    }
    for (const QByteArray& lanes : std::as_const(gpus)) {
        const Outcome port =
            execute({QStringLiteral("--lanes"), QString::fromLatin1(lanes), source});
        QVERIFY2(port.code == 0, port.err.constData());
        QCOMPARE(port.out, original.out);
    }
}

void TestLaneNumbers::smallNumbersAreRoundedOnce_data()
{
    QTest::addColumn<bool>("isOriginal");
    QTest::newRow("CUDA") << true;
    QTest::newRow("gfx942") << false;
}

void TestLaneNumbers::smallNumbersAreRoundedOnce()
{
    QFETCH(bool, isOriginal);
    QStringList arguments = {program(QStringLiteral("lanes/number_tables.cu"))};
    if (isOriginal) {
        arguments.prepend(QStringLiteral("--original"));
    }
    const Outcome tables = execute(arguments);
    QVERIFY2(tables.code == 0, tables.err.constData());
    const Format& first = isOriginal ? kE4m3 : kE4m3Fnuz;
    const Format& second = isOriginal ? kE5m2 : kE5m2Fnuz;
    int checked = 0;
    const QList<QByteArray> lines = tables.out.split('\n');
    for (const QByteArray& line : lines) {
        const QList<QByteArray> words = line.split(' ');
        if (words.first() == "value") {
            const int number = words[1].toInt(nullptr, 16);
            const double value = std::strtod(words[2].constData(), nullptr);
            const int code = number - 2 * 65536;
            const double expected = code >= 256       ? valueOf(code - 256, second)
                                    : code >= 0       ? valueOf(code, first)
                                    : number >= 65536 ? valueOf(number - 65536, kBfloat16)
                                                      : valueOf(number, kHalf);
            QVERIFY2(same(value, expected), line.constData());
        } else if (words.first() == "byte" || words.first() == "half") {
            const double x = std::strtod(words[1].constData(), nullptr);
            for (int k = 0; k < 4; ++k) {
                const int expected = words.first() == "byte"
                                         ? byteOf(x, k < 2 ? first : second, k % 2 == 0)
                                         : halfOf(x, static_cast<Rounding>(k));
                const int code = words[2 + k].toInt(nullptr, 16);
                const bool isNone = words.first() == "half" && std::isnan(x);
                if (code != expected && !(isNone && (code & 0x7fff) > 0x7c00)) {
                    QFAIL((line + ": " + QByteArray::number(expected, 16)).constData());
                }
            }
        } else {
            continue;
        }
        ++checked;
    }
    QVERIFY(checked > 100000);
}

/// The port has these from Rocport's own texts for HIP, whose arithmetic was compared with an
/// NVIDIA GPU: two calculations that do not know of each other. What differs is where HIP's own
/// differ.
void TestLaneNumbers::functionsDefinedToTheBit()
{
    const QString source = program(QStringLiteral("lanes/number_bits.cu"));
    const Outcome original = execute({QStringLiteral("--original"), source});
    QVERIFY2(original.code == 0, original.err.constData());
    const Outcome port = execute({source});
    QVERIFY2(port.code == 0, port.err.constData());
    const QList<QByteArray> expected = original.out.split('\n');
    const QList<QByteArray> given = port.out.split('\n');
    QVERIFY(expected.size() > 780);
    QCOMPARE(given.size(), expected.size());
    static const QRegularExpression differs(
        // AMD makes 0 of NaN; HIP's conversions between half and integers have one rounding.
        QStringLiteral("^\\((__double2u?int_r.\\(u\\)|__half2(u?short|u?int|u?ll)_r[ndu]\\(h\\)|"
                       "__(u?short|u?int|u?ll)2half_r[zdu]\\(.*|"
                       // NaN is unequal to all; of +0 and -0 the second; infinity without its sign.
                       "__h(max|min|ne|isinf)\\(.*|__hb?ne2\\(.*|__hb(eq|ne|lt|le|gt|ge)u2\\(.*|"
                       "hh != kk|"
                       // HIP's bfloat16 is rounded as a float before.
                       "__hfma.*|"
                       // FNUZ.
                       ".*fp8.*)\\)$"));
    int equal = 0;
    for (qsizetype i = 0; i < expected.size(); ++i) {
        const qsizetype end = expected[i].lastIndexOf(' ');
        const QByteArray name = expected[i].left(end);
        if (expected[i].mid(end) == given[i].mid(given[i].lastIndexOf(' '))) {
            ++equal;
        } else {
            QVERIFY2(differs.match(QString::fromLatin1(name)).hasMatch(), name.constData());
        }
    }
    QVERIFY(equal > 650);
}

/// Each beside the same in more digits.
void TestLaneNumbers::functionsOfMathematics()
{
    const Outcome outcome = execute(
        {QStringLiteral("--original"), program(QStringLiteral("lanes/number_functions.cu"))});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    int checked = 0;
    const QList<QByteArray> lines = outcome.out.split('\n');
    for (const QByteArray& line : lines) {
        const QList<QByteArray> parts = line.split('|');
        if (parts.size() < 5) {
            continue;
        }
        const char type = parts[1][0];
        const QList<QByteArray> range = parts[3].split(' ');
        const Function function = functionOf(parts[0], type);
        if (function == nullptr) {
            QVERIFY2(parts[0].contains("norm3d"), parts[0].constData()); // by norm4d
            continue;
        }
        const int digits = type == 'd' ? 52 : type == 'f' ? 23 : type == 'h' ? 10 : 7;
        const QList<QByteArray> results = parts[4].simplified().split(' ');
        for (int i = 0; i < results.size(); ++i) {
            const double x = narrowed(
                placeOf(static_cast<unsigned>(i), 1, range[0].toDouble(), range[1].toDouble()),
                type);
            const double y =
                narrowed(placeOf(static_cast<unsigned>(i), 7, -9, 9), type == 'd' ? 'd' : 'f');
            const long double expected = function(x, y);
            const double given = results[i].toDouble();
            const int exponent = std::max(std::ilogb(expected), type == 'h' ? -14 : -126);
            const long double away =
                std::fabs(given - expected) / std::ldexp(1.0L, exponent - digits);
            QVERIFY2(away <= parts[2].toInt(),
                     (line.left(60) + " at " + QByteArray::number(x, 'g', 17) + ": " +
                      QByteArray::number(static_cast<double>(away)))
                         .constData());
            ++checked;
        }
    }
    QVERIFY(checked > 4000);
}

void TestLaneNumbers::whatIsSpecialIsAsOnAGpu()
{
    const Outcome outcome =
        execute({QStringLiteral("--original"), program(QStringLiteral("lanes/number_edges.cu"))});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(outcome.out, rocport::test::fileBytes(QStringLiteral(
                              ROCPORT_SOURCE_DIR "/tests/corpus/lanes/number_edges.expected")));
}

QTEST_GUILESS_MAIN(TestLaneNumbers)
#include "tst_lanenumbers.moc"
