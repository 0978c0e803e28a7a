#include "core/facts/inductorkeys.h"
#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/scan/scanner.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/portedtree.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <utility>

using namespace rocport;
using test::ported;
using test::scanned;
using Scan = test::ScannedTree;

/// The rules of torch.compile over several files, and what they insert.
class TestCompileRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keys();
    void namesTheFile();
    void rescansWhatAsked();
    void blockForProgram();
    void blocksOfSeveralPrograms();
    void noBlockForWhatShows();
    void blockBehindHarmlessImports();
    void blockAndSharedLines();
    void everyKeyOfTheBlockIsFollowed();
    void scripts_data();
    void scripts();
    void interceptor();

private:
    [[nodiscard]] Scan scan(const MemoryTree& tree, const Scan& previous = {},
                            const TargetSettings& target = {}) const
    {
        return scanned(tree, m_rules, previous, target);
    }
    /// All findings of a rule in a file, as messages.
    static QStringList messages(const Scan& scan, const char* path, const char* rule);

    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

void TestCompileRules::initTestCase()
{
    for (const char* id : {"compile-mode", "compile-graph-routes", "compile-config-scope",
                           "compile-config-block", "compile-config-unsafe", "compile-env-in-code",
                           "compile-hardcoded-elsewhere", "compile-cache-limit"}) {
        QVERIFY2(m_rules->find(QString::fromLatin1(id)) != nullptr, id);
    }
}

QStringList TestCompileRules::messages(const Scan& scan, const char* path, const char* rule)
{
    QStringList result;
    for (const auto& file : scan->files) {
        for (const Finding& finding : file->findings) {
            if (finding.path.bytes() == path && finding.ruleId == QLatin1StringView(rule)) {
                result.append(finding.message);
            }
        }
    }
    return result;
}

void TestCompileRules::keys()
{
    QVERIFY(inductorKeys().size() > 20);
    const InductorKey* kernels = inductorKey("inductor.triton.multi_kernel");
    QVERIFY(kernels != nullptr && !kernels->existsIn({2, 2}) && kernels->existsIn({2, 3}));
    const InductorKey* graphs = inductorKeyOfVariable("TORCHINDUCTOR_CUDAGRAPHS");
    QVERIFY(graphs != nullptr && !graphs->hasVariableIn({2, 3}) && graphs->hasVariableIn({2, 4}));
    QCOMPARE(inductorKey("inductor.group_fusion")->effect, KeyEffect::Dead);
    QVERIFY(inductorKey("inductor.nothing") == nullptr);
    QVERIFY(inductorKeyOfVariable("") == nullptr);
    for (const InductorKey& key : inductorKeys()) {
        QVERIFY2(!key.meaning.isEmpty(), key.key.constData());
        // Nothing that does nothing gets a value from a profile.
        QVERIFY(key.effect == KeyEffect::Acts || (key.safe.isEmpty() && key.tuned.isEmpty()));
        QVERIFY(key.safe.isEmpty() || key.safe == key.defaultValue);
    }
}

