#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/build/buildmakereader.h"
#include "tests/support/builtinrules.h"

#include <QTest>

using namespace rocport;

/// Makefiles: what the rules of phase 4 find, what stays, and what the edits are.
class TestMakeRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void finds_data();
    void finds();
    void edits_data();
    void edits();
    void ownPath_data();
    void ownPath();
    void preamble();
    void switchFromOutside();
    void shimHeaders();
    void survivesAnyText();

private:
    [[nodiscard]] FileAnalysis analyse(const QByteArray& text) const;
    [[nodiscard]] QByteArray ported(const QByteArray& text) const;
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

FileAnalysis TestMakeRules::analyse(const QByteArray& text) const
{
    AnalysisContext context;
    context.rules = m_rules;
    return analyseFile(RepoPath("Makefile"), Language::Make, SourceBuffer(text), context);
}

QByteArray TestMakeRules::ported(const QByteArray& text) const
{
    const Result<QByteArray> result = applyHunks(text, analyse(text).hunks);
    return result ? *result : QByteArray("failed: ") + result.error().detail.toUtf8();
}

void TestMakeRules::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kinds"); // one letter a line
    const auto row = [](const char* name, const char* text, const char* kinds) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(kinds);
    };
    row("assignments", "A = b\nA ?= c\nA := d\nA ::= e\nA += f\nexport A = g\n", "AAAAAA");
    row("rule", "a: b\n\tc\n\td\n\n# x\n\te\nF = g\n\th\n", "RrrBBrAO");
    row("target's own", "a: F = g\na b: F += h\n", "AA");
    row("continued", "A = b \\\n  c\na: b \\\n  c\n\td \\\n\te\n", "ARr");
    row("define", "define A\nB = c\nifdef D\nendef\nE = f\n", "DDDDA");
    row("conditional", "ifdef A\nB = c\nelse ifeq ($(A),b)\nendif\n", "CACC");
    row("colon in a reference", "A = $(B:.c=.o)\n$(B:.c=.o): d\n", "AR");
    row("include", "include a.mk\n-include b.mk\n", "OO");
}

void TestMakeRules::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, kinds);
    QString read;
    for (const MakeLine& line :
         readMake({text.constData(), static_cast<size_t>(text.size())}, "USE_ROCM")) {
        read.append(QLatin1Char("BARrCDO"[static_cast<int>(line.kind)]));
    }
    QCOMPARE(read, kinds);
}

void TestMakeRules::finds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found"); // "rule:line:symbol"
    const auto row = [](const char* name, const char* text,
                        std::initializer_list<const char*> found) {
        QStringList list;
        for (const char* one : found) {
            list.append(QString::fromUtf8(one));
        }
        QTest::newRow(name) << QByteArray(text) << list;
    };
    row("compiler", "NVCC ?= $(CUDA_HOME)/bin/nvcc\n", {"make-nvcc:1:$(CUDA_HOME)/bin/nvcc"});
    row("recipe", "a.o: a.cu\n\tnvcc -arch=sm_70 -c $<\n",
        {"make-nvcc:2:nvcc", "cmake-arch:2:-arch=sm_70"});
    row("flags", "NVCCFLAGS = -O3 -Xcompiler -fPIC\n", {"build-nvcc-flags:1:-Xcompiler -fPIC"});
    row("libraries", "LIBS = -lcublas -lm -lnvToolsExt -lcudnn\n",
        {"cmake-targets:1:-lcublas", "cmake-targets:1:-lnvToolsExt", "cmake-targets:1:-lcudnn"});
    row("asked of a variable", "NVCC = nvcc\nV = $(shell which $(NVCC) && $(NVCC) --version)\n",
        {"make-nvcc:1:nvcc", "make-nvcc:2:$(NVCC)"});
    row("threads of other programs", "T = --threads 4\na: b\n\tzstd --threads 4 -t 4 b\n", {});
    row("folders", "INC = -I/usr/local/cuda-11.8/include -Iinc\n",
        {"cmake-targets:1:-I/usr/local/cuda-11.8/include"});
    row("variable of a call", "NVCC = nvcc\na: b\n\t$(NVCC) -lineinfo b\n",
        {"make-nvcc:1:nvcc", "build-nvcc-flags:3:-lineinfo"});
    row("other flags", "a: b\n\tcmake -G Ninja -keep x\nCFLAGS = -arch x86_64\n", {});
    row("names that hold it", "a: nvcc.txt\n\techo my_nvcc nvcc-flags\n", {});
    row("comment", "# NVCC = nvcc\nA = b # nvcc\n", {});
    row("ported already", "ifdef USE_ROCM\nNVCC = hipcc\nelse\nNVCC = nvcc\nendif\n", {});
    row("ported by hand", "ifeq ($(GPU),hip)\nCC = hipcc\nelse\nCC = nvcc -arch=sm_70\nendif\n",
        {});
    row("asked by the shell", "V := $(shell nvcc --version | tail -1)\n", {"make-nvcc:1:nvcc"});
    row("asked by a condition", "ifeq ($(shell which nvcc),)\nA = b\nendif\n",
        {"make-nvcc:1:nvcc"});
    row("architecture", "FLAGS = --offload-arch=gfx90a\n", {"build-arch-detect:1:gfx90a"});
}

