#include "core/text/clexer.h"
#include "core/translate/translate.h"

#include <QtTest>

using namespace rocport;

namespace {

QByteArray translated(const QByteArray& text, const TranslateOptions& options = {})
{
    auto result = translateSource(SourceBuffer(text), options);
    return result.ok() ? result.value() : QByteArray("failed: ") + result.error().detail.toUtf8();
}

const QByteArray kRuntime = "#include <hip/hip_runtime.h>\n";
const QByteArray kAdded = "\n#include <hip/hip_runtime.h>\n";

} // namespace

class TestTranslateLike : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void likeHipify_data();
    void likeHipify();
    void corpus_data();
    void corpus();
};

void TestTranslateLike::likeHipify_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << before << after;
    };
    row("flat names", "#include <cublas_v2.h>\n#include <cusparse.h>\n",
        kAdded + "#include <hipblas.h>\n#include <hipsparse.h>\n");
    row("empty line stays", "#include <cuda.h>\n#include <cuda_runtime.h>\n", kRuntime + "\n");
    row("no rule", "#include <cuda_bf16.h>\n#include <nccl.h>\n",
        kAdded + "#include <cuda_bf16.h>\n#include <nccl.h>\n");
    row("cudnn alone", "#include <cudnn.h>\ncudnnCreate(&h);\n",
        kAdded + "#include <cudnn.h>\ncudnnCreate(&h);\n");
    row("guard without pragma", "#ifndef X\n#define X\n__global__ void k();\n#endif\n",
        "#ifndef X\n#define X\n__global__ void k();\n#endif\n");
    row("guard and pragma", "#ifndef X\n#define X\n#pragma once\n__global__ void k();\n#endif\n",
        "#ifndef X" + kAdded + "\n#define X\n#pragma once\n__global__ void k();\n#endif\n");
    row("helper", "#include <helper_cuda.h>\n", kAdded + "#include <hip/hip_runtime_api.h>\n");
    row("nvidia arm", "#ifndef USE_ROCM\ncudaFree\n#endif\n" + kRuntime,
        "#ifndef USE_ROCM\nhipFree\n#endif\n" + kRuntime);
}

void TestTranslateLike::likeHipify()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    TranslateOptions options;
    options.likeHipify = true;
    QCOMPARE(translated(before, options), after);
}

/// Programs of our own with what hipify-clang 7.0.2 made of them, in four modes. Where that would
/// not compile, or needs the types of other files, the expected text is ours (docs/translate.md).
void TestTranslateLike::corpus_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("mode");
    const QDir folder(QStringLiteral(ROCPORT_CORPUS "/hipify"));
    const QStringList sources = folder.entryList({QStringLiteral("*.cu")}, QDir::Files, QDir::Name);
    QVERIFY(sources.size() >= 20);
    for (const QString& source : sources) {
        for (const char* mode : {"default", "launch", "roc", "miopen"}) {
            QTest::addRow("%s %s", qPrintable(source), mode)
                << folder.filePath(source) << QString::fromLatin1(mode);
        }
    }
}

void TestTranslateLike::corpus()
{
    QFETCH(QString, source);
    QFETCH(QString, mode);
    QFile input(source);
    QVERIFY(input.open(QIODevice::ReadOnly));
    const QString base = source.chopped(3);
    QFile output(base + QLatin1Char('.') + mode);
    if (!output.exists()) { // the same as in the default mode
        output.setFileName(base + QStringLiteral(".default"));
    }
    QVERIFY(output.open(QIODevice::ReadOnly));
    TranslateOptions options;
    options.likeHipify = true;
    options.launch = mode == QLatin1StringView("launch") ? LaunchSyntax::Hip : LaunchSyntax::Cuda;
    options.names.roc = mode == QLatin1StringView("roc");
    options.names.miopen = options.names.roc || mode == QLatin1StringView("miopen");
    const QByteArray once = translated(input.readAll(), options);
    QCOMPARE(QString::fromUtf8(once).split(QLatin1Char('\n')),
             QString::fromUtf8(output.readAll()).split(QLatin1Char('\n')));
    // Like the tool, the first run leaves names inside what it moves; the second one finds them.
    const QByteArray twice = translated(once, options);
    if (!once.contains("cuda") && !once.contains("CUDNN_")) {
        QCOMPARE(twice, once);
    }
    QCOMPARE(translated(twice, options), twice);
}

QTEST_GUILESS_MAIN(TestTranslateLike)
#include "tst_translatelike.moc"
