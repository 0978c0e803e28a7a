#include "core/rules/build/nvccflags.h"

#include <QTest>

using namespace rocport;

/// What nvcc's flags in a build file become for HIP's compilers.
class TestNvccFlags : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flags_data();
    void flags();
};

void TestNvccFlags::flags_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("kept", "-O3 -DX=1 -Iinc -std=c++17 -Wall", "-O3 -DX=1 -Iinc -std=c++17 -Wall");
    row("fast math", "--use_fast_math", "-ffast-math");
    row("standard apart", "--std c++14 -O2", "-std=c++14 -O2");
    row("compiler option", "-Xcompiler -fopenmp -O2", "-fopenmp -O2");
    row("compiler options", "-Xcompiler=-fopenmp,-Wall", "-fopenmp -Wall");
    row("quoted value", "-Xcompiler \"-fopenmp -Wall\" -g", "-fopenmp -Wall -g");
    row("escaped quotes", "\"-Xcompiler \\\"-fopenmp -Wall\\\" -g\"", "\"-fopenmp -Wall -g\"");
    row("arguments apart", "\"-Xcompiler\" \"-fPIC\"", "\"-fPIC\"");
    row("gencode apart", "-gencode arch=compute_80,code=sm_80 -g", "-g");
    row("gencode", "-gencode=arch=compute_80,code=[sm_80,compute_80] -g", "-g");
    row("arch", "-arch=sm_90a -arch sm_80 -O1", "-O1");
    row("arch by variable", "-arch=$(SM) -O1", "-O1");
    row("not an architecture of nvidia", "-arch=gfx", "-arch=gfx");
    row("device code", "-rdc=true -dc", "-fgpu-rdc -fgpu-rdc -c");
    row("dropped", "-Xptxas -v --expt-extended-lambda -ccbin g++ -diag-suppress 20012 -O2", "-O2");
    row("stream", "--default-stream per-thread", "-fgpu-default-stream=per-thread");
    row("in an expression", "$<$<CONFIG:Debug>:-G;-lineinfo>",
        "$<$<CONFIG:Debug>:-ggdb;-gline-tables-only>");
    row("value missing", "-Xcompiler", "-Xcompiler");
    row("part of a word", "x-arch=sm_70 a--use_fast_math", "x-arch=sm_70 a--use_fast_math");
}

void TestNvccFlags::flags()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const FlagText once = hipFlags(text);
    QCOMPARE(once.text, expected);
    QCOMPARE(once.changes.isEmpty(), text == expected);
    QCOMPARE(hipFlags(once.text).text, once.text);
}

QTEST_GUILESS_MAIN(TestNvccFlags)
#include "tst_nvccflags.moc"
