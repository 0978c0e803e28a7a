#include "core/rules/python/modulenames.h"

#include <QTest>

using namespace rocport;

namespace {

ModuleSummary summary(const char* path, const QByteArray& text)
{
    const RepoPath file{QByteArray(path)};
    return summariseModule(file, languageOfFile(file.fileName()),
                           {text.constData(), static_cast<size_t>(text.size())});
}

/// "name=value:line" of all values.
QByteArrayList shown(const QVector<NamedValue>& values)
{
    QByteArrayList result;
    for (const NamedValue& value : values) {
        result.append(value.path.bytes() + ' ' + value.name + '=' + value.value + ':' +
                      QByteArray::number(value.line));
    }
    return result;
}

} // namespace

class TestModuleNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void values_data();
    void values();
    void lines_data();
    void lines();
    void survivesWriting();
    void files_data();
    void files();
    void constants();
    void attributes();
    void programs();
    void settings();
    void sharedSettings();
    void scripts();
    void foreign();
    void questions();
};

void TestModuleNames::values_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArrayList>("expected");
    const auto row = [](const char* name, const char* path, const char* text,
                        const QByteArrayList& expected) {
        QTest::newRow(name) << QByteArray(path) << QByteArray(text) << expected;
    };
    row("constant", "c.py", "MODE = \"max-autotune\"\nN = 3\n",
        {"c.py MODE=max-autotune:1", "c.py N=3:2"});
    row("dataclass", "c.py",
        "@dataclass\nclass A:\n    x: int\n    compile_mode: str = 'reduce-overhead'\n"
        "    on: bool = field(default=True)\n    kw: dict = field(default_factory=dict)\n",
        {"c.py A.compile_mode=reduce-overhead:4", "c.py A.on=True:5"});
    row("pydantic", "c.py", "class A(BaseModel):\n    compile_mode: str = Field('max-autotune')\n",
        {"c.py A.compile_mode=max-autotune:2"});
    row("self", "c.py",
        "class A:\n    def __init__(self):\n        self.compile_mode = 'default'\n"
        "        local = 'max-autotune'\n",
        {"c.py A.compile_mode=default:3"});
    row("argparse", "c.py",
        "p.add_argument('--compile-mode', type=str, default='max-autotune')\n"
        "p.add_argument('-m', '--mode', dest='how', default='default')\n"
        "p.add_argument('--compile_flag', action='store_true')\n",
        {"c.py option.compile_mode=max-autotune:1", "c.py option.how=default:2"});
    row("click", "c.py",
        "@click.option(\"--compile-mode\", default=\"max-autotune\")\ndef f():\n    pass\n",
        {"c.py option.compile_mode=max-autotune:1"});
    row("dict", "c.py", "C = {\"compile_mode\": \"max-autotune\", 'on': None}\n",
        {"c.py dict.compile_mode=max-autotune:1", "c.py dict.on=None:1"});
    row("no word of interest", "c.py", "NAME = \"value\"\n", {});
    row("yaml", "conf/a.yaml",
        "model:\n  compile_mode: max-autotune  # fast\n  on: true\n  name: \"a b\"\n  empty:\n",
        {"conf/a.yaml key.compile_mode=max-autotune:2", "conf/a.yaml key.on=True:3",
         "conf/a.yaml key.name=a b:4"});
    row("toml", "a.toml", "[x]\ncompile-mode = \"reduce-overhead\"\n",
        {"a.toml key.compile_mode=reduce-overhead:2"});
    row("json", "a.json", "{\n  \"compile_mode\": \"max-autotune\",\n  \"n\": 2\n}\n",
        {"a.json key.compile_mode=max-autotune:2", "a.json key.n=2:3"});
}

void TestModuleNames::values()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QByteArrayList, expected);
    QCOMPARE(shown(summary(path.constData(), text).values), expected);
}