void TestCompileRules::namesTheFile()
{
    MemoryTree tree;
    tree.files = {
        {"src/pkg/__init__.py", ""},
        {"src/pkg/config.py", "from dataclasses import dataclass\n\n\n@dataclass\nclass Config:\n"
                              "    compile_mode: str = \"max-autotune\"\n\n\n"
                              "DECODE_MODE = \"reduce-overhead\"\nGRAPHS = True  # cudagraphs\n"},
        {"src/pkg/model.py",
         "import torch\nfrom . import config\nfrom .config import DECODE_MODE, GRAPHS, Config\n\n\n"
         "def build(model, cfg: Config):\n"
         "    a = torch.compile(model, mode=cfg.compile_mode)\n"
         "    b = torch.compile(model, mode=DECODE_MODE)\n"
         "    c = torch.compile(model, mode=config.DECODE_MODE)\n"
         "    d = torch.compile(model, options={\"triton.cudagraphs\": GRAPHS})\n"
         "    e = torch.compile(model, mode=Config().compile_mode)\n"
         "    return a, b, c, d, e\n"},
        {"conf/run.yaml", "serve:\n  decoder_mode: max-autotune\n"},
        {"serve.py", "import torch\n\n\ndef run(model, cfg):\n"
                     "    return torch.compile(model, mode=cfg.serve[\"decoder_mode\"])\n"}};
    const Scan result = scan(tree);
    QVERIFY(result);
    const QStringList modes = messages(result, "src/pkg/model.py", "compile-mode");
    QCOMPARE(modes.size(), qsizetype(4));
    QVERIFY2(modes[0].contains(
                 QStringLiteral("The default `max-autotune` comes from `src/pkg/config.py:6`.")),
             qPrintable(modes[0]));
    QVERIFY2(
        modes[1].contains(QStringLiteral("`reduce-overhead` comes from `src/pkg/config.py:9`")),
        qPrintable(modes[1]));
    QVERIFY2(modes[2].contains(QStringLiteral("src/pkg/config.py:9")), qPrintable(modes[2]));
    QVERIFY2(modes[3].contains(QStringLiteral("src/pkg/config.py:6")), qPrintable(modes[3]));
    const QStringList routes = messages(result, "src/pkg/model.py", "compile-graph-routes");
    QCOMPARE(routes.size(), qsizetype(1));
    QVERIFY2(routes[0].contains(QStringLiteral("src/pkg/config.py:10")), qPrintable(routes[0]));
    QVERIFY(messages(result, "serve.py", "compile-mode")
                .value(0)
                .contains(QStringLiteral("conf/run.yaml:2")));
    const QByteArray text = ported(tree, result, "src/pkg/model.py");
    QVERIFY2(text.contains("mode=\"default\" if is_rocm else cfg.compile_mode)"), text);
    QVERIFY2(text.contains("\"triton.cudagraphs\": False if is_rocm else GRAPHS"), text);
}

void TestCompileRules::rescansWhatAsked()
{
    MemoryTree tree;
    tree.files = {{"config.py", "compile_mode = \"max-autotune\"\n"},
                  {"other.py", "compile_backend = \"x\"\n"},
                  {"model.py", "import torch\n\n\ndef build(m, cfg):\n"
                               "    return torch.compile(m, mode=cfg.compile_mode)\n"}};
    const Scan first = scan(tree);
    QVERIFY(first);
    QVERIFY(messages(first, "model.py", "compile-mode")
                .value(0)
                .contains(QStringLiteral("`config.py:1`")));
    tree.files["other.py"] = "compile_backend = \"y\"\n";
    const Scan unrelated = scan(tree, first);
    QVERIFY(unrelated);
    QCOMPARE(unrelated->reusedFiles, 2);
    tree.files["config.py"] = "# moved\n\ncompile_mode = \"reduce-overhead\"\n";
    const Scan changed = scan(tree, unrelated);
    QVERIFY(changed);
    QCOMPARE(changed->reusedFiles, 1); // other.py
    const QString message = messages(changed, "model.py", "compile-mode").value(0);
    QVERIFY2(message.contains(QStringLiteral("`reduce-overhead` comes from `config.py:3`")),
             qPrintable(message));
    tree.files["config.py"] = "compile_mode = \"default\"\n";
    const Scan safe = scan(tree, changed);
    QVERIFY(safe);
    QVERIFY(messages(safe, "model.py", "compile-mode").isEmpty());
}

void TestCompileRules::blockForProgram()
{
    MemoryTree tree;
    tree.files = {{"train.py", "from pkg.model import build\n\nif __name__ == \"__main__\":\n"
                               "    build()\n"},
                  {"pkg/__init__.py", ""},
                  {"pkg/model.py", "import torch\n\n\ndef build():\n"
                                   "    return torch.compile(torch.nn.ReLU())\n"}};
    // Assignments hold for one thread from torch 2.12 on: the block sets variables.
    for (const auto& [torch, line] :
         {std::pair(Version{2, 11}, QByteArray("    inductor_config.max_autotune = False\n")),
          std::pair(Version{2, 14}, QByteArray("        TORCHINDUCTOR_MAX_AUTOTUNE=\"0\",\n"))}) {
        TargetSettings target;
        target.torch = torch;
        const Scan result = scan(tree, {}, target);
        QVERIFY(result);
        const QStringList found = messages(result, "pkg/model.py", "compile-config-block");
        QCOMPARE(found.size(), qsizetype(1));
        QVERIFY2(found[0].contains(QStringLiteral("`train.py` compiles at `pkg/model.py:5`")),
                 qPrintable(found[0]));
        QVERIFY(messages(result, "train.py", "compile-config-block").isEmpty());
        const QByteArray text = ported(tree, result, "pkg/model.py");
        QVERIFY2(text.contains(line), text);
        QVERIFY(text.indexOf("is_rocm = ") < text.indexOf("if is_rocm:"));
        const QByteArray original = std::exchange(tree.files["pkg/model.py"], text);
        QVERIFY(messages(scan(tree, {}, target), "pkg/model.py", "compile-config-block").isEmpty());
        tree.files["pkg/model.py"] = original;
    }
}