void TestMakeRules::finds()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    QStringList actual;
    const FileAnalysis analysis = analyse(text);
    for (const Finding& finding : analysis.findings) {
        QVERIFY(!finding.message.contains(u'{'));
        actual.append(
            QStringLiteral("%1:%2:%3").arg(finding.ruleId).arg(finding.line).arg(finding.symbol));
    }
    QCOMPARE(actual, found);
}

void TestMakeRules::edits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // without what stands before all
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("compiler and flags", "NVCC = nvcc\nNVCCFLAGS = -O3 -arch=sm_70 --use_fast_math\nX = 1\n",
        "ifdef USE_ROCM\nNVCC = hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH))\n"
        "NVCCFLAGS = -O3 -ffast-math\nelse\nNVCC = nvcc\n"
        "NVCCFLAGS = -O3 -arch=sm_70 --use_fast_math\nendif\nX = 1\n");
    row("a switch for CUDA",
        "USE_CUDA ?= 0 # or 1\nNVCC = nvcc\nifeq ($(USE_CUDA),1)\nX = 1\nendif\n",
        "ifdef USE_ROCM\nUSE_CUDA ?= 1 # or 1\n"
        "NVCC = hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH))\nelse\n"
        "USE_CUDA ?= 0 # or 1\nNVCC = nvcc\nendif\nifeq ($(USE_CUDA),1)\nX = 1\nendif\n");
    row("a switch that is asked for by a word",
        "WITH_CUDA = no\nifeq \"$(WITH_CUDA)\" \"yes\"\nX = 1\nendif\n",
        "ifdef USE_ROCM\nWITH_CUDA = yes\nelse\nWITH_CUDA = no\nendif\n"
        "ifeq \"$(WITH_CUDA)\" \"yes\"\nX = 1\nendif\n");
    row("a switch that is asked how it is off",
        "X_ENABLE_CUDA := 0\nifneq (${X_ENABLE_CUDA}, 0)\nX = 1\nendif\n",
        "ifdef USE_ROCM\nX_ENABLE_CUDA := 1\nelse\nX_ENABLE_CUDA := 0\nendif\n"
        "ifneq (${X_ENABLE_CUDA}, 0)\nX = 1\nendif\n");
    row("a switch that is on, one that nothing asks for, and one for less",
        "NVCC = nvcc\n\n"
        "USE_CUDA = 1\nWITH_CUDA = 0\nUSE_CUDA_GRAPHS = 0\nNO_USE_CUDA = 0\n"
        "ifeq ($(USE_CUDA),1)\nX = 1\nendif\nifdef USE_CUDA_GRAPHS\nendif\n"
        "ifeq ($(NO_USE_CUDA),1)\nendif\n",
        "ifdef USE_ROCM\nNVCC = hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH))\nelse\n"
        "NVCC = nvcc\nendif\n\n"
        "USE_CUDA = 1\nWITH_CUDA = 0\nUSE_CUDA_GRAPHS = 0\nNO_USE_CUDA = 0\n"
        "ifeq ($(USE_CUDA),1)\nX = 1\nendif\nifdef USE_CUDA_GRAPHS\nendif\n"
        "ifeq ($(NO_USE_CUDA),1)\nendif\n");
    row("found by the shell", "NVCC := $(shell which nvcc)\n",
        "ifdef USE_ROCM\nNVCC := $(patsubst %,% -DUSE_ROCM $(addprefix "
        "--offload-arch=,$(ROCM_ARCH)),"
        "$(shell which hipcc))\nelse\nNVCC := $(shell which nvcc)\nendif\n");
    row("found by the shell, quietly", "NVCC := $(shell command -v nvcc 2>/dev/null)\n",
        "ifdef USE_ROCM\nNVCC := $(patsubst %,% -DUSE_ROCM $(addprefix "
        "--offload-arch=,$(ROCM_ARCH)),"
        "$(shell command -v hipcc 2>/dev/null))\nelse\n"
        "NVCC := $(shell command -v nvcc 2>/dev/null)\nendif\n");
    row("found by the shell on Windows", "NVCC := $(shell where nvcc 2> nul)\n",
        "ifdef USE_ROCM\nNVCC := $(patsubst %,% -DUSE_ROCM $(addprefix "
        "--offload-arch=,$(ROCM_ARCH)),"
        "$(shell where hipcc 2> nul))\nelse\nNVCC := $(shell where nvcc 2> nul)\nendif\n");
    row("found in back quotes", "NVCC = `which nvcc`\n",
        "ifdef USE_ROCM\nNVCC = `which hipcc` -DUSE_ROCM $(addprefix "
        "--offload-arch=,$(ROCM_ARCH))\n"
        "else\nNVCC = `which nvcc`\nendif\n");
    row("folder of what the shell finds", "HOME := $(dir $(shell which nvcc))..\n",
        "ifdef USE_ROCM\nHOME := $(dir $(shell which hipcc))..\nelse\n"
        "HOME := $(dir $(shell which nvcc))..\nendif\n");
    const QByteArray flags = " -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH))";
    const auto found = [&](const char* name, const QByteArray& value, const QByteArray& now) {
        QTest::newRow(name) << "NVCC = " + value + "\n"
                            << "ifdef USE_ROCM\nNVCC = " + now + "\nelse\nNVCC = " + value +
                                   "\nendif\n";
    };
    const QByteArray searched = "$(patsubst %,%" + flags + ",$(shell command -v hipcc))";
    found("found by the shell, else a path",
          "$(shell which nvcc 2>/dev/null || echo $(CUDA_HOME)/bin/nvcc)", "hipcc" + flags);
    found("chosen by make", "$(or $(shell command -v nvcc),/usr/local/cuda/bin/nvcc)",
          "hipcc" + flags);
    found("chosen by make from what is found",
          "$(or $(shell command -v nvcc),$(wildcard /usr/local/cuda/bin/nvcc)) -lineinfo",
          searched + " -gline-tables-only");
    found("chosen by a condition of make", "$(if $(CUDA_HOME),$(CUDA_HOME)/bin/nvcc,nvcc)",
          "hipcc" + flags);
    found("looked for by make", "$(wildcard /usr/local/cuda/bin/nvcc)", searched);
    found("found by the shell, and stripped", "$(strip $(shell which nvcc))",
          "$(patsubst %,%" + flags + ",$(strip $(shell which hipcc)))");
    found("found by the shell, with a path", "$(shell which $(CUDA_HOME)/bin/nvcc)",
          "$(patsubst %,%" + flags + ",$(shell which hipcc))");
    row("quoted by what calls it",
        "NVCC = nvcc\n\na: b\n\t@\"$(NVCC)\" -o a b\n\t$(MAKE) -C c CC=nvcc X=$(NVCC) "
        "Y=\"$(NVCC)\"\n",
        "\n\na: b\nifdef USE_ROCM\n\t@$(NVCC) -o a b\n"
        "\t$(MAKE) -C c CC=\"hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH))\" "
        "X=\"$(NVCC)\" Y=\"$(NVCC)\"\nelse\n\t@\"$(NVCC)\" -o a b\n"
        "\t$(MAKE) -C c CC=nvcc X=$(NVCC) Y=\"$(NVCC)\"\nendif\n");
    row("quoted by what only asks for it",
        "NVCC = nvcc\n\na: b\n\t@[ -n \"$(NVCC)\" ] || exit 1\n\tcase \"$(NVCC)\" in *g) ;; esac\n"
        "\t@[ \"$(NVCC)\" = \"\" ] && exit 1\n"
        "\t@if true; then \"$(NVCC)\" -o a b; fi\n\tA=b \"$(NVCC)\" -c b && \"$(NVCC)\" b\n"
        "\tcase x in x) \"$(NVCC)\" c;; esac; (\"$(NVCC)\" d); $(Q)\"$(NVCC)\" e\n",
        "\n\na: b\n\t@[ -n \"$(NVCC)\" ] || exit 1\n\tcase \"$(NVCC)\" in *g) ;; esac\n"
        "\t@[ \"$(NVCC)\" = \"\" ] && exit 1\nifdef USE_ROCM\n"
        "\t@if true; then $(NVCC) -o a b; fi\n\tA=b $(NVCC) -c b && $(NVCC) b\n"
        "\tcase x in x) $(NVCC) c;; esac; ($(NVCC) d); $(Q)$(NVCC) e\nelse\n"
        "\t@if true; then \"$(NVCC)\" -o a b; fi\n\tA=b \"$(NVCC)\" -c b && \"$(NVCC)\" b\n"
        "\tcase x in x) \"$(NVCC)\" c;; esac; (\"$(NVCC)\" d); $(Q)\"$(NVCC)\" e\nendif\n");
    row("nvcc in quotes that is compared", "a: b\n\t@[ \"$(CC)\" = \"nvcc\" ] || exit 1\n",
        "a: b\nifdef USE_ROCM\n\t@[ \"$(CC)\" = \"hipcc -DUSE_ROCM $(addprefix "
        "--offload-arch=,$(ROCM_ARCH))\" ] || exit 1\nelse\n"
        "\t@[ \"$(CC)\" = \"nvcc\" ] || exit 1\nendif\n");
    row("device code in commands that call nothing",
        "NVCC = nvcc\n\nF = -rdc=true\n\nk: k.o\n\t@echo \"Links with $(NVCC) now\"\n"
        "\t@echo $(NVCC) -o k\n\t$(info $(NVCC) links k)\n\t$(Q)ccache $(NVCC) $(F) k.o -o k\n",
        "\n\nk: k.o\n\t@echo \"Links with $(NVCC) now\"\n\t@echo $(NVCC) -o k\n"
        "\t$(info $(NVCC) links k)\nifdef USE_ROCM\n"
        "\t$(Q)ccache $(NVCC) -fgpu-rdc --hip-link $(F) k.o -o k\nelse\n"
        "\t$(Q)ccache $(NVCC) $(F) k.o -o k\nendif\n");
    row("nvcc in what functions of make put in",
        "CUDA_PATH ?= $(subst /bin/nvcc,,$(shell which nvcc))\n"
        "X := $(patsubst %/bin/nvcc,%,$(shell which nvcc)) $(findstring nvcc,$(CC))\n",
        "ifdef USE_ROCM\nCUDA_PATH ?= $(subst /bin/hipcc,,$(shell which hipcc))\n"
        "X := $(patsubst %/bin/hipcc,%,$(shell which hipcc)) $(findstring hipcc,$(CC))\nelse\n"
        "CUDA_PATH ?= $(subst /bin/nvcc,,$(shell which nvcc))\n"
        "X := $(patsubst %/bin/nvcc,%,$(shell which nvcc)) $(findstring nvcc,$(CC))\nendif\n");
    row("flags that reach the compiler through variables",
        "ALL := -m64 --threads 0 -t 4\n\nMORE = --expt-extended-lambda\n\nNVCC = nvcc\n\n"
        "ALL += $(MORE)\na: a.cu\n\t$(NVCC) $(ALL) -c a.cu\n",
        "ifdef USE_ROCM\nALL := -m64 \nelse\nALL := -m64 --threads 0 -t 4\nendif\n\n"
        "ifdef USE_ROCM\nMORE = \nelse\nMORE = --expt-extended-lambda\nendif\n\n"
        "ifdef USE_ROCM\nNVCC = hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH))\nelse\n"
        "NVCC = nvcc\nendif\n\nALL += $(MORE)\na: a.cu\n\t$(NVCC) $(ALL) -c a.cu\n");
    row("device code that is linked apart",
        "CFLAGS = -rdc true -dc\n%.o: %.cu\n\tnvcc $(CFLAGS) -c $<\nk: k.o\n\tnvcc -o k k.o\n"
        "\techo\n\tnvcc -o l l.cu\n",
        "ifdef USE_ROCM\nCFLAGS = -fgpu-rdc -fgpu-rdc -c\nelse\nCFLAGS = -rdc true -dc\nendif\n"
        "%.o: %.cu\nifdef USE_ROCM\n\thipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH)) "
        "$(CFLAGS) -c $<\nelse\n\tnvcc $(CFLAGS) -c $<\nendif\nk: k.o\nifdef USE_ROCM\n"
        "\thipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH)) -fgpu-rdc --hip-link -o k "
        "k.o\nelse\n\tnvcc -o k k.o\nendif\n\techo\nifdef USE_ROCM\n\thipcc -DUSE_ROCM "
        "$(addprefix --offload-arch=,$(ROCM_ARCH)) -o l l.cu\nelse\n\tnvcc -o l l.cu\nendif\n");
    row("device code that a quoted compiler links",
        "NVCC = nvcc\n\nF = -rdc=true\nk: k.cu\n\t\"$(NVCC)\" $(F) k.cu -o k\n\techo\n"
        "\t\"/cuda/bin/nvcc\" a.o\n",
        "\n\nifdef USE_ROCM\nF = -fgpu-rdc\nelse\nF = -rdc=true\nendif\nk: k.cu\nifdef USE_ROCM\n"
        "\t$(NVCC) -fgpu-rdc --hip-link $(F) k.cu -o k\nelse\n\t\"$(NVCC)\" $(F) k.cu -o k\nendif\n"
        "\techo\nifdef USE_ROCM\n\thipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH)) "
        "-fgpu-rdc --hip-link a.o\nelse\n\t\"/cuda/bin/nvcc\" a.o\nendif\n");
    row("ranges for profilers", "LIBS = -lnvToolsExt -lm\n",
        "ifdef USE_ROCM\nLIBS =  -lm\nelse\nLIBS = -lnvToolsExt -lm\nendif\n");
    row("quoted", "NVCC := \"$(CUDA_PATH)/bin/nvcc\" -ccbin g++\n",
        "ifdef USE_ROCM\nNVCC := hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH)) "
        "\nelse\n"
        "NVCC := \"$(CUDA_PATH)/bin/nvcc\" -ccbin g++\nendif\n");
    row("prefix of flags", "FLAGS := -O3 $(addprefix -Xcompiler ,$(CFLAGS)) -lineinfo\n",
        "ifdef USE_ROCM\nFLAGS := -O3 $(addprefix ,$(CFLAGS)) -gline-tables-only\nelse\n"
        "FLAGS := -O3 $(addprefix -Xcompiler ,$(CFLAGS)) -lineinfo\nendif\n");
    row("flags made in a loop",
        "$(foreach sm,$(SMS),$(eval G += -gencode arch=compute_$(sm),code=sm_$(sm)))\n",
        "ifdef USE_ROCM\n$(foreach sm,$(SMS),$(eval G += ))\nelse\n"
        "$(foreach sm,$(SMS),$(eval G += -gencode arch=compute_$(sm),code=sm_$(sm)))\nendif\n");
    row("threads", "NVCCFLAGS = --threads=0 -t=0 -O3\n",
        "ifdef USE_ROCM\nNVCCFLAGS = -O3\nelse\nNVCCFLAGS = --threads=0 -t=0 -O3\nendif\n");
    row("recipe", "a.o: a.cu\n\t@nvcc -x cu -dc a.cu \\\n\t  -o $@\n\techo\n",
        "a.o: a.cu\nifdef USE_ROCM\n\t@hipcc -DUSE_ROCM $(addprefix --offload-arch=,$(ROCM_ARCH)) "
        "-x hip -fgpu-rdc -c a.cu \\\n\t  -o $@\nelse\n\t@nvcc -x cu -dc a.cu \\\n\t  -o "
        "$@\nendif\n"
        "\techo\n");
    row("libraries", "LIBS=-L$(CUDA_HOME)/lib64 -lcudart -lcublas -lcudadevrt -lm\n",
        "ifdef USE_ROCM\nLIBS=-L$(ROCM_PATH)/lib -lamdhip64 -lhipblas  -lm\nelse\n"
        "LIBS=-L$(CUDA_HOME)/lib64 -lcudart -lcublas -lcudadevrt -lm\nendif\n");
    row("folders", "CXXFLAGS += -I$(CUDA_PATH)/include\n",
        "ifdef USE_ROCM\nCXXFLAGS += -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__ "
        "-DUSE_ROCM\nelse\n"
        "CXXFLAGS += -I$(CUDA_PATH)/include\nendif\n");
    row("last line", "LIBS = -lcufft",
        "ifdef USE_ROCM\nLIBS = -lhipfft\nelse\nLIBS = -lcufft\nendif");
    row("crlf", "LIBS = -lcurand\r\nX = 1\r\n",
        "ifdef USE_ROCM\r\nLIBS = -lhiprand\r\nelse\r\nLIBS = -lcurand\r\nendif\r\nX = 1\r\n");
}

