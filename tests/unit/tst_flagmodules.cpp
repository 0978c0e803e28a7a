#include "core/isolation/isolation.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/portedtree.h"

#include <QTest>

#include <algorithm>

using namespace rocport;
using test::ported;
using Scan = test::ScannedTree;

/// Modules that define is_rocm for others: those of the target settings and those of packages.
class TestFlagModules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flagModule_data();
    void flagModule();
    void flagModuleThere();
    void flagModuleInALibrary_data();
    void flagModuleInALibrary();
    void flagOfPackage();
    void manyPackages();
    void newModules();

private:
    [[nodiscard]] Scan scan(const MemoryTree& tree, const Scan& previous = {},
                            const TargetSettings& target = {}) const
    {
        return test::scanned(tree, m_rules, previous, target);
    }

    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

void TestFlagModules::flagModule_data()
{
    QTest::addColumn<QByteArray>("package"); // of the repository
    QTest::addColumn<QByteArray>("made");
    QTest::newRow("beside") << QByteArray("pkg/__init__.py") << QByteArray("pkg/rocm.py");
    QTest::newRow("src") << QByteArray("src/pkg/__init__.py") << QByteArray("src/pkg/rocm.py");
    QTest::newRow("none") << QByteArray("other.py") << QByteArray("pkg/rocm.py");
}

void TestFlagModules::flagModule()
{
    QFETCH(QByteArray, package);
    QFETCH(QByteArray, made);
    TargetSettings target;
    target.flagModule = QStringLiteral("pkg.rocm");
    MemoryTree tree;
    const QByteArray model = "import torch\n\n\ndef build(m):\n"
                             "    return torch.compile(m, mode=\"max-autotune\")\n";
    tree.files = {{package, "# torch\n"}, {"a.py", model}, {"b.py", model}};
    const Scan result = scan(tree, {}, target);
    QVERIFY(result);
    QVector<Hunk> modules;
    for (const Hunk& hunk : result->hunks) {
        if (hunk.sourcePath.isEmpty()) {
            modules.append(hunk);
        }
    }
    QCOMPARE(modules.size(), qsizetype(1));
    QCOMPARE(modules[0].targetPath.bytes(), made);
    QCOMPARE(modules[0].verdict, Verdict::Projected);
    for (const Hunk& hunk : result->hunks) {
        const bool import = hunk.ruleIds.contains(QStringLiteral("detect-is-rocm"));
        if (import && !hunk.sourcePath.isEmpty()) {
            QCOMPARE(hunk.needs, QVector<QByteArray>{modules[0].key});
        }
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
    }
    QCOMPARE(
        ported(tree, result, "a.py"),
        QByteArray(
            "import torch\n\nfrom pkg.rocm import is_rocm\n\n\ndef build(m):\n"
            "    return torch.compile(m, mode=\"default\" if is_rocm else \"max-autotune\")\n"));
    const QByteArray text = ported(tree, result, made.constData());
    QVERIFY(text.contains("import torch\n\nis_rocm = hasattr(torch.version, \"hip\")"));
    // With the module in place nothing is left to do.
    tree.files[made] = text;
    tree.files["a.py"] = ported(tree, result, "a.py");
    const Scan second = scan(tree, {}, target);
    for (const Hunk& hunk : second->hunks) {
        QCOMPARE(hunk.sourcePath.bytes(), QByteArray("b.py"));
        QVERIFY(!hunk.needs.contains(modules[0].key));
    }
}

void TestFlagModules::flagModuleThere()
{
    TargetSettings target;
    target.flagModule = QStringLiteral("pkg.device");
    MemoryTree tree;
    tree.files = {{"pkg/__init__.py", ""},
                  {"pkg/device.py", "import torch\n\n\ndef name():\n    return \"x\"\n"},
                  {"a.py", "import torch\nm = torch.compile(m, mode=\"max-autotune\")\n"}};
    const Scan result = scan(tree, {}, target);
    QVERIFY(result);
    QVERIFY(ported(tree, result, "pkg/device.py")
                .startsWith("import torch\n\nis_rocm = hasattr(torch.version, \"hip\")"));
    QByteArray key;
    for (const Hunk& hunk : result->hunks) {
        QVERIFY(!hunk.sourcePath.isEmpty());
        key = hunk.sourcePath.bytes() == "pkg/device.py" ? hunk.key : key;
    }
    QVERIFY(std::any_of(result->hunks.begin(), result->hunks.end(),
                        [&](const Hunk& hunk) { return hunk.needs.contains(key); }));
}