/// No program is left without the block, and a text about compiling brings none.
/// Examples, documents and measurements are not run as the product, commands of the package are.
void TestCompileRules::noBlockForWhatShows()
{
    const QByteArray program = "import torch\n\n\ndef main():\n"
                               "    torch.compile(torch.nn.ReLU())()\n\n\n"
                               "if __name__ == \"__main__\":\n    main()\n";
    MemoryTree tree;
    for (const char* path : {"examples/a.py", "docs/source/snippets/b.py", "Tutorials/c.py",
                             "pkg/benchmarks/d.py", "tests/e.py", "papers/f/g.py", "contrib/h.py",
                             "experiment/i.py", "serve.py", "pkg/demo/run.py"}) {
        tree.files[path] = program;
    }
    tree.files["pkg/__init__.py"] = tree.files["pkg/demo/__init__.py"] = "";
    tree.files["setup.py"] = "from setuptools import setup\n\nsetup(name=\"pkg\", entry_points={"
                             "\"console_scripts\": [\"demo=pkg.demo.run:main\"]})\n";
    const Scan result = scan(tree);
    QVERIFY(result);
    for (const char* path :
         {"examples/a.py", "docs/source/snippets/b.py", "Tutorials/c.py", "pkg/benchmarks/d.py",
          "tests/e.py", "papers/f/g.py", "contrib/h.py", "experiment/i.py"}) {
        QVERIFY2(messages(result, path, "compile-config-block").isEmpty(), path);
    }
    QCOMPARE(messages(result, "serve.py", "compile-config-block").size(), qsizetype(1));
    QCOMPARE(messages(result, "pkg/demo/run.py", "compile-config-block").size(), qsizetype(1));
}

/// Code above imports is a fault to flake8 (E402); only what may load Inductor has to come later.
void TestCompileRules::blockBehindHarmlessImports()
{
    const QByteArray rest = "\n\nmodel = torch.compile(torch.nn.ReLU())\n";
    const auto made = [&](const QByteArray& imports) {
        MemoryTree tree;
        tree.files["a.py"] = imports + rest;
        return ported(tree, scan(tree), "a.py");
    };
    const QByteArray plain = made("import torch\nimport torch.nn as nn\nfrom torch import optim\n"
                                  "import json, numpy as np\n");
    QVERIFY2(plain.contains("numpy as np\n\nis_rocm = ") ||
                 plain.contains("numpy as np\nis_rocm = "),
             plain.constData());
    QVERIFY(plain.contains("TORCHINDUCTOR_MAX_AUTOTUNE=\"0\""));
    for (const char* const import :
         {"import transformers\n", "from . import own\n", "from torch import _inductor\n",
          "import torch._inductor.config\n", "import json, torchao\n"}) {
        const QByteArray early = made(QByteArray("import torch\nimport json\n") + import);
        QVERIFY2(early.contains("TORCHINDUCTOR_MAX_AUTOTUNE=\"0\"") &&
                     early.indexOf("if is_rocm:") < early.indexOf(import) &&
                     early.indexOf("import json\n") < early.indexOf("is_rocm = "),
                 early.constData());
    }
}

/// A line is passed only if nothing on it may load Inductor; beside torch there is no place at all.
void TestCompileRules::blockAndSharedLines()
{
    const QByteArray rest = "\n\nmodel = torch.compile(torch.nn.ReLU())\n";
    MemoryTree tree;
    tree.files["model.py"] = "import torch._inductor.config\n";
    for (const char* const line :
         {"import json; import model\n", "import json; x = 1; model.run()\n",
          "import json; x = (1,\n            2); import model  # y\n"}) {
        tree.files["a.py"] = QByteArray("import torch\n") + line + rest;
        const QByteArray text = ported(tree, scan(tree), "a.py");
        QVERIFY2(text.contains("TORCHINDUCTOR_MAX_AUTOTUNE=\"0\"") &&
                     text.indexOf("if is_rocm:") < text.indexOf(line),
                 text.constData());
    }
    for (const char* const line : {"import torch; import json; x = 1; import sys  # y\n",
                                   "import torch; x = [1,\n                   2]\n"}) {
        tree.files["a.py"] = QByteArray(line) + "import re\n" + rest;
        const QByteArray text = ported(tree, scan(tree), "a.py");
        QVERIFY2(text.contains("TORCHINDUCTOR_MAX_AUTOTUNE=\"0\"") && text.contains(line) &&
                     text.indexOf("import re\n") < text.indexOf("is_rocm = "),
                 text.constData());
    }
    for (const char* const line : {"import torch; import model\n", "import torch; model.run()\n"}) {
        tree.files["a.py"] = line + rest;
        const Scan result = scan(tree);
        QCOMPARE(ported(tree, result, "a.py"), tree.files["a.py"]);
        QCOMPARE(messages(result, "a.py", "compile-config-block").size(), qsizetype(1));
    }
}