void TestMakeRules::edits()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray once = ported(text);
    QVERIFY2(once.endsWith(expected), once.constData());
    QCOMPARE(projectMake(once, "USE_ROCM").value(), text);
    QCOMPARE(proveFile(text, once, Language::Make, {}).verdict, Verdict::Projected);
    const FileAnalysis analysis = analyse(text);
    for (const Hunk& hunk : analysis.hunks) {
        QVERIFY2(isProved(hunk.verdict), qPrintable(hunk.verdictReason));
    }
    QCOMPARE(ported(once), once);
}

void TestMakeRules::ownPath_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("found");
    QTest::newRow("under another name")
        << QByteArray("ifeq ($(USE_HIP),1)\nCC = hipcc\nelse\nCC = nvcc\nendif\nNVCC = nvcc\n")
        << 1;
    QTest::newRow("under the guard itself")
        << QByteArray("ifdef USE_ROCM\nCC = hipcc\nelse\nCC = nvcc\nendif\nNVCC = nvcc\n") << 1;
    QTest::newRow("with a switch for CUDA")
        << QByteArray("ifdef USE_HIP\nCC = hipcc\nendif\nUSE_CUDA ?= 0\nifeq ($(USE_CUDA),1)\n"
                      "CC = nvcc\nendif\n")
        << 1;
    QTest::newRow("in a later arm")
        << QByteArray("ifdef CUDA\nCC = nvcc\nelse ifdef ROCM\nCC = hipcc\nendif\n") << 0;
    QTest::newRow("as a target") << QByteArray(
                                        "cuda: a.cu\n\tnvcc a.cu\nhip: a.hip\n\thipcc a.hip\n")
                                 << 1;
}