void TestFlagModules::flagModuleInALibrary_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QByteArray>("other"); // a file of the repository
    QTest::addColumn<bool>("free");
    const auto row = [](const char* name, const char* module, const char* other, bool free) {
        QTest::newRow(name) << QString::fromLatin1(module) << QByteArray(other) << free;
    };
    row("torch", "torch.rocm", "x.py", false);
    row("standard library", "os.rocm", "x.py", false);
    row("imported", "otherlib", "x.py", false);
    row("in what is imported", "otherlib.rocm", "x.py", false);
    row("the repository's own", "otherlib.rocm", "otherlib/__init__.py", true);
    row("below src", "otherlib.rocm", "src/otherlib/a.py", true);
    row("named as the standard library", "code.rocm", "code/train.py", true);
    row("new", "pkg.rocm", "x.py", true);
}

/// A module of the target settings neither hides nor is looked for in a library.
void TestFlagModules::flagModuleInALibrary()
{
    QFETCH(QString, module);
    QFETCH(QByteArray, other);
    QFETCH(bool, free);
    TargetSettings target;
    target.flagModule = module;
    MemoryTree tree;
    tree.files = {{other, "\n"},
                  {"a.py", "import torch\nimport otherlib.sub\n\nm = torch.compile(m, "
                           "mode=\"max-autotune\")\n"}};
    const auto result = scanTree(tree, m_rules, target, nullptr, {}, {}, 1);
    QCOMPARE(result.ok(), free);
    if (!free) {
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
        return;
    }
    // The port that names it is scanned again.
    tree.files["b.py"] = "from " + module.toUtf8() + " import is_rocm\n";
    QVERIFY(scanTree(tree, m_rules, target, nullptr, {}, {}, 1).ok());
}

