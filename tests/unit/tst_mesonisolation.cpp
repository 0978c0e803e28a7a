#include "core/isolation/isolation.h"
#include "core/isolation/mesonlanguages.h"

#include <QTest>

using namespace rocport;

/// How changes of meson files are proved: the guard, the options, and the language CUDA.
class TestMesonIsolation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void languages_data();
    void languages();
    void changesAreSeen_data();
    void changesAreSeen();
};

void TestMesonIsolation::languages_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<bool>("equal");
    const auto row = [](const char* name, const char* left, const char* right, bool equal) {
        QTest::newRow(name) << QByteArray(left) << QByteArray(right) << equal;
    };
    row("behind it", "project('p', 'cpp', 'cuda')\n",
        "project('p', 'cpp')\nadd_languages('cuda')\n", true);
    row("for both machines", "project('p', 'c', 'cuda', 'cpp')\nx()\n",
        "project('p', 'c', 'cpp')\n\nadd_languages('cuda', native: false)\nadd_languages('cuda', "
        "required: false, native: true)\nx()\n",
        false); // one blank line more
    row("for one machine", "project('p', 'cpp', 'cuda')\n",
        "project('p', 'cpp')\nadd_languages('cuda', native: false)\n", false);
    row("not wanted", "project('p', 'cpp', 'cuda')\n",
        "project('p', 'cpp')\nadd_languages('cuda', required: false)\n", false);
    row("later", "project('p', 'cpp', 'cuda')\nx()\n",
        "project('p', 'cpp')\nx()\nadd_languages('cuda')\n", false);
    row("lost", "project('p', 'cpp', 'cuda')\n", "project('p', 'cpp')\n", false);
    row("a language that meson adds later", "project('p', 'd', 'cuda')\n",
        "project('p', 'd')\nadd_languages('cuda')\n", false);
    row("the name", "project('cuda', 'cpp')\n", "project('cuda', 'cpp')\nadd_languages('cuda')\n",
        false);
}

void TestMesonIsolation::languages()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(bool, equal);
    const Verdict verdict = proveFile(left, right, Language::Meson, {}).verdict;
    QCOMPARE(verdict, equal ? Verdict::Equivalent : Verdict::Violated);
    const MesonLanguages a = withoutCuda(left);
    const MesonLanguages b = withoutCuda(right);
    QCOMPARE(a.cuda && b.cuda && a.text == b.text, equal);
}

void TestMesonIsolation::changesAreSeen_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("ported");
    QTest::addColumn<Verdict>("verdict");
    const auto row = [](const char* name, const char* original, const char* ported,
                        Verdict verdict) {
        QTest::newRow(name) << QByteArray(original) << QByteArray(ported) << verdict;
    };
    row("guard", "a()\n", "if get_option('use_rocm')\n  b()\nelse\na()\nendif\n",
        Verdict::Projected);
    row("negated", "a()\n", "if not get_option('use_rocm')\na()\nendif\n", Verdict::Projected);
    row("elif", "if x\n  a()\nendif\n", "if get_option('use_rocm')\n  b()\nelif x\n  a()\nendif\n",
        Verdict::Projected);
    row("nested", "a()\n",
        "if get_option('use_rocm')\n  if y\n    b()\n  else\n    c()\n  endif\nendif\na()\n",
        Verdict::Projected);
    row("in a text", "a('''\n''')\n", "a('''\nif get_option('use_rocm')\nendif\n''')\n",
        Verdict::Violated);
    row("in a comment", "a()\n", "# if get_option('use_rocm')\na()\n# endif\n", Verdict::Violated);
    row("another option", "a()\n", "if get_option('use_hip')\n  b()\nelse\na()\nendif\n",
        Verdict::Violated);
    row("more than the option", "a()\n",
        "if get_option('use_rocm') or x\n  b()\nelse\na()\nendif\n", Verdict::Violated);
    row("a feature", "a()\n",
        "if get_option('use_rocm').enabled()\n  b()\nelif not get_option('use_rocm').enabled()\na()"
        "\nendif\n",
        Verdict::Projected);
    row("a feature that is allowed", "a()\n",
        "if get_option('use_rocm').allowed()\n  b()\nendif\na()\n", Verdict::Violated);
    row("a feature that is not", "a()\n",
        "if get_option('use_rocm').disabled()\n  b()\nelse\na()\nendif\n", Verdict::Violated);
    row("a feature that is disabled", "",
        "option('use_rocm', type: 'feature', value: 'disabled')\n", Verdict::Projected);
    row("a feature that may be on", "", "option('use_rocm', type: 'feature', value: 'auto')\n",
        Verdict::Violated);
    row("an option that is on", "", "option('use_rocm', type: 'boolean', value: true)\n",
        Verdict::Violated);
    row("an option that is off", "", "option('use_rocm', type: 'boolean', value: false)\n",
        Verdict::Projected);
    row("an option without a value", "", "option('use_rocm', type: 'boolean')\n",
        Verdict::Violated);
    row("an option behind a line without an end", "option('x')",
        "option('x')\noption('use_rocm', type: 'boolean', value: false)", Verdict::Projected);
    row("names of GPUs", "", "option('rocm_arch', type: 'array', value: ['gfx942'])\n",
        Verdict::Violated);
    row("a byte of the other arm", "a( )\n", "if get_option('use_rocm')\nelse\na()\nendif\n",
        Verdict::Violated);
    row("without an end", "a()\n", "if get_option('use_rocm')\na()\n", Verdict::Unproved);
    row("not readable", "a()\n", "a(\n", Verdict::Unproved);
}

void TestMesonIsolation::changesAreSeen()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, ported);
    QFETCH(Verdict, verdict);
    const IsolationProof proof = proveFile(original, ported, Language::Meson, {});
    QVERIFY2(proof.verdict == verdict, qPrintable(proof.reason));
}

QTEST_GUILESS_MAIN(TestMesonIsolation)
#include "tst_mesonisolation.moc"