/// A makefile that builds for AMD already gets no second way; what it leaves is said.
void TestMakeRules::ownPath()
{
    QFETCH(QByteArray, text);
    QFETCH(int, found);
    QCOMPARE(ported(text), text);
    const FileAnalysis analysis = analyse(text);
    QCOMPARE(analysis.findings.size(), found);
    for (const Finding& finding : analysis.findings) {
        QVERIFY(finding.wayOut.contains(QStringLiteral("of its own")));
    }
}

void TestMakeRules::preamble()
{
    const QByteArray text = "# a makefile\n\nNVCC = nvcc\n";
    const QByteArray once = ported(text);
    QVERIFY(once.startsWith("# a makefile\n\nifdef USE_ROCM\nROCM_PATH ?= /opt/rocm\n"));
    QVERIFY(once.contains("amdgpu-arch"));
    QVERIFY(!once.contains("gfx9"));
    const FileAnalysis analysis = analyse(text);
    QCOMPARE(analysis.hunks.size(), 2);
    QVERIFY(analysis.hunks.at(0).needs.isEmpty());
    QCOMPARE(analysis.hunks.at(1).needs, QVector<QByteArray>{analysis.hunks.at(0).key});
}

/// What only the command line switches on is switched on before all.
void TestMakeRules::switchFromOutside()
{
    const QByteArray once = ported("ifdef USE_CUDA\nNVCC = nvcc\nendif\n");
    QVERIFY2(once.contains("USE_CUDA ?= 1\nendif\nifdef USE_CUDA\n"), once.constData());
    QCOMPARE(ported(once), once);
}