/// A package has one module for the flag where more than one of its files need it and can only be
/// loaded as its modules; else a file has its own line.
void TestFlagModules::flagOfPackage()
{
    const QByteArray use =
        "\n\ndef build(m):\n    return torch.compile(m, mode=\"max-autotune\")\n";
    const QByteArray own = "is_rocm = hasattr(torch.version";
    MemoryTree tree;
    tree.files = {
        {"src/pkg/__init__.py", "from .first import build\n"},
        {"src/pkg/first.py", "import torch\n" + use}, // imported from the package by others
        {"src/pkg/sub/__init__.py", ""},
        {"src/pkg/sub/deep.py", "import torch\n\nfrom ..first import build as other\n" + use},
        {"src/pkg/named.py", "import torch\n\nfrom pkg.first import other\n" + use},
        {"src/pkg/tool.py",
         "import torch\n" + use + "\n\nif __name__ == \"__main__\":\n    build(0)\n"},
        {"src/pkg/bare.py", "import torch\n" + use}, // by bare_user.py
        {"src/pkg/bare_user.py", "import bare\nfrom . import first\n"},
        {"src/pkg/nobody.py", "import torch\n" + use}, // nothing tells
        {"script.py", "import torch\n\nimport pkg\n" + use},
        {"one/__init__.py", ""},
        {"one/only.py", "import torch\n\nfrom . import x\n" + use},
        {"tests/unit/__init__.py", ""},
        {"tests/unit/a.py", "import torch\n\nfrom . import x\n" + use},
        {"tests/unit/b.py", "import torch\n\nfrom . import x\n" + use}};
    const Scan result = scan(tree);
    QVERIFY(result);
    const auto starts = [&](const char* path, const QByteArray& text) {
        const QByteArray made = ported(tree, result, path);
        if (!made.startsWith(text + "\n\n\ndef build")) {
            qWarning().noquote() << path << made;
        }
        return made.startsWith(text + "\n\n\ndef build");
    };
    const QByteArray line = "import torch\n\nfrom ._rocm import is_rocm";
    QVERIFY(starts("src/pkg/first.py", line));
    QVERIFY(starts("src/pkg/sub/deep.py", "import torch\n\nfrom .._rocm import is_rocm\n"
                                          "from ..first import build as other"));
    QVERIFY(starts("src/pkg/named.py", "import torch\n\nfrom pkg._rocm import is_rocm\n"
                                       "from pkg.first import other"));
    for (const char* path : {"src/pkg/tool.py", "src/pkg/bare.py", "src/pkg/nobody.py", "script.py",
                             "one/only.py", "tests/unit/a.py", "tests/unit/b.py"}) {
        QVERIFY2(ported(tree, result, path).contains(own), path);
    }
    QVERIFY(ported(tree, result, "src/pkg/_rocm.py").contains(own));
    QVERIFY(ported(tree, result, "one/_rocm.py").isEmpty());
    for (const Hunk& hunk : result->hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
        QVERIFY2(hunk.verdictReason.contains(QStringLiteral("byte for byte")) ||
                     hunk.sourcePath.isEmpty(),
                 qPrintable(hunk.targetPath.display() + hunk.verdictReason));
    }
    // The key says what is decided, not how the file comes to the flag: an older decision holds.
    MemoryTree alone;
    alone.files = tree.files;
    alone.files.remove("src/pkg/sub/deep.py");
    alone.files.remove("src/pkg/named.py");
    const Scan fewer = scan(alone, result);
    QVERIFY(ported(alone, fewer, "src/pkg/first.py").contains(own));
    const auto keyOf = [](const Scan& from) {
        for (const Hunk& hunk : from->hunks) {
            if (hunk.sourcePath.bytes() == "src/pkg/first.py" &&
                hunk.ruleIds.contains(QStringLiteral("detect-is-rocm"))) {
                return hunk.key;
            }
        }
        return QByteArray();
    };
    QVERIFY(!keyOf(result).isEmpty());
    QCOMPARE(keyOf(fewer), keyOf(result));
    // One more file, and the line becomes an import again; a scan from nothing says the same.
    const Scan again = scan(tree, fewer);
    const Scan fresh = scan(alone);
    QCOMPARE(again->hunks.size(), result->hunks.size());
    QCOMPARE(fresh->hunks.size(), fewer->hunks.size());
    for (qsizetype i = 0; i < result->hunks.size(); ++i) {
        QCOMPARE(again->hunks[i].key, result->hunks[i].key);
        QCOMPARE(again->hunks[i].edits, result->hunks[i].edits);
    }
    // With all of it made, a file that comes later takes the module that is there.
    for (const char* path :
         {"src/pkg/_rocm.py", "src/pkg/first.py", "src/pkg/sub/deep.py", "src/pkg/named.py"}) {
        tree.files[path] = ported(tree, result, path);
    }
    tree.files["src/pkg/later.py"] = "import torch\n\nfrom .first import x\n" + use;
    const Scan second = scan(tree, again);
    QVERIFY(ported(tree, second, "src/pkg/later.py").startsWith(line));
    QVERIFY(std::none_of(second->hunks.begin(), second->hunks.end(),
                         [](const Hunk& hunk) { return hunk.sourcePath.isEmpty(); }));
}

/// The modules of several packages come in order of path, in each run.
void TestFlagModules::manyPackages()
{
    MemoryTree tree;
    QByteArrayList packages;
    for (char name = 'a'; name <= 'h'; ++name) {
        const QByteArray package(1, name);
        packages.append(package + "/_rocm.py");
        tree.files.insert(package + "/__init__.py", "");
        for (const char* file : {"/one.py", "/two.py"}) {
            tree.files.insert(package + file, "import torch\n\nfrom . import x\n\n"
                                              "m = torch.compile(x, mode=\"max-autotune\")\n");
        }
    }
    const Scan result = scan(tree);
    QVERIFY(result);
    QByteArrayList made;
    for (const Hunk& hunk : result->hunks) {
        if (hunk.sourcePath.isEmpty()) {
            made.append(hunk.targetPath.bytes());
        }
    }
    QCOMPARE(made, packages);
}

void TestFlagModules::newModules()
{
    const QByteArray good = "\"\"\"Text.\"\"\"\n# comment\nimport torch\n\n"
                            "is_rocm = torch.version.hip is not None\n";
    QCOMPARE(proveNewFile(good, Language::Python, {}).verdict, Verdict::Projected);
    for (const QByteArray& bad :
         {good + "print(is_rocm)\n", QByteArray("import torch, os\nis_rocm = True\n"),
          QByteArray("is_rocm = torch.version.hip is not None\nimport torch\n"),
          QByteArray("import torch\nis_rocm = True\n"), good + "import os\n", good + "def f(:\n"}) {
        QCOMPARE(proveNewFile(bad, Language::Python, {}).verdict, Verdict::Unproved);
    }
}

QTEST_GUILESS_MAIN(TestFlagModules)
#include "tst_flagmodules.moc"