void TestCompileRules::blocksOfSeveralPrograms()
{
    const QByteArray guard = "\n\nif __name__ == \"__main__\":\n    run()\n";
    const QByteArray example = "import torch\nfrom lib.net import run\n" + guard;
    MemoryTree tree;
    tree.files = {
        {"lib/__init__.py", ""},
        {"lib/net.py", "import torch\n\n\n@torch.compile\ndef run():\n    pass\n"},
        {"lib/base.py", "import torch\n\n\ndef fake():\n    \"\"\"For torch.compile().\"\"\"\n"},
        {"a.py", example},
        {"b.py", example},
        {"c.py", "import torch\nfrom lib import base\n" + guard},
        {"d.py", "import torch\n\nimport lib.quiet\n\nlib.quiet.run()\n"},
        {"lib/quiet.py", "import torch\n\n\ndef run():\n    torch.compile(torch.nn.ReLU())()\n"}};
    const Scan result = scan(tree);
    QVERIFY(result);
    const auto has = [&](const char* path) {
        return ported(tree, result, path).contains("TORCHINDUCTOR_MAX_AUTOTUNE=\"0\",\n");
    };
    QVERIFY(has("lib/net.py")); // for a.py and b.py
    QVERIFY(!has("a.py") && !has("b.py"));
    QVERIFY(!has("c.py") && !has("lib/base.py"));
    QVERIFY2(has("d.py"), ported(tree, result, "d.py")); // names neither a guard nor compile
    QVERIFY(!has("lib/quiet.py"));
    // Everything accepted, nothing is left to say.
    for (const char* path : {"lib/net.py", "d.py"}) {
        tree.files[path] = ported(tree, result, path);
    }
    const Scan second = scan(tree, result);
    for (const auto& file : second->files) {
        QVERIFY2(messages(second, file->path.bytes().constData(), "compile-config-block").isEmpty(),
                 file->path.bytes());
    }
    // What another file begins to do reaches a program that did not change.
    tree.files["c.py"] = "import torch\n\nlist()\n";
    const Scan third = scan(tree, second);
    QVERIFY(messages(third, "c.py", "compile-config-block").isEmpty());
    tree.files["lib/base.py"] = tree.files["lib/quiet.py"];
    tree.files["c.py"] = "import torch\nimport lib.base\n\nlist()\n";
    const Scan fourth = scan(tree, third);
    QCOMPARE(messages(fourth, "c.py", "compile-config-block").size(), qsizetype(1));
    tree.files["lib/base.py"] = "import torch\n";
    const Scan last = scan(tree, fourth);
    QVERIFY(messages(last, "c.py", "compile-config-block").isEmpty());
}

/// What the block for a program switches off is not switched on again, in whatever way and file.
void TestCompileRules::everyKeyOfTheBlockIsFollowed()
{
    int keys = 0;
    for (const InductorKey& key : inductorKeys()) {
        if (key.safe != "False") {
            continue;
        }
        ++keys;
        const QByteArray name = key.key.mid(key.key.indexOf('.') + 1);
        MemoryTree tree;
        tree.files = {{"main.py", "import torch\nimport other\nm = torch.compile(m)\n"},
                      {"other.py", "import os\nimport torch\n"
                                   "torch._inductor.config." +
                                       name +
                                       " = True\n"
                                       "torch._inductor.config.update({\"" +
                                       name +
                                       "\": True})\n"
                                       "os.environ[\"" +
                                       key.variable +
                                       "\"] = \"1\"\n"
                                       "m = torch.compile(m, options={\"" +
                                       name + "\": True})\n"}};
        const QByteArray text = ported(tree, scan(tree), "other.py");
        for (const QByteArray& expected :
             {"if not is_rocm:\n    torch._inductor.config." + name + " = True\n",
              "update({\"" + name + "\": not is_rocm and True})\n",
              "if not is_rocm:\n    os.environ[\"" + key.variable + "\"] = \"1\"\n",
              "options={\"" + name + "\": not is_rocm and True})\n"}) {
            QVERIFY2(text.contains(expected), text + "\nlacks " + expected);
        }
    }
    QVERIFY(keys >= 6);
}

