#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/text/clexer.h"
#include "testpaths.h"
#include "tests/unit/cppanalysis.h"

#include <QDir>
#include <QFile>
#include <QtTest>

using namespace rocport;

namespace {

/// "// target: rocm=6.4 arch=gfx942,gfx1100 strategy=sibling" in the first line of a fixture.
AnalysisContext contextFrom(const QByteArray& text)
{
    AnalysisContext context = contextFor();
    const QByteArray first = text.left(text.indexOf('\n')).trimmed();
    if (!first.startsWith("// target:")) {
        return context;
    }
    for (const QByteArray& part : first.mid(10).trimmed().split(' ')) {
        const qsizetype equals = part.indexOf('=');
        const QString value = QString::fromUtf8(part.mid(equals + 1));
        if (part.startsWith("rocm=")) {
            context.target.rocm = Version::parse(value).value();
        } else if (part.startsWith("arch=")) {
            context.target.architectures = value.split(u',');
        } else if (part.startsWith("strategy=")) {
            context.strategy = strategyFromId(value).value();
        }
    }
    return context;
}

/// What a fixture must give: findings, then the text with all hunks made.
QByteArray described(const QByteArray& text, const FileAnalysis& analysis)
{
    QByteArray result;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId == u"hipify-api" || finding.ruleId == u"hipify-launch") {
            continue;
        }
        result += QByteArray::number(finding.line) + ": " + finding.ruleId.toUtf8() + " | " +
                  finding.message.toUtf8() + '\n';
    }
    for (const Hunk& hunk : analysis.hunks) {
        result += "hunk " + QByteArray::number(hunk.firstLine) + '-' +
                  QByteArray::number(hunk.lastLine) + ' ' + hunk.ruleIds.join(u'+').toUtf8() + ' ' +
                  verdictId(hunk.verdict).toUtf8();
        result +=
            hunk.needs.isEmpty() ? "\n" : " needs " + QByteArray::number(hunk.needs.size()) + '\n';
    }
    return result + "----\n" + ported(text, analysis);
}

int braceBalance(const QByteArray& text)
{
    int balance = 0;
    for (const CToken& token : lexC({text.constData(), static_cast<size_t>(text.size())})) {
        const char c = text.at(token.begin);
        if (token.kind == CTokenKind::Punctuator && token.end - token.begin == 1) {
            balance += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
        }
    }
    return balance;
}

} // namespace

/// The sources of tests/corpus/cpp and what is made of them.
class TestCppCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void corpus_data();
    void corpus();
};

void TestCppCorpus::corpus_data()
{
    QTest::addColumn<QString>("path");
    const QDir dir(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/corpus/cpp"));
    const QStringList names = dir.entryList({QStringLiteral("*.cu"), QStringLiteral("*.cuh"),
                                             QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                                            QDir::Files, QDir::Name);
    QVERIFY(names.size() >= 30);
    for (const QString& name : names) {
        QTest::newRow(qPrintable(name)) << dir.filePath(name);
    }
}

/// ROCPORT_UPDATE_CORPUS=1 writes the expected files anew.
void TestCppCorpus::corpus()
{
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const AnalysisContext context = contextFrom(text);
    const QByteArray name = "src/" + QFileInfo(path).fileName().toUtf8();
    const FileAnalysis analysis = analyse(text, context, name);
    const QByteArray result = described(text, analysis);
    QFile expected(path + QStringLiteral(".expected"));
    if (qEnvironmentVariableIsSet("ROCPORT_UPDATE_CORPUS")) {
        QVERIFY(expected.open(QIODevice::WriteOnly));
        expected.write(result);
        return;
    }
    QVERIFY2(expected.open(QIODevice::ReadOnly), qPrintable(expected.fileName()));
    QCOMPARE(result, expected.readAll());

    const bool gated =
        context.strategy == Strategy::CompatHeader || context.strategy == Strategy::TorchExtension;
    const QByteArray after = ported(text, analysis);
    if (gated) {
        const Result<QByteArray> projected = projectCpp(after, "USE_ROCM");
        QVERIFY(projected.ok());
        QCOMPARE(*projected, projectCpp(text, "USE_ROCM").value());
        for (const Hunk& hunk : analysis.hunks) {
            QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
        }
        // A ported file is left alone.
        const FileAnalysis again = analyse(after, context, name);
        QCOMPARE(ported(after, again), after);
    }
    // What ROCm sees has balanced brackets, as what NVIDIA sees has.
    QCOMPARE(braceBalance(text), 0);
    QByteArray swapped = after;
    swapped.replace("#ifdef USE_ROCM", "#IFNDEF").replace("#ifndef USE_ROCM", "#ifdef USE_ROCM");
    swapped.replace("#IFNDEF", "#ifndef USE_ROCM");
    const Result<QByteArray> rocm = projectCpp(swapped, "USE_ROCM");
    QVERIFY(rocm.ok());
    QCOMPARE(braceBalance(*rocm), 0);
}

QTEST_GUILESS_MAIN(TestCppCorpus)
#include "tst_cppcorpus.moc"