void TestModuleNames::lines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("numbers"); // program compile torch safe graph flag
    const auto row = [](const char* text, const char* numbers) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(numbers);
    };
    row("import os\nimport torch\n", "0 0 2 0 0 0");
    row("import torch as th\n", "0 0 1 0 0 0");
    row("import os, torch.cuda\n", "0 0 1 0 0 0");
    row("import torch.nn as nn\n", "0 0 0 0 0 0");
    row("import torchvision\n", "0 0 0 0 0 0");
    row("def f():\n    import torch\n", "0 0 0 0 0 0");
    row("import torch\nm = torch.compile(m)\nif __name__ == '__main__':\n    pass\n",
        "3 2 1 0 0 0");
    row("import torch\nc.max_autotune = False\n", "0 0 1 2 0 0");
    row("import torch\nc.max_autotune = True\n", "0 0 1 0 0 0");
    row("import torch\nc.max_autotune_gemm = False\n", "0 0 1 0 0 0");
    row("import torch\nos.environ['TORCHINDUCTOR_MAX_AUTOTUNE'] = '0'\n", "0 0 1 2 0 0");
    row("import torch\nos.environ.pop(\"TORCHINDUCTOR_MAX_AUTOTUNE\", None)\n", "0 0 1 2 0 0");
    row("import torch\nos.environ.update(\n    TORCHINDUCTOR_MAX_AUTOTUNE=\"0\",\n)\n",
        "0 0 1 3 0 0");
    row("import torch\nm = torch.compile(m, mode=\"reduce-overhead\")\n", "0 2 1 0 2 0");
    row("import torch\nis_rocm = torch.version.hip is not None\n", "0 0 1 0 0 2");
    row("from pkg.rocm import is_rocm  # torch\n", "0 0 0 0 0 1");
    // What is written about compiling compiles nothing.
    row("import torch\ndef f():\n    \"\"\"Fake for torch.compile() support.\"\"\"\n",
        "0 0 1 0 0 0");
    row("import torch\n\"\"\"\nm = torch.compile(m)\nc.max_autotune = False\n\"\"\"\n",
        "0 0 1 0 0 0");
    row("import torch\nx = 1  # torch.compile(m), max_autotune = False\n", "0 0 1 0 0 0");
    row("import torch\nprint('use torch.compile(m)')\n", "0 0 1 0 0 0");
    row("import torch\nif torch.compiler.is_compiling():\n    f()\n", "0 0 1 0 0 0");
    row("# torch\ncode = compile(text, 'x.py', 'exec')\n", "0 0 0 0 0 0");
    row("import torch\nfrom torch import compile\nm = compile(m)\n", "0 3 1 0 0 0");
    row("import torch\n\"\"\"a\"\"\"; m = torch.compile(m)\n", "0 2 1 0 0 0");
    row("import torch\nm.compile(backend='inductor')\n", "0 2 1 0 0 0");
    row("import torch\nm = torch._dynamo.optimize('inductor')(m)\n", "0 2 1 0 0 0");
    row("import torch\ndef f(is_rocm):\n    return is_rocm\n", "0 0 1 0 0 0");
}

void TestModuleNames::lines()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, numbers);
    const ModuleSummary one = summary("x.py", text);
    QByteArrayList found;
    for (const int line : {one.programLine, one.compileLine, one.torchLine, one.safeLine,
                           one.graphLine, one.flagLine}) {
        found.append(QByteArray::number(line));
    }
    QCOMPARE(found.join(' '), numbers);
}

void TestModuleNames::survivesWriting()
{
    const ModuleSummary one =
        summary("a b/x.py", "import torch\nfrom . import config\nMODE = 'max-autotune'\n"
                            "m = torch.compile(m, mode='max-autotune')\n"
                            "if __name__ == \"__main__\":\n    pass\n");
    FileFeatures features = one.write();
    features.add(FeatureKind::Trait, {QStringLiteral("module-value"), {}, 1, 1});
    const ModuleSummary again = ModuleSummary::read(one.path, features);
    QCOMPARE(shown(again.values), shown(one.values));
    QCOMPARE(again.imports, one.imports);
    QCOMPARE(again.programLine, one.programLine);
    QCOMPARE(again.compileLine, one.compileLine);
    QCOMPARE(again.torchLine, one.torchLine);
    QCOMPARE(again.graphLine, one.graphLine);
    QVERIFY(again.write() == one.write());
}

