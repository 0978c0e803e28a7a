// Every analysis, cancelled at several moments inside of one large file of each kind. What counts
// is the processor time that this process spends between the request and the return: a busy machine
// makes that no longer.

#include "core/base/cancelscope.h"
#include "core/isolation/isolation.h"
#include "core/plan/plan.h"
#include "core/project/port/comparetrees.h"
#include "core/project/port/folderproposal.h"
#include "core/project/port/translatetree.h"
#include "core/rules/analyse.h"
#include "core/scan/scanner.h"
#include "core/verify/staticchecks.h"
#include "tests/integration/growthinputs.h"
#include "tests/unit/memorytree.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <ctime>
#include <limits>

#include <execinfo.h>
#include <sys/time.h>

using namespace rocport;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSlower = 8;
#else
constexpr double kSlower = 1;
#endif
constexpr double kSeen = 0.1 * kSlower; ///< seconds: what is wanted
/// What fails. Giving back the memory of a file with 200,000 changes has taken 0.18 s, and a busy
/// machine's caches are cold.
constexpr double kLate = 3 * kSeen;
constexpr int kMoments = 2;    ///< that an analysis is cancelled at
constexpr int kMomentsAll = 4; ///< the same with ROCPORT_CANCEL_ALL
constexpr qsizetype kBytes = 8 * 1024 * 1024 - 4096;

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// Cancels once this process has had some more of the processor.
class CancelLater
{
public:
    explicit CancelLater(double seconds)
    {
        // NOLINTNEXTLINE(cppcoreguidelines-avoid-magic-numbers)
        void* first[4];
        ::backtrace(first, 4); // loads what it needs outside of the handler
        s_token = &m_token;
        s_requested = 0;
        s_frames = 0;
        s_where = qEnvironmentVariableIsSet("ROCPORT_CANCEL_WHERE");
        struct sigaction action = {};
        action.sa_handler = onTimer;
        action.sa_flags = SA_RESTART;
        ::sigaction(SIGPROF, &action, nullptr);
        itimerval timer{};
        timer.it_value.tv_sec = static_cast<time_t>(seconds);
        timer.it_value.tv_usec =
            static_cast<suseconds_t>((seconds - double(timer.it_value.tv_sec)) * 1e6) + 1;
        timer.it_interval.tv_usec = 16000; // a look at the stack takes several of them
        ::setitimer(ITIMER_PROF, &timer, nullptr);
    }
    ~CancelLater()
    {
        stop();
        s_token = nullptr;
    }
    CancelLater(const CancelLater&) = delete;
    CancelLater& operator=(const CancelLater&) = delete;

    [[nodiscard]] const CancelToken& token() const { return m_token; }
    /// Seconds since the request; negative: there was none.
    [[nodiscard]] double sinceRequest()
    {
        const double now = cpuSeconds();
        stop();
        return s_requested > 0 ? now - s_requested : -1;
    }
    /// Where the time after the request went, one line for each sample.
    static void printFrames()
    {
        for (int i = 0; i < s_frames; ++i) {
            char** const names = ::backtrace_symbols(s_stacks[i], s_depths[i]);
            for (int at = 2; at < s_depths[i]; ++at) {
                std::fprintf(stderr, "WHERE %d %s\n", i, names[at]);
            }
            ::free(names); // NOLINT(cppcoreguidelines-no-malloc)
        }
    }

private:
    static constexpr int kMaxFrames = 200;
    static constexpr int kDepth = 24;

    static void stop()
    {
        const itimerval none{};
        ::setitimer(ITIMER_PROF, &none, nullptr);
    }
    static void onTimer(int /*signal*/)
    {
        if (s_token == nullptr) {
            return;
        }
        if (s_requested == 0) {
            s_requested = cpuSeconds();
            s_token->cancel();
        } else if (s_where && s_frames < kMaxFrames) {
            s_depths[s_frames] = ::backtrace(s_stacks[s_frames], kDepth);
            s_frames = s_frames + 1;
        }
    }

    static inline const CancelToken* volatile s_token = nullptr;
    static inline volatile double s_requested = 0;
    static inline bool s_where = false;
    static inline volatile int s_frames = 0;
    static inline void* s_stacks[kMaxFrames][kDepth] = {};
    static inline int s_depths[kMaxFrames] = {};
    CancelToken m_token;
};

/// One file, and what the analyses make of it.
struct Case
{
    RepoPath path;
    Language language = Language::Other;
    QByteArray text;
    QByteArray ported; ///< with the changes of a scan made
    FolderScan scanned;
    StaticInput input;
};

class Analyses
{
public:
    Analyses()
        : m_rules(std::make_shared<const RuleSet>(std::move(RuleSet::load().rules))),
          m_porter(SourcePorter::load(std::nullopt))
    {
    }

