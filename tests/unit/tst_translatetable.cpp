// Every name and header of the tables, in every mode and for both generations of ROCm. What has to
// come out is worked out here from the text of the tables, not by the code under test.

#include "core/text/clexer.h"
#include "core/translate/translate.h"

#include <QtTest>

using namespace rocport;

namespace {

using Row = QHash<QByteArray, QByteArray>;

QVector<Row> readTable(const char* name)
{
    QFile file(QStringLiteral(ROCPORT_FACTS "/") + QLatin1StringView(name));
    QVector<Row> rows;
    if (!file.open(QIODevice::ReadOnly)) {
        return rows;
    }
    const QList<QByteArray> lines = file.readAll().split('\n');
    const QList<QByteArray> head = lines.first().split('\t');
    for (const QByteArray& line : lines.mid(1)) {
        const QList<QByteArray> cells = line.split('\t');
        Row row;
        for (qsizetype i = 0; i < cells.size() && cells.size() == head.size(); ++i) {
            row.insert(head[i], cells[i]);
        }
        if (!row.isEmpty()) {
            rows.append(row);
        }
    }
    return rows;
}

bool reached(const QByteArray& version, const Version& rocm)
{
    return Version::parse(QString::fromLatin1(version)).value_or(Version()) <= rocm;
}

/// README of the tables, "Columns of cuda_to_hip.tsv".
QByteArray expectedName(const Row& row, const NameOptions& options)
{
    QByteArray cuda = row["cuda"];
    const QByteArray status = row["status"];
    const bool rocm6 = options.rocm.major() < 7;
    if (status == "unsupported" || (status == "experimental" && !options.experimental)) {
        return cuda;
    }
    if (status == "roc_only" && !(options.roc && !row["roc"].isEmpty()) &&
        !(options.miopen && !row["miopen"].isEmpty())) {
        return cuda;
    }
    if (options.miopen && !row["miopen"].isEmpty()) {
        return row["miopen"];
    }
    QByteArray hip = row["hip"];
    if (options.roc && !rocm6) {
        return row["roc"].isEmpty() ? hip : row["roc"];
    }
    if (options.roc && row["roc_rocm6"] != "-") {
        if (!row["roc_rocm6"].isEmpty()) {
            return row["roc_rocm6"];
        }
        if (!row["roc"].isEmpty()) {
            return row["roc"];
        }
    }
    if (!rocm6 || row["hip_rocm6"].isEmpty()) {
        return hip;
    }
    if (row["hip_rocm6"] != "-") {
        return row["hip_rocm6"];
    }
    return !row["hip_added"].isEmpty() && reached(row["hip_added"], options.rocm) ? hip : cuda;
}

} // namespace

class TestTranslateTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void headers_data();
    void headers();
    void argumentRules();
};

void TestTranslateTable::names_data()
{
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");
    QTest::addColumn<QByteArray>("mode");
    for (const char* mode : {"default", "roc", "miopen", "experimental"}) {
        QTest::addRow("7.2 %s", mode) << 7 << 2 << QByteArray(mode);
        QTest::addRow("6.3 %s", mode) << 6 << 3 << QByteArray(mode);
    }
}

