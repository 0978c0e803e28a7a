#include "core/rules/analyse.h"
#include "tests/support/builtinrules.h"

#include <QTest>

using namespace rocport;

/// nvcc that shell scripts call.
class TestBuildShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
};

void TestBuildShell::finds_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "line:symbol"
    const auto row = [](const char* name, const char* path, const char* text,
                        const QStringList& found) {
        QTest::newRow(name) << QByteArray(path) << QByteArray(text) << found;
    };
    row("called", "build.sh", "#!/bin/sh\nnvcc -O3 k.cu -o k\n", {QStringLiteral("2:nvcc")});
    row("by a path", "build.sh", "cd x && A=b time \"$CUDA_HOME/bin/nvcc\" k.cu\n",
        {QStringLiteral("1:$CUDA_HOME/bin/nvcc")});
    row("by a variable", "build.sh", "NVCC=${NVCC:-nvcc}\n$NVCC k.cu -o k2\n${NVCC} -c a.cu\n",
        {QStringLiteral("2:$NVCC"), QStringLiteral("3:${NVCC}")});
    row("by a variable that is handed on", "build.sh",
        "export NVCC=/opt/bin/nvcc\ndeclare -x CU=nvcc CC=gcc\nreadonly X=nvcc\n$NVCC a.cu\n"
        "f() {\n  local own=nvcc\n  $own b.cu\n  $CU c.cu\n}\n",
        {QStringLiteral("4:$NVCC"), QStringLiteral("7:$own"), QStringLiteral("8:$CU")});
    row("in a Dockerfile", "Dockerfile", "FROM x\nRUN cd a && nvcc k.cu\nCOPY nvcc b\n",
        {QStringLiteral("2:nvcc")});
    row("no call", "build.sh",
        "# nvcc a.cu\necho nvcc\nwhich nvcc\nmy-nvcc a\n$CC a.c\nCC=gcc\nls nvcc\nexport nvcc\n",
        {});
}

void TestBuildShell::finds()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    AnalysisContext context;
    context.rules = builtinRules();
    const FileAnalysis analysis = analyseFile(RepoPath(path), languageOfFile(path, text.left(20)),
                                              SourceBuffer(text), context);
    QStringList actual;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId == u"make-nvcc") {
            QVERIFY(!finding.wayOut.isEmpty());
            actual.append(QString::number(finding.line) + u':' + finding.symbol);
        }
    }
    QCOMPARE(actual, found);
    QVERIFY(analysis.hunks.isEmpty());
}

QTEST_GUILESS_MAIN(TestBuildShell)
#include "tst_buildshell.moc"