    void scan(Case& one, const CancelToken& cancel) const
    {
        const auto result = scanTree(*one.scanned.tree, m_rules, {}, nullptr, cancel, {}, 1);
        if (result) {
            one.scanned.scan = *result;
        } else {
            QCOMPARE(result.error().code, ErrorCode::Cancelled);
        }
    }
    void plan(Case& one, const CancelToken& cancel) const
    {
        const CancelScope scope(cancel);
        makePlan(*one.scanned.scan);
    }
    void propose(Case& one, const CancelToken& cancel) const
    {
        const CancelScope scope(cancel);
        const auto guarded = withGuards(one.scanned, {}, GuardWidth::Block);
        if (!guarded) {
            return;
        }
        // Not the text of the patch: libgit2 makes it in one call that cannot be ended.
        (void)buildPort(chooseHunks(**guarded, {}), {}, one.scanned.reader());
    }
    void translate(Case& one, const CancelToken& cancel) const
    {
        const auto done =
            translateTree(m_folder.filePath(QStringLiteral("in")),
                          m_folder.filePath(QStringLiteral("out")), {}, &m_porter, false, cancel);
        if (!done) {
            QCOMPARE(done.error().code, ErrorCode::Cancelled);
        }
        Q_UNUSED(one)
    }
    void isolation(Case& one, const CancelToken& cancel) const
    {
        const CancelScope scope(cancel);
        proveFile(one.text, one.ported, one.language, {});
        if (!isWorkCancelled()) {
            proveFile(one.text, one.text + "\n", one.language, {});
        }
    }
    void verify(Case& one, const CancelToken& cancel) const
    {
        const auto run = runStaticChecks(one.input, cancel);
        if (!run) {
            QCOMPARE(run.error().code, ErrorCode::Cancelled);
        }
    }

    [[nodiscard]] Case prepared(const growth::Input& input, qsizetype bytes) const
    {
        Case one;
        one.path = RepoPath(input.file);
        one.text = growth::make(input, bytes);
        one.text.truncate(kBytes);
        one.language = languageOfFile(one.path.bytes());
        auto tree = std::make_shared<MemoryTree>();
        tree->files.insert(one.path.bytes(), one.text);
        one.scanned.tree = std::move(tree);
        QDir(m_folder.path()).mkpath(QStringLiteral("in"));
        QDir in(m_folder.filePath(QStringLiteral("in")));
        for (const QString& name : in.entryList(QDir::Files | QDir::Hidden)) {
            in.remove(name);
        }
        QFile file(in.filePath(one.path.display()));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(one.text);
        }
        return one;
    }

    /// After the scan was made.
    void prepareRest(Case& one) const
    {
        const QVector<Hunk> hunks = chooseHunks(*one.scanned.scan, {});
        one.ported = one.text;
        const auto files = buildPort(hunks, {}, one.scanned.reader());
        if (files) {
            for (const PortFile& file : *files) {
                one.ported = file.path == one.path ? file.content : one.ported;
            }
        }
        one.input = {};
        one.input.files.append({one.path, one.language, one.ported});
        one.input.accepted = hunks;
        for (const auto& file : one.scanned.scan->files) {
            one.input.open += file->findings;
        }
        one.input.context.rules = m_rules;
        one.input.context.strategy = one.scanned.scan->strategy;
        one.input.context.compatHeader = one.scanned.scan->compatHeader;
    }

private:
    std::shared_ptr<const RuleSet> m_rules;
    SourcePorter m_porter;
    QTemporaryDir m_folder;
};

using Work = void (Analyses::*)(Case&, const CancelToken&) const;

/// Kinds that the growth of analyses does not ask for.
QVector<growth::Input> otherInputs()
{
    return {
        {"diff", "a.patch", "+    status = cudaFree(pointer{i});\n", "@@ -1 +1 @@\n"},
        {"text", "a.txt", "pip install torch=={i}\n"},
        {"c-api", "b.cu", "cudaFree(p);\n"},
        {"c-api-names", "b.cu", "    f{i}(cudaMalloc(&p{i}, {i}));\n", "void f()\n{\n", "}\n"},
        {"c-utf8", "b.cu", "    /* \xc3\xa9\xe4\xb8\xad */ cudaFree(p{i}); // \xc3\xa9\n"},
        {"c-latin1", "b.cu", "    cudaFree(p{i}); // \xe9\n"},
        {"c-crlf", "b.cu", "    cudaFree(p{i});\r\n"},
        {"c-hidden", "b.cu", "    cudaFree(p{i}); // \xe2\x80\xae\n"},
        {"c-guards", "b.cu", "#ifdef USE_ROCM\nhipFree(p{i});\n#else\ncudaFree(p{i});\n#endif\n"},
        {"c-mixed", "b.cu",
         "__global__ void k{i}(int* p, int v)\n{\n    unsigned m = __ballot_sync(0xffffffff, v);\n"
         "    p[threadIdx.x % 32] = __popc(m) + __shfl_down_sync(m, v, 16);\n}\n"
         "void f{i}(int* p)\n{\n    k{i}<<<1, 32>>>(p, 1);\n    cudaFree(p);\n}\n",
         "#include <cuda_runtime.h>\n"},
        {"c-header", "b.h", "    cudaError_t f{i}(cudaStream_t s);\n"},
        {"py-mixed", "b.py",
         "def f{i}(x):\n    y = torch.compile(x, mode='max-autotune')\n"
         "    return y.cuda() if torch.cuda.is_available() else y\n",
         "import torch\n"},
        {"py-utf8", "b.py", "x{i} = '\xe4\xb8\xad'  # \xc3\xa9\n", "import torch\n"}};
}

} // namespace

