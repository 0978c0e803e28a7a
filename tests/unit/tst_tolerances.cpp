#include "core/tensor/tolerances.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

class TolerancesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaults_data();
    void defaults();
    void overridesComeFirst();
    void namesWithWildcards();
    void bothWays();
    void refuses_data();
    void refuses();
    void files();
};

void TolerancesTest::defaults_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("bound");
    const auto row = [](const char* name, ElementType type, OperationKind kind, double bound) {
        QTest::newRow(name) << int(type) << int(kind) << bound;
    };
    row("float64", ElementType::Float64, OperationKind::Single, 1e-7);
    row("float32", ElementType::Float32, OperationKind::Single, 1e-4);
    row("float16", ElementType::Float16, OperationKind::Layers, 1e-2);
    row("bfloat16", ElementType::BFloat16, OperationKind::Single, 5e-2);
    row("bfloat16, layers", ElementType::BFloat16, OperationKind::Layers, 1e-1);
    row("e4m3", ElementType::Float8E4M3FNUZ, OperationKind::Single, 0.125);
    row("e5m2", ElementType::Float8E5M2, OperationKind::Single, 0.25);
    row("int32", ElementType::Int32, OperationKind::Layers, 0);
    row("bool", ElementType::Bool, OperationKind::Single, 0);
}

void TolerancesTest::defaults()
{
    QFETCH(int, type);
    QFETCH(int, kind);
    QFETCH(double, bound);
    const Tolerance tolerance = defaultTolerance(ElementType(type), OperationKind(kind));
    QCOMPARE(tolerance.absolute, bound);
    QCOMPARE(tolerance.relative, bound);
    QVERIFY(!tolerance.isOverride());
}

void TolerancesTest::overridesComeFirst()
{
    Tolerances tolerances;
    tolerances.types.insert(ElementType::Float16, {2, 3, QStringLiteral("type")});
    tolerances.overrides.append({QStringLiteral("a"), {4, 5, QStringLiteral("tensor")}});
    const auto of = [&tolerances](const char* name, ElementType one, ElementType other) {
        return tolerances.of(QString::fromLatin1(name), one, other).absolute;
    };
    QCOMPARE(of("a", ElementType::Float32, ElementType::Float32), 4.0);
    QCOMPARE(of("b", ElementType::Float32, ElementType::Float32), 1e-4);
    QCOMPARE(of("b", ElementType::Float32, ElementType::Float16), 2.0);
    QCOMPARE(of("b", ElementType::BFloat16, ElementType::Float32), 5e-2);
    QCOMPARE(of("b", ElementType::Int32, ElementType::Float32), 1e-4);
    tolerances.all = Tolerance{9, 9, QStringLiteral("all")};
    QCOMPARE(of("b", ElementType::Float32, ElementType::Float32), 9.0);
    QCOMPARE(of("a", ElementType::Float32, ElementType::Float32), 4.0);
    QCOMPARE(of("b", ElementType::Int32, ElementType::Int32), 0.0);
}

void TolerancesTest::namesWithWildcards()
{
    Tolerances tolerances;
    tolerances.overrides = {{QStringLiteral("layers.*.weight"), {1, 1, QStringLiteral("r")}},
                            {QStringLiteral("[x]?"), {2, 2, QStringLiteral("r")}}};
    const auto of = [&tolerances](const char* name) {
        return tolerances.of(QString::fromLatin1(name), ElementType::Float32, ElementType::Float32)
            .absolute;
    };
    QCOMPARE(of("layers.0.weight"), 1.0);
    QCOMPARE(of("layers.0/a.weight"), 1.0);
    QCOMPARE(of("layersx0.weight"), 1e-4);
    QCOMPARE(of("[x]y"), 2.0);
    QCOMPARE(of("xy"), 1e-4);
}

void TolerancesTest::bothWays()
{
    Tolerances tolerances;
    tolerances.kind = OperationKind::Layers;
    tolerances.types.insert(ElementType::Float8E5M2FNUZ, {0.5, 0.25, QStringLiteral("measured")});
    tolerances.overrides.append({QStringLiteral("out*"), {0, 1e-3, QStringLiteral("atomics")}});
    tolerances.all = Tolerance{1, 2, QStringLiteral("trial")};
    const auto back = tolerancesFromJson(tolerancesToJson(tolerances), {});
    QVERIFY2(back.ok(), qPrintable(back.ok() ? QString() : back.error().detail));
    QCOMPARE(tolerancesToJson(*back), tolerancesToJson(tolerances));
    QCOMPARE(back->overrides.first().tolerance.relative, 1e-3);
}

void TolerancesTest::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* json, const char* said) {
        QTest::newRow(name) << QByteArray(json) << QString::fromLatin1(said);
    };
    row("no format", "{}", "format");
    row("newer", R"({"format":2})", "format");
    row("unknown key", R"({"format":1,"tensor":[]})", "tensor is not known");
    row("kind", R"({"format":1,"kind":"huge"})", "kind must be");
    row("type", R"({"format":1,"types":{"float12":{"absolute":1,"relative":1,"reason":"r"}}})",
        "float12");
    row("no reason", R"({"format":1,"tensors":[{"name":"a","absolute":1,"relative":1}]})",
        "reason");
    row("blank reason",
        R"({"format":1,"tensors":[{"name":"a","absolute":1,"relative":1,"reason":" "}]})",
        "reason");
    row("negative",
        R"({"format":1,"tensors":[{"name":"a","absolute":-1,"relative":1,"reason":"r"}]})",
        "at least 0");
    row("no name", R"({"format":1,"tensors":[{"absolute":1,"relative":1,"reason":"r"}]})",
        "no name");
}

void TolerancesTest::refuses()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, said);
    const auto read =
        tolerancesFromJson(QJsonDocument::fromJson(json).object(), QStringLiteral("t.json"));
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::ParseFailed);
    QVERIFY2(read.error().detail.contains(said), qPrintable(read.error().detail));
}

void TolerancesTest::files()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("t.json"));
    QCOMPARE(readTolerances(path).error().code, ErrorCode::FileNotFound);
    QVERIFY(writeTolerances(path, {}).ok());
    QVERIFY(readTolerances(path).ok());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("nope");
    file.close();
    QCOMPARE(readTolerances(path).error().code, ErrorCode::ParseFailed);
    QVERIFY(file.resize(2 << 20));
    QCOMPARE(readTolerances(path).error().code, ErrorCode::FileTooLarge);
    QCOMPARE(writeTolerances(folder.filePath(QStringLiteral("t.json/no")), {}).error().code,
             ErrorCode::FileWriteFailed);
}

QTEST_GUILESS_MAIN(TolerancesTest)
#include "tst_tolerances.moc"