/// All names in one file, each in a line of its own, as the operand of an expression.
void TestTranslateTable::names()
{
    QFETCH(int, major);
    QFETCH(int, minor);
    QFETCH(QByteArray, mode);
    TranslateOptions options;
    options.names.rocm = {major, minor};
    options.names.roc = mode == "roc";
    options.names.miopen = mode == "miopen" || mode == "roc";
    options.names.experimental = mode == "experimental";

    QSet<QByteArray> added; // names that other tables know better
    for (const Row& row : readTable("substitutes.tsv")) {
        added.insert(row["cuda"]);
    }
    for (const Row& row : readTable("device_added.tsv")) {
        added.insert(row["name"]);
    }
    QHash<QByteArray, QByteArray> newer; // README of the tables, "Columns of the others"
    for (const Row& row : readTable("newer_names.tsv")) {
        const bool isUntil =
            !row["hip_until"].isEmpty() && reached(row["hip_until"], options.names.rocm);
        if (reached(row["hip_added"], options.names.rocm) && !isUntil) {
            newer.insert(row["cuda"], row["hip"].isEmpty() ? row["cuda"] : row["hip"]);
        }
    }
    QVERIFY(!newer.isEmpty());
    QByteArray before = "#include <hip/hip_runtime.h>\n#include <cuda_runtime.h>\n";
    QList<QByteArray> expected;
    QList<QByteArray> names;
    for (const Row& row : readTable("cuda_to_hip.tsv")) {
        // Words of C++ and common names count in the shape of a call or a template only.
        if (row["kind"] == "header" || added.contains(row["cuda"]) || row["cuda"].size() < 3) {
            continue;
        }
        const bool call = row["kind"] == "device_function";
        before += "x = " + row["cuda"] + (call ? "();\n" : ";\n");
        names.append(row["cuda"]);
        QByteArray name = expectedName(row, options.names);
        if (name.toLower().startsWith("hipdnn")) { // discontinued
            name = row["cuda"];
        }
        if (!(options.names.roc && row["api"] == "blas")) {
            name = newer.value(row["cuda"], name);
        }
        expected.append("x = " + name + (call ? "();" : ";"));
    }
    QVERIFY(names.size() > 9000);
    const auto result = translateSource(SourceBuffer(before), options);
    QVERIFY(result.ok());
    const QList<QByteArray> lines = result.value().split('\n').mid(1);
    QCOMPARE(lines.size(), expected.size() + 1);
    QStringList wrong;
    for (qsizetype i = 0; i < expected.size(); ++i) {
        if (lines[i] != expected[i] && wrong.size() < 20) {
            wrong.append(QString::fromUtf8(names[i] + ": " + lines[i] + " and not " + expected[i]));
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    const auto again = translateSource(SourceBuffer(result.value()), options);
    QCOMPARE(again.value(), result.value());
}

void TestTranslateTable::headers_data()
{
    QTest::addColumn<bool>("like");
    QTest::newRow("installed paths") << false;
    QTest::newRow("like hipify") << true;
}

void TestTranslateTable::headers()
{
    QFETCH(bool, like);
    QHash<QByteArray, QByteArray> installed;
    for (const Row& row : readTable("installed_headers.tsv")) {
        installed.insert(row["cuda_header"], row["installed"]);
    }
    int renamed = 0;
    for (const Row& row : readTable("headers.tsv")) {
        const QByteArray header = row["cuda_header"];
        const QByteArray note = row["note"];
        const bool dropped = note.startsWith("dropped:");
        const bool foreign = note.startsWith("not in HIPIFY");
        if (header.startsWith("helper_") || header == "cudnn.h" ||
            note.startsWith("unsupported:") || (like && foreign)) {
            continue;
        }
        TranslateOptions options;
        options.likeHipify = like;
        const QByteArray before =
            "#include <hip/hip_runtime.h>\n#include <" + header + ">\nint x;\n";
        const auto result = translateSource(SourceBuffer(before), options);
        QVERIFY(result.ok());
        QByteArray target = row["hip_header"];
        if (!like && !installed.value(header).isEmpty()) {
            target = installed.value(header);
        }
        QByteArray after = "#include <hip/hip_runtime.h>\n";
        if (dropped) {
            after += like ? "\n" : "";
        } else if (target != "hip/hip_runtime.h" || like) {
            after += "#include <" + target + ">\n";
        }
        QCOMPARE(result.value(), after + "int x;\n");
        ++renamed;
    }
    QVERIFY(renamed > 40);
}

/// Every rule of the table changes a call with enough arguments, and only under its group.
void TestTranslateTable::argumentRules()
{
    for (const ArgumentRule& rule : allArgumentRules()) {
        const QByteArray name(rule.cuda.data(), qsizetype(rule.cuda.size()));
        int count = std::max(rule.argument + rule.count, rule.target);
        for (const ArgumentRule& other : ::rocport::argumentRules(rule.cuda)) {
            count = std::max({count, other.argument + other.count, other.target});
        }
        if (name == "cudaMallocHost") {
            count = 2;
        } else if (rule.group == ArgumentGroup::Hip && rule.action == ArgumentAction::Remove) {
            count = name.endsWith("WithFlags") ? 7 : 6;
        } else if (name == "cusparseSpSM_solve") {
            count = 10;
        }
        QByteArray list;
        for (int i = 0; i < count; ++i) {
            list += (i ? ", a" : "a") + QByteArray::number(i);
        }
        TranslateOptions options;
        options.names.roc = rule.group == ArgumentGroup::Roc;
        options.names.miopen = rule.group == ArgumentGroup::Miopen;
        const QByteArray text =
            "#include <hip/hip_runtime.h>\nvoid f() { " + name + "(" + list + "); }\n";
        const auto result = translateSource(SourceBuffer(text), options);
        QVERIFY(result.ok());
        if (rule.action != ArgumentAction::Wrap) {
            QVERIFY2(!result.value().contains("(" + list + ")"), result.value());
        }
        const QByteArray wanted(rule.text.data(), qsizetype(rule.text.size()));
        if (wanted != "{version}") {
            QVERIFY2(result.value().contains(wanted), result.value());
        }
    }
}

QTEST_GUILESS_MAIN(TestTranslateTable)
#include "tst_translatetable.moc"