void TestModuleNames::files_data()
{
    QTest::addColumn<QByteArray>("importer");
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* importer, const char* module, const char* file) {
        QTest::addRow("%s in %s", module, importer)
            << QByteArray(importer) << QByteArray(module) << QByteArray(file);
    };
    row("src/pkg/model.py", ".config", "src/pkg/config.py");
    row("src/pkg/sub/deep.py", "..config", "src/pkg/config.py");
    row("src/pkg/sub/deep.py", ".", "src/pkg/sub/__init__.py");
    row("src/pkg/model.py", "pkg.config", "src/pkg/config.py");
    row("src/pkg/model.py", "pkg.sub", "src/pkg/sub/__init__.py");
    row("train.py", "pkg.config", "src/pkg/config.py"); // src layout: the only path that ends so
    row("train.py", "helper", "helper.py");
    row("scripts/run.py", "helper", "helper.py");
    row("scripts/run.py", "local", "scripts/local.py");
    row("train.py", "twice", ""); // two files end so
    row("train.py", "numpy", "");
}

void TestModuleNames::files()
{
    QFETCH(QByteArray, importer);
    QFETCH(QByteArray, module);
    QFETCH(QByteArray, file);
    QVector<ModuleSummary> modules;
    for (const char* path :
         {"src/pkg/__init__.py", "src/pkg/config.py", "src/pkg/model.py", "src/pkg/sub/__init__.py",
          "src/pkg/sub/deep.py", "helper.py", "train.py", "scripts/run.py", "scripts/local.py",
          "a/twice.py", "b/twice.py"}) {
        modules.append(summary(path, ""));
    }
    QCOMPARE(ModuleNames(modules).fileOf(RepoPath(importer), module).bytes(), file);
}

void TestModuleNames::constants()
{
    const ModuleNames names({summary("pkg/__init__.py", "from .config import MODE\n"),
                             summary("pkg/config.py", "# compile_mode\nMODE = 'max-autotune'\n"),
                             summary("pkg/twice.py", "MODE = 'max-autotune'\nMODE = 'default'\n")});
    const RepoPath user("train.py");
    QCOMPARE(shown(names.constant(user, "pkg.config", "MODE")),
             QByteArrayList{"pkg/config.py MODE=max-autotune:2"});
    // A package passes on what its modules define.
    QCOMPARE(shown(names.constant(user, "pkg", "MODE")),
             QByteArrayList{"pkg/config.py MODE=max-autotune:2"});
    QVERIFY(names.constant(user, "pkg.twice", "MODE").isEmpty());
    QVERIFY(names.constant(user, "pkg.config", "OTHER").isEmpty());
    QVERIFY(names.constant(user, "nowhere", "MODE").isEmpty());
}

void TestModuleNames::attributes()
{
    const ModuleNames names(
        {summary("b.py", "class A:\n    compile_mode = 'default'\n"),
         summary("a.yaml", "compile_mode: max-autotune\n"),
         summary("c.py", "compile_mode = 'max-autotune'\nCOMPILE_MODE = 'max-autotune'\n")});
    QCOMPARE(shown(names.attribute("compile_mode")),
             QByteArrayList({"a.yaml key.compile_mode=max-autotune:1",
                             "b.py A.compile_mode=default:2", "c.py compile_mode=max-autotune:1"}));
    QVERIFY(names.attribute("COMPILE_MODE").isEmpty()); // asked for by constant()
}

void TestModuleNames::programs()
{
    const ModuleNames names({summary("train.py", "import torch\nfrom pkg.model import build\n"
                                                 "if __name__ == '__main__':\n    build()\n"),
                             summary("pkg/model.py", "import torch\nfrom . import layers\n"
                                                     "m = torch.compile(m)\n"),
                             summary("pkg/layers.py", "import torch\nx = torch.compile(x)\n"),
                             summary("pkg/__init__.py", ""),
                             summary("pkg/other.py", "import torch\nx = torch.compile(x)\n")});
    const QVector<QPair<RepoPath, int>> compiles = names.compilesOf(RepoPath("train.py"));
    QCOMPARE(compiles.size(), qsizetype(2));
    QCOMPARE(compiles[0].first, RepoPath("pkg/model.py"));
    QCOMPARE(compiles[0].second, 3);
    QCOMPARE(compiles[1].first, RepoPath("pkg/layers.py"));
    QCOMPARE(names.programsOf(RepoPath("pkg/layers.py")), QVector<RepoPath>{RepoPath("train.py")});
    QVERIFY(names.programsOf(RepoPath("pkg/other.py")).isEmpty());
    QVERIFY(names.compilesOf(RepoPath("pkg/model.py")).isEmpty()); // no program
}