void TestCompileRules::scripts_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // rule:line:severity
    const auto row = [](const char* path, const char* text, const QStringList& found) {
        QTest::addRow("%s %s", path, text) << QByteArray(path) << QByteArray(text) << found;
    };
    const QString env = QStringLiteral("compile-env-in-code");
    row("run.sh", "#!/bin/sh\nexport TORCHINDUCTOR_MAX_AUTOTUNE=1\n",
        {env + QStringLiteral(":2:critical")});
    row("run.sh", "A=2 TORCHINDUCTOR_MAX_AUTOTUNE_GEMM=\"1\" python train.py\n",
        {env + QStringLiteral(":1:critical")});
    row("run.sh", "TORCHINDUCTOR_MAX_AUTOTUNE=1 TORCHINDUCTOR_MAX_AUTOTUNE_GEMM=1 python t.py\n",
        {env + QStringLiteral(":1:critical"), env + QStringLiteral(":1:critical")});
    row("run.sh", "# export TORCHINDUCTOR_MAX_AUTOTUNE=1\nunset TORCHINDUCTOR_MAX_AUTOTUNE\n", {});
    row("run.sh", "export TORCHINDUCTOR_MAX_AUTOTUNE=0\nX=$TORCHINDUCTOR_MAX_AUTOTUNE\n", {});
    row("run.sh", "export MY_TORCHINDUCTOR_MAX_AUTOTUNE=1\n", {});
    row("Dockerfile", "FROM x\nENV TORCHINDUCTOR_MAX_AUTOTUNE=1 \\\n    A=2\n",
        {env + QStringLiteral(":2:critical")});
    row("Dockerfile", "ENV TORCHINDUCTOR_MAX_AUTOTUNE 1\n", {env + QStringLiteral(":1:critical")});
    row("Dockerfile", "ENV TORCHINDUCTOR_FORCE_DISABLE_CACHES=1\n",
        {env + QStringLiteral(":1:warning")});
    row("ci.yml", "env:\n  TORCHINDUCTOR_MAX_AUTOTUNE: '1'\n",
        {env + QStringLiteral(":2:critical")});
    row("compose.yaml", "environment:\n  - TORCHINDUCTOR_MAX_AUTOTUNE=1\n",
        {env + QStringLiteral(":2:critical")});
    row("pod.yaml", "env:\n- name: TORCHINDUCTOR_MAX_AUTOTUNE\n  value: \"1\"\n",
        {env + QStringLiteral(":2:critical")});
    row("pod.yaml", "env:\n- name: TORCHINDUCTOR_MAX_AUTOTUNE\n  value: \"0\"\n", {});
    row("Makefile", "run:\n\tTORCHINDUCTOR_MAX_AUTOTUNE=1 python train.py\n",
        {env + QStringLiteral(":2:critical")});
    row("Makefile", "export TORCHINDUCTOR_MAX_AUTOTUNE := 1\n",
        {env + QStringLiteral(":1:critical")});
    row("ci.yml", "env:\n  INDUCTOR_FREEZING:\n    1\n  INDUCTOR_CUDAGRAPHS:\n",
        {QStringLiteral("compile-config-scope:2:warning")});
    row("run.sh", "INDUCTOR_FREEZING= python train.py\n", {});
    row("run.sh", "export TORCHINDUCTOR_CUDAGRAPHS=1\n",
        {QStringLiteral("compile-graph-routes:1:critical")});
    row("run.sh", "export INDUCTOR_FREEZING=1\n",
        {QStringLiteral("compile-config-scope:1:warning")});
}

void TestCompileRules::scripts()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    AnalysisContext context;
    context.rules = m_rules;
    const FileAnalysis analysis =
        analyseFile(RepoPath(path), languageOfFile(path, text.left(text.indexOf('\n'))),
                    SourceBuffer(text), context);
    QStringList actual;
    for (const Finding& finding : analysis.findings) {
        if (finding.ruleId.startsWith(QStringLiteral("compile-"))) {
            actual.append(QStringLiteral("%1:%2:%3")
                              .arg(finding.ruleId)
                              .arg(finding.line)
                              .arg(severityId(finding.severity)));
            QVERIFY(!finding.message.contains(u'{') && !finding.wayOut.isEmpty());
        }
    }
    QCOMPARE(actual, found);
    QVERIFY(std::none_of(analysis.hunks.begin(), analysis.hunks.end(),
                         [](const Hunk& hunk) { return hunk.phase == Phase::Compile; }));
}