class TestCancel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isSeenInsideAFile_data()
    {
        QTest::addColumn<int>("index");
        const bool all = qEnvironmentVariableIsSet("ROCPORT_CANCEL_ALL");
        for (qsizetype i = 0; i < m_inputs.size(); ++i) {
            if (all || m_usual.contains(QByteArray(m_inputs[i].name))) {
                QTest::newRow(m_inputs[i].name) << static_cast<int>(i);
            }
        }
    }

    void isSeenInsideAFile()
    {
        QFETCH(int, index);
        const growth::Input& input = m_inputs[index];
        const int moments =
            qEnvironmentVariableIsSet("ROCPORT_CANCEL_ALL") ? kMomentsAll : kMoments;
        const int bytes = qEnvironmentVariableIntValue("ROCPORT_CANCEL_BYTES");
        Case one = m_analyses.prepared(input, bytes > 0 ? bytes : kBytes);
        const std::pair<const char*, Work> works[] = {
            {"scan", &Analyses::scan},           {"plan", &Analyses::plan},
            {"propose", &Analyses::propose},     {"translate", &Analyses::translate},
            {"isolation", &Analyses::isolation}, {"verify static", &Analyses::verify}};
        QStringList late;
        for (const auto& [name, work] : works) {
            const double begun = cpuSeconds();
            (m_analyses.*work)(one, {});
            const double whole = cpuSeconds() - begun;
            if (work == &Analyses::scan) {
                QVERIFY(one.scanned.scan != nullptr);
                m_analyses.prepareRest(one);
            }
            if (whole < kSeen / 2) {
                continue; // it is over before anyone could wait for it
            }
            const Case before = one;
            double longest = 0;
            for (int moment = 0; moment < moments; ++moment) {
                // Other programs that fill the caches make memory slow to give back: what is late
                // once counts only if it is late again.
                double seconds = std::numeric_limits<double>::max();
                for (int turn = 0; turn < 3 && seconds > kLate; ++turn) {
                    CancelLater later(whole * (moment + 0.5) / moments);
                    (m_analyses.*work)(one, later.token());
                    seconds = std::min(seconds, later.sinceRequest());
                    if (seconds > kSeen / 4) {
                        CancelLater::printFrames();
                    }
                    one = before;
                    if (QTest::currentTestFailed()) {
                        return;
                    }
                }
                longest = std::max(longest, seconds);
            }
            if (qEnvironmentVariableIsSet("ROCPORT_GROWTH")) {
                qInfo("%s %s: %.0f ms of %.0f ms", input.name, name, longest * 1000, whole * 1000);
            }
            if (longest > kLate) {
                late.append(QStringLiteral("%1 %2 ms")
                                .arg(QLatin1StringView(name))
                                .arg(std::lround(longest * 1000)));
            }
        }
        QVERIFY2(late.isEmpty(), qPrintable(late.join(QStringLiteral(", "))));
    }

private:
    const QVector<growth::Input> m_inputs = growth::allInputs() + otherInputs();
    const QSet<QByteArray> m_usual = {"c-shfl",
                                      "c-lane-line",
                                      "c-calls",
                                      "py-guards",
                                      "py-compile",
                                      "cmake-libraries",
                                      "make-recipe",
                                      "toml-dependencies",
                                      "notebook-lines",
                                      "sh-install",
                                      "yaml-run",
                                      "docker-run",
                                      "requirements",
                                      "lock-uv",
                                      "cfg",
                                      "pipfile",
                                      "json-lines",
                                      "markdown-fences-closed",
                                      "yaml-pip",
                                      "diff",
                                      "text",
                                      "c-api",
                                      "c-utf8",
                                      "c-latin1",
                                      "c-crlf",
                                      "c-guards",
                                      "c-mixed",
                                      "py-mixed"};
    const Analyses m_analyses;
};

QTEST_GUILESS_MAIN(TestCancel)
#include "tst_cancel.moc"
