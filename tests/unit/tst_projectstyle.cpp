#include "core/rules/python/projectstyle.h"
#include "core/scan/scanner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

/// What settings of formatters and linters say of a file, and what proposals make of it.
class TestProjectStyle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void readsClangFormat_data();
    void readsClangFormat();
    void nearestWins();
    void largeFilesSayNothing();
    void changedSettingsMakeProposalsAnew();
};

void TestProjectStyle::reads_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("formatted");
    const auto row = [](const char* what, const char* name, const char* text, int length,
                        bool formatted) {
        QTest::newRow(what) << QByteArray(name) << QByteArray(text) << length << formatted;
    };
    row("black", "pyproject.toml", "[tool.black]\nline-length = 100\n", 100, true);
    row("black as it comes", "pyproject.toml", "[tool.black]\n", 88, true);
    row("ruff", "pyproject.toml", "[tool.ruff]\nline-length = 120\n", 120, true);
    row("ruff's own file", "ruff.toml", "line-length = 110\n", 110, true);
    row("nothing of both", "pyproject.toml", "[project]\nname = \"a\"\n", 0, false);
    row("no length", "pyproject.toml", "[tool.black]\nline-length = \"wide\"\n", 88, true);
    row("no sensible length", "pyproject.toml", "[tool.black]\nline-length = 1\n", 0, false);
    row("no TOML", "pyproject.toml", "[tool.black\n", 0, false);
    row("flake8", "setup.cfg", "[metadata]\nname = a\n\n[flake8]\nmax-line-length = 99\n", 99,
        false);
    row("flake8 with a dash less", ".flake8", "[flake8]\r\nmax_line_length: 99\r\n", 99, false);
    row("flake8 as it comes", "tox.ini", "[flake8]\nexclude = build\n", 79, false);
    row("flake8 without E501", ".flake8", "[flake8]\nextend-ignore =\n    E203,\n    E501\n", 0,
        false);
    row("flake8 without E5", ".flake8", "[flake8]\nignore = E5\n", 0, false);
    row("another section", "tox.ini", "[tox]\nmax-line-length = 99\n", 0, false);
    row("editorconfig", ".editorconfig", "root = true\n[*]\nmax_line_length = 90\n", 90, false);
    row("editorconfig for endings", ".editorconfig", "[*.{js,py}]\nmax_line_length = 90\n", 90,
        false);
    row("editorconfig for others", ".editorconfig", "[*.js]\nmax_line_length = 90\n", 0, false);
    row("editorconfig off", ".editorconfig", "[*]\nmax_line_length = off\n", 0, false);
    row("empty", "setup.cfg", "", 0, false);
}

void TestProjectStyle::reads()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QVERIFY(ProjectStyle::isStyleFile(RepoPath(name)));
    ProjectStyle style;
    style.add(RepoPath(name), text);
    QTEST(style.pythonStyle(RepoPath("pkg/sub/a.py")).lineLength, "length");
    QTEST(style.pythonStyle(RepoPath("a.py")).formatted, "formatted");
}

void TestProjectStyle::readsClangFormat_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("firstArgument");
    const auto row = [](const char* what, const char* text, int length, int firstArgument) {
        QTest::newRow(what) << QByteArray(text) << length << firstArgument;
    };
    row("LLVM", "BasedOnStyle: LLVM\n", 80, 19);
    row("as it comes", "IndentWidth: 4\n", 80, 19);
    row("Google", "# ours\nBasedOnStyle: Google\nColumnLimit: 120 # wide\n", 120, 1);
    row("quotes", "BasedOnStyle: 'Google'\r\nColumnLimit: \"100\"\r\n", 100, 1);
    row("another language", "Language: JavaScript\nColumnLimit: 60\n", 80, 19);
    row("languages",
        "ColumnLimit: 90\n---\nLanguage: Cpp\nBasedOnStyle: Google\n---\nLanguage: "
        "Java\nColumnLimit: 60\n",
        80, 1);
    row("within a list", "BraceWrapping:\n  ColumnLimit: 60\n", 80, 19);
    row("penalty", "PenaltyBreakBeforeFirstCallParameter: 30\n", 80, 30);
    row("no limit", "ColumnLimit: 0\n", 0, 19);
    row("nothing is formatted", "DisableFormat: true\n", 0, 19);
    row("tabs", "UseTab: Always\n", 0, 19);
    row("no tabs", "UseTab: Never\n", 80, 19);
    row("operators in front", "BreakBeforeBinaryOperators: All\n", 0, 19);
    row("operands", "AlignOperands: DontAlign\n", 0, 19);
    row("blocks", "AlignAfterOpenBracket: AlwaysBreak\n", 0, 19);
    row("arguments apart", "BinPackArguments: false\n", 0, 19);
    row("another base", "BasedOnStyle: Mozilla\n", 0, 19);
    row("base behind", "ColumnLimit: 120\nBasedOnStyle: Google\n", 120, 1);
    row("language behind", "BasedOnStyle: Google\nLanguage: Java\n", 80, 19);
    row("a style that is not followed", "BasedOnStyle: WebKit\nColumnLimit: 100\n", 0, 19);
    row("no number", "ColumnLimit: wide\n", 0, 19);
    row("nothing of it", ":\n : \n\x01\xff:\n", 80, 19);
}