/// The headers that stand in for CUDA's are found from any folder that make is called in.
void TestMakeRules::shimHeaders()
{
    AnalysisContext context;
    context.rules = m_rules;
    context.strategy = Strategy::ShimHeaders;
    context.compatHeader = RepoPath("rocm_compat/rocport_compat.h");
    const QByteArray text = "NVCC = nvcc\nFLAGS = -I$(CUDA_HOME)/include\n";
    const QVector<Hunk> hunks =
        analyseFile(RepoPath("src/Makefile"), Language::Make, SourceBuffer(text), context).hunks;
    const QByteArray after = applyHunks(text, hunks).value();
    QVERIFY2(after.contains(
                 "ROCM_COMPAT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))../rocm_compat)\n"),
             after.constData());
    QVERIFY2(after.contains("NVCC = hipcc -DUSE_ROCM -I$(ROCM_COMPAT) -include cuda_runtime.h "
                            "$(addprefix --offload-arch=,$(ROCM_ARCH))\n"),
             after.constData());
    QVERIFY2(after.contains("FLAGS = -I$(ROCM_COMPAT) -I$(ROCM_PATH)/include "), after.constData());
    QCOMPARE(hunks.first().needs,
             (QVector<QByteArray>{compatHeaderKey(context), shimRuntimeKey(context)}));
    for (const Hunk& hunk : hunks) {
        QVERIFY(isProved(hunk.verdict));
    }
    QVERIFY(!ported(text).contains("ROCM_COMPAT"));
}

