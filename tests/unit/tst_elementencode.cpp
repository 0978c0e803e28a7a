// Values as elements of tensors.
#include "core/tensor/elementencode.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace rocport;

class TestElementEncode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachSmallNumberComesBack_data();
    void eachSmallNumberComesBack();
    void nearestNumbers();
    void integers();
    void texts();

private:
    static quint32 bitsOf(ElementType type, double value)
    {
        quint32 bits = 0;
        char bytes[8] = {};
        encodeElements(type, &value, 1, bytes);
        std::memcpy(&bits, bytes, static_cast<size_t>(std::min(elementSize(type), 4)));
        return bits;
    }
};

void TestElementEncode::eachSmallNumberComesBack_data()
{
    QTest::addColumn<int>("type");
    for (const ElementType type :
         {ElementType::Float16, ElementType::BFloat16, ElementType::Float8E4M3FN,
          ElementType::Float8E5M2, ElementType::Float8E4M3FNUZ, ElementType::Float8E5M2FNUZ}) {
        QTest::newRow(qPrintable(elementTypeName(type))) << int(type);
    }
}

/// Each code, and what lies halfway to the next: it goes to the even one.
void TestElementEncode::eachSmallNumberComesBack()
{
    QFETCH(int, type);
    const auto element = static_cast<ElementType>(type);
    const quint32 codes = 1U << (8 * elementSize(element));
    const quint32 sign = codes / 2;
    double before = 0;
    for (quint32 code = 0; code < codes; ++code) {
        double value = 0;
        decodeElements(element, reinterpret_cast<const char*>(&code), 1, &value);
        if (std::isnan(value)) {
            double again = 0;
            const quint32 bits = bitsOf(element, value);
            decodeElements(element, reinterpret_cast<const char*>(&bits), 1, &again);
            QVERIFY(std::isnan(again));
            before = code % sign == 0 ? 0 : before; // the NaN in place of -0
            continue;
        }
        QCOMPARE(bitsOf(element, value), code);
        if (code % sign != 0 && std::isfinite(value)) {
            const quint32 even = code % 2 == 0 ? code : code - 1;
            QCOMPARE(bitsOf(element, (value + before) / 2),
                     even == sign && elementSize(element) == 1 &&
                             (element == ElementType::Float8E4M3FNUZ ||
                              element == ElementType::Float8E5M2FNUZ)
                         ? 0U
                         : even);
        }
        before = code % sign == 0 ? 0 : value;
    }
}

void TestElementEncode::nearestNumbers()
{
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(bitsOf(ElementType::Float16, 65519.99), 0x7bffU);
    QCOMPARE(bitsOf(ElementType::Float16, 65520), 0x7c00U);
    QCOMPARE(bitsOf(ElementType::Float16, 1e300), 0x7c00U);
    QCOMPARE(bitsOf(ElementType::Float16, -1e-300), 0x8000U);
    QCOMPARE(bitsOf(ElementType::BFloat16, -infinity), 0xff80U);
    QCOMPARE(bitsOf(ElementType::Float8E4M3FN, 1000), 0x7fU);
    QCOMPARE(bitsOf(ElementType::Float8E4M3FNUZ, -1000), 0x80U);
    QCOMPARE(bitsOf(ElementType::Float8E4M3FNUZ, -0.0), 0U);
    QCOMPARE(bitsOf(ElementType::Float8E5M2, 1e9), 0x7cU);
}

void TestElementEncode::integers()
{
    QCOMPARE(bitsOf(ElementType::Int8, -1.9), 0xffU);
    QCOMPARE(bitsOf(ElementType::UInt8, 257), 1U);
    QCOMPARE(bitsOf(ElementType::Int32, std::nan("")), 0U);
    QCOMPARE(bitsOf(ElementType::UInt32, 4294967295.0), 0xffffffffU);
    QCOMPARE(bitsOf(ElementType::Bool, 0.5), 1U);
}

void TestElementEncode::texts()
{
    const auto text = [](ElementType type, const char* word) {
        const auto bytes = elementFromText(type, QString::fromLatin1(word));
        return bytes ? elementText(type, bytes->constData()) : QString();
    };
    QCOMPARE(text(ElementType::Int64, "-9223372036854775808"),
             QStringLiteral("-9223372036854775808"));
    QCOMPARE(text(ElementType::UInt64, "18446744073709551615"),
             QStringLiteral("18446744073709551615"));
    QCOMPARE(text(ElementType::Int8, "0x7f"), QStringLiteral("127"));
    QCOMPARE(text(ElementType::Int8, "-128"), QStringLiteral("-128"));
    QVERIFY(text(ElementType::Int8, "128").isEmpty());
    QVERIFY(text(ElementType::UInt8, "256").isEmpty());
    QVERIFY(text(ElementType::Int32, "").isEmpty());
    QVERIFY(text(ElementType::Float32, "1,5").isEmpty());
    QCOMPARE(text(ElementType::Float64, "0.5"), QStringLiteral("0.5"));
}

QTEST_GUILESS_MAIN(TestElementEncode)
#include "tst_elementencode.moc"
