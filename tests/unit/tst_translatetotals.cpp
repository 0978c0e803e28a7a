#include "core/text/clexer.h"
#include "core/translate/totals.h"

#include <QJsonArray>
#include <QtTest>

using namespace rocport;

namespace {

Translation translationOf(const QByteArray& text, LaunchSyntax launch = LaunchSyntax::Cuda)
{
    TranslateOptions options;
    options.launch = launch;
    const SourceBuffer source(text);
    return translateTokens(source, lexC(source.view()), options);
}

const QByteArray kFirst = "#include <cuda_runtime.h>\nvoid f() { cudaFree(a); cudaFree(b); "
                          "cudaCtxResetPersistingL2Cache(); cudaThreadSynchronize(); }\n";
const QByteArray kSecond = "#include <cuda_runtime.h>\n#include <cublas_v2.h>\nvoid g() { "
                           "cudaFree(c); int s = cublasSgemm(h); k<<<1, 2>>>(3); }\n";

} // namespace

class TestTranslateTotals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneFile();
    void sumOfParts();
    void json();
    void nothing();
};

void TestTranslateTotals::oneFile()
{
    TranslateTotals totals;
    totals.add(translationOf(kFirst));
    const TranslateTotals::Sum runtime = totals.libraries().value(QStringLiteral("runtime"));
    QCOMPARE(runtime.names, 3);
    QCOMPARE(runtime.uses, 4);
    QCOMPARE(runtime.changed, 3);
    QCOMPARE(runtime.unsupported, 1);
    QCOMPARE(runtime.deprecated, 1);
    // One place without counterpart, one deprecated: both of minutes.
    QCOMPARE(runtime.efforts[size_t(Effort::Minutes)], 2);
    QCOMPARE(totals.libraries().value(QStringLiteral("headers")).changed, 1);
    QCOMPARE(totals.all().changed, 4);
    QCOMPARE(totals.all().names, 4);
}

/// Names that two files share count once; everything else adds up, in either order.
void TestTranslateTotals::sumOfParts()
{
    TranslateTotals first;
    first.add(translationOf(kFirst, LaunchSyntax::Hip));
    TranslateTotals second;
    second.add(translationOf(kSecond, LaunchSyntax::Hip));
    TranslateTotals both = first;
    both.add(second);
    TranslateTotals reversed = second;
    reversed.add(first);
    TranslateTotals together;
    together.add(translationOf(kFirst, LaunchSyntax::Hip));
    together.add(translationOf(kSecond, LaunchSyntax::Hip));
    QCOMPARE(both.toJson(), together.toJson());
    QCOMPARE(both.toJson(), reversed.toJson());
    QCOMPARE(both.libraries().value(QStringLiteral("runtime")).names, 3);
    QCOMPARE(both.libraries().value(QStringLiteral("runtime")).uses, 5);
    QCOMPARE(both.launches(), 1);
}

void TestTranslateTotals::json()
{
    TranslateTotals totals;
    totals.add(translationOf(kSecond));
    const QJsonObject json = totals.toJson();
    QCOMPARE(json.value(QStringLiteral("libraries")).toArray().size(), 3);
    const QJsonObject all = json.value(QStringLiteral("all")).toObject();
    QCOMPARE(all.value(QStringLiteral("unsupported")).toInt(), 0);
    QCOMPARE(all.value(QStringLiteral("efforts")).toObject().size(), 4);
    QCOMPARE(totals.lines().size(), 4);
    QVERIFY(totals.lines().first().startsWith(QStringLiteral("All: 4 names in 4 places, 4 edits")));
}

void TestTranslateTotals::nothing()
{
    TranslateTotals totals;
    totals.add(translationOf("int x;\n"));
    QCOMPARE(totals.all(), TranslateTotals::Sum());
    QVERIFY(totals.libraries().isEmpty());
}

QTEST_GUILESS_MAIN(TestTranslateTotals)
#include "tst_translatetotals.moc"
