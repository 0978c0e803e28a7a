// The texts that a proof compares are those that its verdict rests on.
#include "core/isolation/comparedtexts.h"

#include <QTest>

using namespace rocport;

class TestComparedTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatIsCompared_data();
    void showsWhatIsCompared();
    void unreadableStaysAsItIs();
};

void TestComparedTexts::showsWhatIsCompared_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<int>("verdict");
    const auto row = [](const char* name, Language language, const QByteArray& original,
                        const QByteArray& ported, const QByteArray& left, const QByteArray& right,
                        Verdict verdict) {
        QTest::newRow(name) << original << ported << static_cast<int>(language) << left << right
                            << static_cast<int>(verdict);
    };
    row("guarded", Language::Cuda, "int a;\nint b;\n",
        "#ifdef USE_ROCM\nlong a;\n#else\nint a;\n#endif\nint b;\n", "int a;\nint b;\n",
        "int a;\nint b;\n", Verdict::Projected);
    row("not guarded", Language::Cuda, "int a;\nint b;\n", "long a;\nint b;\n", "int a;\nint b;\n",
        "long a;\nint b;\n", Verdict::Violated);
    row("own guards", Language::Cpp, "#ifdef USE_ROCM\nint r;\n#endif\nint a;\n",
        "#ifdef USE_ROCM\nlong r;\n#endif\nint a;\n", "int a;\n", "int a;\n", Verdict::Projected);
    row("Python", Language::Python, "from x import is_rocm\nmode = 'a'\n",
        "from x import is_rocm\nmode = 'b' if is_rocm else 'a'\n",
        "from x import is_rocm\nmode = 'a'\n", "mode = 'a'\n", Verdict::Projected);
    row("Dockerfile", Language::Dockerfile, "FROM nvidia/cuda:12\n",
        "ARG BASE=nvidia/cuda:12\nFROM ${BASE}\n", "FROM nvidia/cuda:12\n", "FROM nvidia/cuda:12\n",
        Verdict::Equivalent);
    row("no guards", Language::Json, "{\"a\": 1}\n", "{\"a\": 2}\n", "{\"a\": 1}\n", "{\"a\": 2}\n",
        Verdict::Unproved);
}

void TestComparedTexts::showsWhatIsCompared()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(int, language);
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(int, verdict);
    const TargetSettings target;
    const auto kind = static_cast<Language>(language);
    const ComparedTexts texts = comparedTexts(original, ported, kind, target);
    QCOMPARE(static_cast<int>(texts.proof.verdict), verdict);
    QCOMPARE(texts.proof.reason, proveFile(original, ported, kind, target).reason);
    if (texts.ownGuards && kind == Language::Python) {
        left = right; // the original's import of the flag goes as well
    }
    QCOMPARE(texts.original, left);
    QCOMPARE(texts.projection, right);
    QCOMPARE(texts.projected, kind != Language::Json);
}

void TestComparedTexts::unreadableStaysAsItIs()
{
    for (const auto& [language, ported] :
         {std::pair(Language::Cuda, QByteArray("#ifdef USE_ROCM\nint a;\n")),
          std::pair(Language::Python, QByteArray("def f(:\n"))}) {
        const ComparedTexts texts = comparedTexts("x = 1\n", ported, language, {});
        QVERIFY(!texts.projected);
        QCOMPARE(texts.original, QByteArray("x = 1\n"));
        QCOMPARE(texts.projection, ported);
        QCOMPARE(static_cast<int>(texts.proof.verdict), static_cast<int>(Verdict::Unproved));
        QVERIFY(!texts.proof.reason.isEmpty());
    }
}

QTEST_GUILESS_MAIN(TestComparedTexts)
#include "tst_comparedtexts.moc"