void TestModuleNames::settings()
{
    const QByteArray guard = "if __name__ == '__main__':\n    pass\n";
    const QByteArray compiles = "import torch\nm = torch.compile(m)\n";
    const ModuleNames names(
        {summary("a.py", compiles + guard), summary("b.py", "import model\n" + guard),
         summary("model.py", compiles), summary("c.py", "import torch, model, safe\n" + guard),
         summary("safe.py", "# torch\nc.max_autotune = False\n"),
         summary("tests/test_a.py", compiles + guard)});
    const auto programs = [&](const char* file) {
        QByteArrayList result;
        for (const CompileProgram& one : names.settingsOf(RepoPath(QByteArray(file)))) {
            result.append(one.program.bytes() + " at " + one.compiles.bytes() + ':' +
                          QByteArray::number(one.line));
        }
        return result;
    };
    QCOMPARE(programs("a.py"), QByteArrayList{"a.py at a.py:2"});
    // b.py does not import torch, so the module that compiles holds the settings.
    QCOMPARE(programs("model.py"), QByteArrayList{"b.py at model.py:2"});
    QVERIFY(programs("b.py").isEmpty());
    QVERIFY(programs("c.py").isEmpty()); // made safe on the way
    QVERIFY(programs("tests/test_a.py").isEmpty());
}

namespace {

/// "holder <- programs" for each file that holds settings.
QByteArrayList holders(const ModuleNames& names, const QByteArrayList& files)
{
    QByteArrayList result;
    for (const QByteArray& file : files) {
        QByteArrayList programs;
        for (const CompileProgram& one : names.settingsOf(RepoPath(file))) {
            programs.append(one.program.bytes());
        }
        if (!programs.isEmpty()) {
            result.append(file + " <- " + programs.join(' '));
        }
    }
    return result;
}

} // namespace

void TestModuleNames::sharedSettings()
{
    const QByteArray guard = "if __name__ == '__main__':\n    pass\n";
    const QByteArray compiles = "import torch\nm = torch.compile(m)\n";
    const QByteArray uses = "import torch\nimport lib.net\n" + guard;
    const auto module = [](const char* path, const QByteArray& text) {
        return summary(path, text);
    };
    const QVector<ModuleSummary> shared = {
        module("lib/net.py", compiles),
        module("a.py", uses),
        module("b.py", uses),
        module("c.py", "import lib.net\n" + guard),            // no torch of its own
        module("d.py", compiles + "import lib.net\n" + guard), // compiles itself
        module("e.py", "import torch\nimport d\nimport lib.other\n" + guard),
        module("lib/other.py", "import torch\n")};
    const QByteArrayList files = {"lib/net.py", "lib/far.py", "lib/bare.py", "a.py",
                                  "b.py",       "c.py",       "d.py",        "e.py"};
    // One module for three programs; e.py reaches it through d.py, so it is there too.
    QCOMPARE(holders(ModuleNames(shared), files),
             QByteArrayList({"lib/net.py <- a.py b.py c.py e.py", "d.py <- d.py"}));
    // As many modules as programs: the programs hold them, but for the one without torch, for which
    // every module that compiles does.
    QVector<ModuleSummary> more = shared;
    more[0] = module("lib/net.py", compiles + "import lib.far\n");
    more += {module("lib/far.py", compiles + "import lib.bare\n"),
             module("lib/bare.py", "import torch\nm = torch.compile(m)\n")};
    more.removeAt(5); // e.py
    QCOMPARE(holders(ModuleNames(more), files),
             QByteArrayList({"lib/net.py <- c.py", "lib/far.py <- c.py", "lib/bare.py <- c.py",
                             "a.py <- a.py", "b.py <- b.py", "d.py <- d.py"}));
    // A module that cannot hold them leaves them to the programs.
    QVector<ModuleSummary> bare = shared;
    bare[0] = module("lib/net.py", "from torch import compile\nm = compile(m)\n");
    QCOMPARE(holders(ModuleNames(bare), files),
             QByteArrayList({"a.py <- a.py", "b.py <- b.py", "d.py <- d.py", "e.py <- e.py"}));
    // What is reached through a program that compiles has its settings.
    const ModuleNames through(
        {module("d.py", compiles + guard), module("e.py", "import torch\nimport d\n" + guard)});
    QCOMPARE(holders(through, files), QByteArrayList({"d.py <- d.py"}));
}

