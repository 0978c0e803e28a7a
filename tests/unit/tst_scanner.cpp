#include "core/rules/manifests/manifestindex.h"
#include "core/scan/scanner.h"
#include "core/scan/skippedfile.h"
#include "core/vcs/repository.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/gitfixture.h"
#include "tests/unit/memorytree.h"

#include <QElapsedTimer>
#include <QTest>

#include <mutex>
#include <thread>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

const QByteArray kReduce =
    "#include <cuda_runtime.h>\n"
    "__global__ void reduce(float* data)\n"
    "{\n"
    "    unsigned mask = __ballot_sync(0xffffffff, data[threadIdx.x] > 0);\n"
    "    int lane;\n"
    "    asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n"
    "    if (__popc(mask) > lane) {\n"
    "        data[0] = 1;\n"
    "    }\n"
    "}\n"
    "void run(float* p) { reduce<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n";

class TestScanner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GitFixture::isolate(m_home.path()); }

    void kindStrategyAndHeader_data()
    {
        QTest::addColumn<QStringList>("files"); // "path=content"
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("header");
        const auto row = [](const char* name, const QStringList& files, const char* kind,
                            const char* strategy, const char* header) {
            QTest::newRow(name) << files << text(kind) << text(strategy) << text(header);
        };
        const QString kernel = text("a/k/x.cu=__global__ void f() {}\n");
        const QString cmake = text("CMakeLists.txt=project(x LANGUAGES CUDA)\n");
        row("nothing", {}, "Other", "compat-header", "rocport_compat.h");
        row("Python only", {text("m.py=import torch\n")}, "Python only", "compat-header",
            "rocport_compat.h");
        row("torch extension",
            {kernel, cmake, text("setup.py=from torch.utils.cpp_extension import CUDAExtension\n")},
            "PyTorch extension", "torch-extension", "a/k/rocport_compat.h");
        // PyTorch's load() translates its sources as setup.py's build does.
        const QString load =
            text("m.py=from torch.utils.cpp_extension import load\nload('x', ['a/k/x.cu'])\n");
        row("loaded extension", {kernel, load}, "PyTorch extension", "torch-extension",
            "a/k/rocport_compat.h");
        const char* shims = "rocm_compat/rocport_compat.h";
        row("CMake project that loads too", {kernel, cmake, load}, "CMake project", "shim-headers",
            shims);
        // What a package is called says nothing of what setup.py builds.
        row("package called like an extension",
            {kernel, cmake, text("setup.py=setup(install_requires=['my-cuda-extension'])\n")},
            "CMake project", "shim-headers", shims);
        row("extension in a comment", {kernel, text("setup.py=# CUDAExtension\nsetup()\n")},
            "PyTorch extension", "torch-extension", "a/k/rocport_compat.h");
        row("setup.py without extension", {kernel, cmake, text("setup.py=setup()\n")},
            "CMake project", "shim-headers", shims);
        row("Make", {kernel, text("a/Makefile=NVCC = nvcc\n")}, "Make project", "shim-headers",
            shims);
        const QString meson = text("meson.build=project('x', 'cpp', 'cuda')\n");
        row("Meson", {kernel, meson}, "Meson project", "shim-headers", shims);
        row("Meson that loads too", {kernel, meson, load}, "Meson project", "shim-headers", shims);
        row("Meson without CUDA", {kernel, text("meson.build=project('cuda', 'cpp')\n")},
            "Meson project", "compat-header", "a/k/rocport_compat.h");
        row("Meson with a path for AMD",
            {kernel, text("meson.build=project('x', 'cpp', 'cuda')\nh = dependency('hip')\n")},
            "Meson project", "compat-header", "a/k/rocport_compat.h");
        row("ported CMake",
            {kernel, text("CMakeLists.txt=if(USE_ROCM)\nenable_language(HIP)\nelse()\n"
                          "enable_language(CUDA)\nendif()\n")},
            "CMake project", "shim-headers", shims);
        // Where no build file is known to switch CUDA on, sources include the header themselves.
        row("Make without nvcc", {kernel, text("Makefile=# nvcc\nCC = gcc\n")}, "Make project",
            "compat-header", "a/k/rocport_compat.h");
        row("CMake without CUDA", {kernel, text("CMakeLists.txt=project(CUDA CXX)\n")},
            "CMake project", "compat-header", "a/k/rocport_compat.h");
        row("a path for AMD of its own",
            {kernel, cmake,
             text("CMakeLists.txt=project(x)\nif(WITH_HIP)\n"
                  "enable_language(HIP)\nendif()\nenable_language(CUDA)\n")},
            "CMake project", "compat-header", "a/k/rocport_compat.h");
        row("vendored path for AMD",
            {kernel, cmake, text("third_party/x/CMakeLists.txt=enable_language(HIP)\n")},
            "CMake project", "shim-headers", shims);
        const QString lists = text("CMakeLists.txt=project(x)\n");
        row("common folder", {kernel, lists, text("a/kk/y.cuh=int y;\n")}, "CMake project",
            "compat-header", "a/rocport_compat.h");
        row("no common folder", {kernel, lists, text("b.cu=int y;\n")}, "CMake project",
            "compat-header", "rocport_compat.h");
        row("top include used",
            {text("src/x.cu=#include \"lib/y.h\"\n"), text("include/lib/y.h=int y;\n"), lists},
            "CMake project", "compat-header", "include/rocport_compat.h");
        row("top include used with blanks",
            {text("src/x.cu=  #  include <y.cuh>\n"), text("include/y.cuh=int y;\n"), lists},
            "CMake project", "compat-header", "include/rocport_compat.h");
        row("top include not used",
            {text("src/x.cu=// include \"y.h\"\n"), text("include/y.h=int y;\n"), lists},
            "CMake project", "compat-header", "src/rocport_compat.h");
    }

    void kindStrategyAndHeader()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, kind);
        QFETCH(QString, strategy);
        QFETCH(QString, header);
        MemoryTree tree;
        for (const QString& file : files) {
            const qsizetype split = file.indexOf(u'=');
            tree.files.insert(file.left(split).toUtf8(), file.mid(split + 1).toUtf8());
        }
        const auto result = scan(tree);
        QCOMPARE(repositoryKindName(result->inventory.kind), kind);
        QCOMPARE(strategyId(result->strategy), strategy);
        QCOMPARE(result->compatHeader.display(), header);
        QCOMPARE(tree.reads.load(),
                 int(tree.files.size())); // what was read ahead is not read twice
        // The same from the cache: nothing has to be read to come to the same choice.
        tree.reads = 0;
        const auto again = scan(tree, result);
        QCOMPARE(tree.reads.load(), 0);
        QCOMPARE(strategyId(again->strategy), strategy);
        QCOMPARE(again->compatHeader, result->compatHeader);
        QCOMPARE(again->fingerprint, result->fingerprint);
    }

    void chosenStrategyWins()
    {
        MemoryTree tree;
        tree.files.insert("setup.py", "CUDAExtension\n");
        tree.files.insert("a.cu", "int a;\n");
        TargetSettings target;
        target.strategy = Strategy::Sibling;
        const auto result = scan(tree, {}, 0, target);
        QCOMPARE(result->strategy, Strategy::Sibling);
        QVERIFY(result->compatHeader.isEmpty());
    }

    void inventory()
    {
        MemoryTree tree;
        tree.files.insert("csrc/b.cu", kReduce);
        tree.files.insert("csrc/a.cu", kReduce);
        tree.files.insert("main.py", "import torch\n\nprint(1)\n");
        tree.files.insert("README.md", "# Words\n");
        const auto result = scan(tree);
        const Inventory& inventory = result->inventory;
        QCOMPARE(inventory.files, 4);
        QCOMPARE(inventory.scannedFiles, 4);
        QVERIFY(inventory.skipped.isEmpty());
        QCOMPARE(inventory.languages.first().language, Language::Cuda);
        QCOMPARE(inventory.languages.first().files, 2);
        QCOMPARE(inventory.languages.first().lines, 22);
        QCOMPARE(inventory.lines, 26);
        QCOMPARE(inventory.bytes, 2 * kReduce.size() + 23 + 8);
        const Risk* ptx = risk(inventory, "inline-ptx");
        QVERIFY(ptx != nullptr);
        QCOMPARE(ptx->text, text("Inline PTX, 2 blocks in 2 files"));
        QCOMPARE(ptx->path, RepoPath("csrc/a.cu"));
        QCOMPARE(ptx->line, 6);
        QVERIFY(risk(inventory, "lane-mask") != nullptr);
        QVERIFY(risk(inventory, "cutlass") == nullptr);
        QVERIFY(std::any_of(inventory.libraries.begin(), inventory.libraries.end(),
                            [](const LibraryTotal& total) {
                                return total.library == text("runtime") && total.supported >= 2;
                            }));
    }

    void risksByName()
    {
        MemoryTree tree;
        tree.files.insert("t.cu", "texture<float, 1> tex;\n// texture<int> no\n"
                                  "__global__ void k() { tex1Dfetch(tex, 0); }\n");
        tree.files.insert("u.cu", "void f() { cudaGraphicsVDPAURegisterVideoSurface(0, 0, 0);\n"
                                  "  cudaGraphicsVDPAURegisterVideoSurface(0, 0, 0); }\n");
        const auto result = scan(tree);
        const Risk* texture = risk(result->inventory, "texture-reference");
        QVERIFY(texture != nullptr);
        QCOMPARE(texture->text, text("Textures and surfaces, 2 uses in 1 file"));
        const Risk* unsupported = risk(result->inventory, "unsupported-api");
        QVERIFY(unsupported != nullptr);
        QCOMPARE(unsupported->text,
                 text("No HIP name for cudaGraphicsVDPAURegisterVideoSurface, 2 uses in 1 file"));
    }

    void orderDoesNotDependOnThreads()
    {
        MemoryTree tree;
        for (int i = 0; i < 60; ++i) {
            tree.files.insert("d" + QByteArray::number(i % 7) + "/f" + QByteArray::number(i) +
                                  ".cu",
                              kReduce + "// " + QByteArray::number(i) + '\n');
        }
        const auto one = scan(tree, {}, 1);
        QVERIFY(!one->hunks.isEmpty());
        for (const int threads : {2, 8}) {
            const auto many = scan(tree, {}, threads);
            QCOMPARE(outline(*many), outline(*one));
        }
    }

    void hunksAreSorted()
    {
        MemoryTree tree;
        tree.files.insert("b.cu", kReduce);
        tree.files.insert("a.cu", kReduce);
        const auto result = scan(tree);
        for (qsizetype i = 1; i < result->hunks.size(); ++i) {
            const Hunk& a = result->hunks[i - 1];
            const Hunk& b = result->hunks[i];
            QVERIFY(a.phase <= b.phase);
            if (a.phase == b.phase && !a.sourcePath.isEmpty() && !b.sourcePath.isEmpty()) {
                QVERIFY(a.sourcePath < b.sourcePath ||
                        (a.sourcePath == b.sourcePath && a.firstLine <= b.firstLine));
            }
        }
    }

    void onlyTheChangedFileIsRead()
    {
        MemoryTree tree;
        for (int i = 0; i < 30; ++i) {
            tree.files.insert("f" + QByteArray::number(i) + ".cu", kReduce);
        }
        tree.files.insert("setup.py", "CUDAExtension()\n");
        const auto first = scan(tree);
        QCOMPARE(first->reusedFiles, 0);
        tree.reads = 0;
        tree.files["f7.cu"] += "// changed\n";
        tree.files.insert("new.py", "import torch\n");
        tree.files.remove("f8.cu");
        const auto second = scan(tree, first);
        QCOMPARE(tree.reads.load(), 2);
        QCOMPARE(second->reusedFiles, 29);
        QCOMPARE(outline(*second), outline(*scan(tree)));
        // Analyses of unchanged files are the same objects, so that the store need not rewrite
        // them.
        QCOMPARE(second->files.first().get(), first->files.first().get());
    }

    void listsOfRequirements()
    {
        MemoryTree tree;
        tree.files = {{"requirements.txt", "numpy\n"},
                      {"more.txt", "pandas\n-r deeper/x.pip\n"},
                      {"deeper/x.pip", "einops\n"}};
        const auto listed = [](const ScanResult& result) {
            QStringList lines;
            for (const auto& file : result.files) {
                lines += QStringList(ManifestSummary::read({}, file->features).entries.size(),
                                     file->path.display());
            }
            return lines;
        };
        const auto first = scan(tree);
        QCOMPARE(listed(*first), QStringList(text("requirements.txt")));
        tree.files["requirements.txt"] = "numpy\n-r more.txt\n";
        const auto second = scan(tree, first);
        QCOMPARE(listed(*second).size(), qsizetype(3));
        QCOMPARE(scan(tree, second)->reusedFiles, 3);
        tree.files["requirements.txt"] = "numpy\n";
        QCOMPARE(listed(*scan(tree, second)), listed(*first));
    }

    void otherSettingsReadEverything()
    {
        MemoryTree tree;
        tree.files.insert("a.cu", kReduce);
        const auto first = scan(tree);
        TargetSettings target;
        target.architectures = {text("gfx90a")};
        tree.reads = 0;
        const auto second = scan(tree, first, 0, target);
        QCOMPARE(tree.reads.load(), 1);
        QVERIFY(second->fingerprint != first->fingerprint);
        target.strategy = Strategy::InPlace;
        tree.reads = 0;
        QCOMPARE(scan(tree, second, 0, target)->reusedFiles, 0);
        QCOMPARE(tree.reads.load(), 1);
    }

    /// A variable with .cu files that another CMake file sets; also where only that one changed.
    void sourcesOfOtherFiles()
    {
        MemoryTree tree;
        tree.files.insert("CMakeLists.txt", "project(x LANGUAGES CXX CUDA)\ninclude(gpu.cmake)\n"
                                            "add_subdirectory(src)\n"
                                            "function(add_gpu t)\n  add_library(${t} ${ARGN})\n"
                                            "endfunction()\n");
        tree.files.insert("gpu.cmake", "set(GPU_SOURCES k.cu)\n");
        tree.files.insert("src/CMakeLists.txt", "add_library(t a.cpp ${GPU_SOURCES})\n");
        tree.files.insert("more/CMakeLists.txt", "ADD_GPU(m STATIC k.cu)\n");
        tree.files.insert("src/k.cu", kReduce);
        const auto marks = [](const ScanResult& result) {
            return std::count_if(result.hunks.begin(), result.hunks.end(), [](const Hunk& hunk) {
                return hunk.sourcePath.bytes().endsWith("CMakeLists.txt") &&
                       hunk.edits.first().replacement.contains("PROPERTIES LANGUAGE HIP");
            });
        };
        const auto first = scan(tree);
        QCOMPARE(marks(*first), 2); // and in the function
        tree.files.insert("gpu.cmake", "set(GPU_SOURCES k.cpp)\n");
        const auto second = scan(tree, first);
        QCOMPARE(marks(*second), 1);
        tree.files.insert("gpu.cmake", "set(GPU_SOURCES k.cu)\n");
        tree.files["src/k.cu"] += "// changed\n";
        QCOMPARE(marks(*scan(tree, second)), 2);
    }

    void incrementalOverCommits()
    {
        const GitFixture fixture;
        fixture.write("a.cu", kReduce);
        fixture.write("b.cu", kReduce);
        const QByteArray one = fixture.commitAll();
        fixture.write("b.cu", kReduce + "// more\n");
        const QByteArray two = fixture.commitAll();
        const auto repository = Repository::open(fixture.path());
        const auto first = scan(**(*repository)->treeAt(one));
        const auto second = scan(**(*repository)->treeAt(two), first);
        QCOMPARE(second->reusedFiles, 1);
    }

    void badInput()
    {
        const GitFixture inner;
        inner.write("x.cu", kReduce);
        inner.commitAll();
        const GitFixture fixture;
        fixture.write("good.cu", kReduce);
        fixture.write("crlf.cu", QByteArray(kReduce).replace("\n", "\r\n"));
        fixture.write("cut.cu", kReduce.chopped(1));
        fixture.write("latin1.cu", "// caf\xe9\n" + kReduce);
        fixture.write("binary.cu", QByteArray(5000, '\0') + kReduce);
        fixture.write("nul.cu", kReduce + QByteArray("\0", 1) + kReduce);
        fixture.write("utf16.cu", "\xff\xfe" + QByteArray("a\0\n\0", 4));
        fixture.write("picture.png", "\x89PNG");
        fixture.write("empty.cu", "");
        fixture.write("new\nline \"x\".cu", kReduce);
        fixture.write("-latin\xe9.cu", kReduce);
        fixture.write("huge.cu", "x");
        QCOMPARE(::truncate(QFile::encodeName(fixture.path() + text("/huge.cu")).constData(),
                            200 * 1024 * 1024),
                 0);
        QCOMPARE(::mkfifo(QFile::encodeName(fixture.path() + text("/pipe.cu")).constData(), 0644),
                 0);
        QFile::link(text("/etc/passwd"), fixture.path() + text("/out.cu"));
        QFile::link(text("."), fixture.path() + text("/circle"));
        fixture.run({text("-c"), text("protocol.file.allow=always"), text("submodule"), text("add"),
                     text("-q"), inner.path(), text("third")});
        const auto tree = openFolderTree(fixture.path());
        QVERIFY(tree);
        const auto result = scan(**tree);
        QMap<QString, QString> skipped;
        for (const auto& entry : result->inventory.skipped) {
            skipped.insert(entry.first.display(), entry.second);
        }
        QCOMPARE(skipped.value(text("huge.cu")), text("larger than 8 MiB"));
        QCOMPARE(skipped.value(text("pipe.cu")), text("cannot be read: a named pipe, not a file"));
        QCOMPARE(skipped.value(text("out.cu")), text("symbolic link, not followed"));
        QCOMPARE(skipped.value(text("circle")), text("symbolic link, not followed"));
        QCOMPARE(skipped.value(text("third")),
                 text("submodule; open it as a repository to scan it"));
        QCOMPARE(skipped.value(text("binary.cu")), text("binary"));
        QCOMPARE(skipped.value(text("nul.cu")), text("binary"));
        QCOMPARE(skipped.value(text("picture.png")), text("binary file by its name"));
        QStringList unread; // which say something of what a port may miss
        for (const auto& [path, why] : unreadSources(result->files)) {
            unread.append(path.display());
        }
        QCOMPARE(unread, QStringList({text("binary.cu"), text("huge.cu"), text("nul.cu"),
                                      text("pipe.cu"), text("utf16.cu")}));
        const auto& risks = result->inventory.risks;
        const auto risk = std::find_if(risks.begin(), risks.end(), [](const Risk& one) {
            return one.id == text("unread-source");
        });
        QVERIFY(risk != risks.end());
        QCOMPARE(risk->text, text("Source not read, 5 files"));
        QCOMPARE(risk->path, RepoPath("binary.cu"));
        QVERIFY(!skipped.contains(text("good.cu")));
        QVERIFY(!skipped.contains(text("empty.cu")));
        const auto good = file(*result, "good.cu")->findings.size();
        QVERIFY(good > 0);
        for (const char* name :
             {"crlf.cu", "cut.cu", "latin1.cu", "new\nline \"x\".cu", "-latin\xe9.cu"}) {
            QCOMPARE(file(*result, name)->findings.size(), good);
        }
        QCOMPARE(result->inventory.files, 17); // with .gitmodules
    }

    void unreadableFilesAreReadAgainNextTime()
    {
        MemoryTree tree;
        tree.files.insert("a.cu", kReduce);
        tree.files.insert("b.cu", kReduce);
        tree.unreadable.insert("a.cu");
        const auto first = scan(tree);
        QCOMPARE(first->inventory.skipped.size(), 1);
        QCOMPARE(first->inventory.skipped.first().second, text("cannot be read: no rights"));
        QVERIFY(!file(*first, "b.cu")->findings.isEmpty());
        tree.unreadable.clear();
        tree.reads = 0;
        const auto second = scan(tree, first);
        QCOMPARE(tree.reads.load(), 1);
        QVERIFY(second->inventory.skipped.isEmpty());
    }

    void progressIsMonotonousAndRare()
    {
        MemoryTree tree;
        for (int i = 0; i < 200; ++i) {
            tree.files.insert("f" + QByteArray::number(i) + ".cu", "int a;\n");
        }
        tree.onRead = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); };
        std::mutex mutex;
        QVector<ScanProgress> seen;
        QElapsedTimer clock;
        clock.start();
        const auto result = scanTree(tree, m_rules, {}, {}, {}, [&](const ScanProgress& progress) {
            const std::lock_guard lock(mutex);
            seen.append(progress);
        });
        QVERIFY(result);
        QCOMPARE(seen.first().total, 0);
        QCOMPARE(seen.last().done, 200);
        QCOMPARE(seen.last().total, 200);
        QVERIFY(seen.size() <= clock.elapsed() / 30 + 3);
        for (qsizetype i = 1; i + 1 < seen.size(); ++i) {
            QVERIFY(!seen[i].currentFile.isEmpty());
        }
    }

    void cancelEndsSoon()
    {
        MemoryTree tree;
        for (int i = 0; i < 5000; ++i) {
            tree.files.insert("f" + QByteArray::number(i) + ".cu", kReduce);
        }
        tree.onRead = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
        const CancelToken cancel;
        QElapsedTimer since;
        std::mutex mutex;
        const auto result =
            scanTree(tree, m_rules, {}, {}, cancel, [&](const ScanProgress& progress) {
                const std::lock_guard lock(mutex);
                if (progress.done > 0 && !cancel.isCancelled()) {
                    cancel.cancel();
                    since.start();
                }
            });
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QVERIFY2(since.elapsed() < 10000, qPrintable(QString::number(since.elapsed())));
        qInfo("ended %lld ms after the cancel", static_cast<long long>(since.elapsed()));
        QVERIFY(tree.reads < 1000);
    }

    void cancelledBeforeItBegins()
    {
        MemoryTree tree;
        tree.files.insert("a.cu", kReduce);
        const CancelToken cancel;
        cancel.cancel();
        const auto result = scanTree(tree, m_rules, {}, {}, cancel);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QCOMPARE(tree.reads.load(), 0);
    }

    void withoutRules()
    {
        const MemoryTree tree;
        const auto result = scanTree(tree, nullptr, {}, {}, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    }

private:
    std::shared_ptr<const ScanResult> scan(const SourceTree& tree,
                                           const std::shared_ptr<const ScanResult>& previous = {},
                                           int threads = 0, const TargetSettings& target = {})
    {
        auto result = scanTree(tree, m_rules, target, previous, {}, {}, threads);
        if (!result) {
            qFatal("scan: %s", qPrintable(result.error().detail));
        }
        return *result;
    }

    static const FileAnalysis* file(const ScanResult& result, const QByteArray& path)
    {
        for (const auto& analysis : result.files) {
            if (analysis->path.bytes() == path) {
                return analysis.get();
            }
        }
        qFatal("not scanned: %s", path.constData());
    }

    static const Risk* risk(const Inventory& inventory, const char* id)
    {
        for (const Risk& risk : inventory.risks) {
            if (risk.id == QLatin1StringView(id)) {
                return &risk;
            }
        }
        return nullptr;
    }

    /// Everything that has an order.
    static QByteArrayList outline(const ScanResult& result)
    {
        QByteArrayList lines;
        for (const auto& analysis : result.files) {
            lines.append("file " + analysis->path.bytes());
            for (const Finding& finding : analysis->findings) {
                lines.append("finding " + finding.id + ' ' + QByteArray::number(finding.line));
            }
        }
        for (const Hunk& hunk : result.hunks) {
            lines.append("hunk " + hunk.key + ' ' + hunk.targetPath.bytes());
        }
        for (const Risk& risk : result.inventory.risks) {
            lines.append("risk " + risk.text.toUtf8() + ' ' + risk.path.bytes());
        }
        for (const LanguageTotal& total : result.inventory.languages) {
            lines.append("language " + languageId(total.language).toUtf8());
        }
        for (const LibraryTotal& total : result.inventory.libraries) {
            lines.append("library " + total.library.toUtf8());
        }
        return lines;
    }

    QTemporaryDir m_home;
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

} // namespace

QTEST_GUILESS_MAIN(TestScanner)
#include "tst_scanner.moc"