/// Runs the block as it is inserted, twice, against a torch.compile with the signature of
/// torch 2.11 and, where Python has a torch with compile, against that.
void TestCompileRules::interceptor()
{
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) {
        QSKIP("ROCPORT_SKIP_TEST: python3 is missing, so the block is not run");
    }
    MemoryTree tree;
    tree.files = {{"run.py", "import torch\nfrom sam2.build_sam import build\n\n"
                             "p = build(\"cfg\", vos_optimized=True)\n"}};
    const Scan result = scan(tree);
    QVERIFY(result);
    const QByteArray text = ported(tree, result, "run.py");
    const qsizetype begin = text.indexOf("if is_rocm:");
    const qsizetype end = text.indexOf("from sam2");
    QVERIFY2(begin > 0 && end > begin, text);
    const QByteArray block = "is_rocm = True\n" + text.mid(begin, end - begin);
    const QByteArray program = R"(
import sys, types, pickle, functools
stub = types.ModuleType("torch")
calls = []
def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None,
            options=None, disable=False, name=None):
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be.")
    calls.append((model, mode, options, backend, fullgraph, name))
    if model is None:
        return lambda fn: stub.compile(fn, fullgraph=fullgraph, backend=backend, mode=mode,
                                       options=options, disable=disable)
    return model
compile.__module__ = "torch"
stub.compile = compile
sys.modules["torch"] = torch = stub
original = torch.compile
names = {"torch": torch}
block = BLOCK
exec(block, names)
first = torch.compile
assert first is not original
exec(block, names)
assert torch.compile is first, "applied twice"
def f(): pass
def last(): return calls[-1]
torch.compile(f); assert last() == (f, None, None, "inductor", False, None)
torch.compile(f, mode="reduce-overhead", fullgraph=True)
assert last() == (f, "default", None, "inductor", True, None)
torch.compile(model=f, mode="max-autotune"); assert last()[1] == "max-autotune-no-cudagraphs"
torch.compile(f, mode="max-autotune-no-cudagraphs"); assert last()[1] == "max-autotune-no-cudagraphs"
given = {"triton.cudagraphs": True, "max_autotune": False}
torch.compile(f, options=given)
assert last()[1:3] == (None, {"triton.cudagraphs": False, "max_autotune": False})
assert given["triton.cudagraphs"] is True, "the caller's dict changed"
torch.compile(f, options={"shape_padding": True}); assert last()[2] == {"shape_padding": True}
torch.compile(f, backend="cudagraphs", name="n"); assert last()[3:] == ("inductor", False, "n")
@torch.compile
def bare(): pass
assert last()[0] is bare
@torch.compile(mode="reduce-overhead", dynamic=False)
def decorated(): pass
assert last()[0] is decorated and last()[1] == "default"
@functools.partial(torch.compile, mode="max-autotune")
def partial(): pass
assert last()[1] == "max-autotune-no-cudagraphs"
assert torch.compile.__name__ == "compile" and pickle.loads(pickle.dumps(torch.compile)) is first
try:
    torch.compile(f, mode="default", options={})
except RuntimeError:
    pass
else:
    raise AssertionError("torch's own check is gone")
del sys.modules["torch"]
try:
    import torch
    torch.compile
except (ImportError, AttributeError):
    print("stub only")
else:
    exec(block, {"torch": torch})
    assert torch.compile(lambda x: x + 1, mode="reduce-overhead", backend="eager")(torch.ones(1)) == 2
    print("stub and torch", torch.__version__)
)";
    QByteArray literal = block;
    literal.replace('\\', "\\\\").replace('\n', "\\n").replace('"', "\\\"");
    QByteArray script = program;
    script.replace("BLOCK", '"' + literal + '"');
    QProcess process;
    process.start(python, {QStringLiteral("-")});
    QVERIFY(process.waitForStarted());
    process.write(script);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError() + block);
    qInfo().noquote() << process.readAllStandardOutput().trimmed();
}

QTEST_GUILESS_MAIN(TestCompileRules)
#include "tst_compilerules.moc"