void TestModuleNames::scripts()
{
    const QByteArray compiles = "import torch\nm = torch.compile(m)\n";
    const QByteArray defines = "import torch\ndef f(m):\n    return torch.compile(m)\n";
    const QByteArrayList files = {"run.py",          "only.py",         "pkg/cli.py",
                                  "pkg/__main__.py", "pkg/inner.py",    "shown.py",
                                  "setup.py",        "pkg/__init__.py", "ext/vendor/x.py"};
    const ModuleNames names(
        {summary("run.py", compiles), // no guard, and it runs
         summary("only.py", defines), // defines only
         summary("pkg/__init__.py", ""), summary("pkg/inner.py", compiles),
         summary("pkg/cli.py", defines), summary("pkg/__main__.py", defines),
         summary("shown.py", "import torch\nimport pkg.inner\nfor i in range(3):\n    pass\n"),
         summary("setup.py", "import torch\nsetup(entry_points={'console_scripts': ["
                             "'run = pkg.cli:main']})\n")});
    QCOMPARE(holders(names, files),
             QByteArrayList({"run.py <- run.py", "pkg/cli.py <- pkg/cli.py",
                             "pkg/__main__.py <- pkg/__main__.py", "shown.py <- shown.py"}));
    const ModuleNames toml(
        {summary("src/pkg/cli.py", defines), summary("src/pkg/__init__.py", ""),
         summary("pyproject.toml", "[project.scripts]\nrun = \"pkg.cli:main\"\n")});
    QCOMPARE(toml.settingsOf(RepoPath("src/pkg/cli.py")).size(), qsizetype(1));
    const ModuleSummary written = summary("pyproject.toml", "[project.scripts]\na = \"b.c:d\"\n");
    QCOMPARE(written.entries, QByteArrayList{"b.c"});
    QCOMPARE(ModuleSummary::read(written.path, written.write()).entries, written.entries);
}

void TestModuleNames::foreign()
{
    const QByteArray graphs = "import torch\nm = torch.compile(m, mode='max-autotune')\n";
    const ModuleNames names({summary("run.py", "import torch\nfrom third_party.net import Net\n"
                                               "import own\n"),
                             summary("third_party/net.py", graphs), summary("own.py", graphs)});
    QCOMPARE(shown(names.foreignGraphs(RepoPath("run.py"))),
             QByteArrayList{"third_party/net.py third_party.net=:2"});
    QVERIFY(names.foreignGraphs(RepoPath("third_party/net.py")).isEmpty());
}

void TestModuleNames::questions()
{
    const auto make = [](const QByteArray& mode, const QByteArray& other) {
        return ModuleNames({summary("train.py", "import config\n"),
                            summary("config.py", "compile_mode = '" + mode + "'\n"),
                            summary("other.py", "OTHER = '" + other + "'  # compile_mode\n")});
    };
    const ModuleNames before = make("max-autotune", "a");
    NameQuestions questions(&before, RepoPath("train.py"));
    QCOMPARE(questions.attribute("compile_mode").size(), qsizetype(1));
    QVERIFY(questions.constant("config", "MODE").isEmpty());
    QVERIFY(questions.compiles().isEmpty());
    QVERIFY(questions.settings().isEmpty());
    QVERIFY(questions.attribute("compile_mode").size() == 1); // asked once
    const FileFeatures asked = questions.asked();
    QCOMPARE(asked.values(FeatureKind::AskedNames).size(), qsizetype(4));
    QVERIFY(NameQuestions::stillHold(asked, before));
    QVERIFY(NameQuestions::stillHold(asked, make("max-autotune", "b")));
    QVERIFY(!NameQuestions::stillHold(asked, make("default", "a")));
    FileFeatures other;
    other.add(FeatureKind::Trait, QStringLiteral("asked\tx"));
    QVERIFY(NameQuestions::stillHold(other, before));
    NameQuestions none(nullptr, RepoPath("train.py"));
    QVERIFY(none.attribute("compile_mode").isEmpty());
    QVERIFY(!NameQuestions::stillHold(none.asked(), before));
}

QTEST_GUILESS_MAIN(TestModuleNames)
#include "tst_modulenames.moc"