void TestProjectStyle::readsClangFormat()
{
    QFETCH(QByteArray, text);
    const RepoPath path("src/.clang-format");
    QVERIFY(ProjectStyle::isStyleFile(path));
    ProjectStyle style;
    style.add(path, text);
    const CppStyle found = style.cppStyle(RepoPath("src/gpu/k.cu"));
    QTEST(found.lineLength, "length");
    QTEST(found.firstArgument, "firstArgument");
    QCOMPARE(style.cppStyle(RepoPath("k.cu")), CppStyle());
    QVERIFY(style.digest() != ProjectStyle().digest());
}

void TestProjectStyle::nearestWins()
{
    ProjectStyle style;
    style.add(RepoPath("pyproject.toml"), "[tool.black]\nline-length = 100\n");
    style.add(RepoPath("libs/a/pyproject.toml"), "[tool.black]\nline-length = 80\n");
    style.add(RepoPath("setup.cfg"), "[flake8]\nmax-line-length = 70\n");
    style.add(RepoPath("libs/b/pyproject.toml"), "[project]\n");
    QCOMPARE(style.pythonStyle(RepoPath("a.py")).lineLength, 100);
    QCOMPARE(style.pythonStyle(RepoPath("libs/a/x/a.py")).lineLength, 80);
    QCOMPARE(style.pythonStyle(RepoPath("libs/b/a.py")).lineLength, 100);
    QCOMPARE(style.pythonStyle(RepoPath("libsome/a.py")).lineLength, 100);

    ProjectStyle linters;
    linters.add(RepoPath(".editorconfig"), "[*]\nmax_line_length = 60\n");
    linters.add(RepoPath("setup.cfg"), "[flake8]\nmax-line-length = 70\n");
    linters.add(RepoPath("own/.editorconfig"), "root = true\n");
    QCOMPARE(linters.pythonStyle(RepoPath("a.py")).lineLength, 60);
    QCOMPARE(linters.pythonStyle(RepoPath("own/a.py")).lineLength, 70);
    QVERIFY(linters.digest() != style.digest());
}

void TestProjectStyle::largeFilesSayNothing()
{
    ProjectStyle style;
    const QByteArray text = "[flake8]\nmax-line-length = 99\n";
    style.add(RepoPath("setup.cfg"),
              text + QByteArray(static_cast<qsizetype>(ProjectStyle::kMaxBytes), '#'));
    QCOMPARE(style.pythonStyle(RepoPath("a.py")), PythonStyle());
    QCOMPARE(style.digest(), ProjectStyle().digest());
}

void TestProjectStyle::changedSettingsMakeProposalsAnew()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    };
    write("a.py", "import torch\n\n\ndef f(device):\n    blackwell_or_later = "
                  "torch.cuda.get_device_capability(device)[0] >= 10\n"
                  "    return blackwell_or_later\n");
    const auto shared = std::make_shared<const RuleSet>(RuleSet::load().rules);
    const auto scan = [&](const std::shared_ptr<const ScanResult>& before) {
        auto tree = openFolderTree(folder.path());
        return scanTree(**tree, shared, {}, before, {});
    };
    const auto gate = [](const ScanResult& result) {
        QByteArray text;
        QByteArray key;
        for (const Hunk& hunk : result.hunks) {
            for (const TextEdit& edit : hunk.edits) {
                if (edit.replacement.contains("not is_rocm")) {
                    text = edit.replacement;
                    key = hunk.key;
                }
            }
        }
        return std::pair(text, key);
    };
    write("setup.cfg", "[flake8]\nmax-line-length = 120\n");
    const auto wide = scan({});
    QVERIFY(wide.ok());
    QCOMPARE(gate(**wide).first, QByteArray("not is_rocm and "));
    write("setup.cfg", "[flake8]\nmax-line-length = 79\n");
    const auto narrow = scan(*wide);
    QVERIFY(narrow.ok());
    QCOMPARE(gate(**narrow).first, QByteArray("(\n        not is_rocm and "));
    QCOMPARE(gate(**narrow).second, gate(**wide).second); // a decision holds
    const auto same = scan(*narrow);
    QVERIFY(same.ok());
    QVERIFY((*same)->reusedFiles > 0);
}

QTEST_GUILESS_MAIN(TestProjectStyle)
#include "tst_projectstyle.moc"