void TestMakeRules::survivesAnyText()
{
    static constexpr char kAlphabet[] = "nvcc -arch=sm_7 \t\n\\ifdef else $(:=)#'\"-lcuda";
    const QByteArray alphabet(kAlphabet, sizeof kAlphabet - 1);
    quint32 state = 5;
    for (int round = 0; round < 2000; ++round) {
        QByteArray text = "NVCC = nvcc\na: b\n\tnvcc -gencode x ";
        for (int i = 0; i < 80; ++i) {
            state = state * 1664525u + 1013904223u;
            text.append(alphabet.at(
                static_cast<int>((state >> 8) % static_cast<quint32>(alphabet.size()))));
        }
        const FileAnalysis analysis = analyse(text);
        QVERIFY(applyHunks(text, analysis.hunks).ok());
        for (const Finding& finding : analysis.findings) {
            QVERIFY(finding.range.begin >= 0 && finding.range.end <= text.size());
        }
    }
    (void)analyse("A = " + QByteArray("nvcc ").repeated(20'000));
    (void)analyse("A = " + QByteArray("-I$(CUDA_HOME) -lcudart nvcc ").repeated(20'000));
    (void)analyse("A = " + QByteArray("$(").repeated(200'000));
    (void)analyse("a: b\n\t" + QByteArray("nvcc; \"nvcc\" `").repeated(2'000));
    (void)analyse(QByteArray("ifdef A\n").repeated(100'000));
}

QTEST_GUILESS_MAIN(TestMakeRules)
#include "tst_makerules.moc"
