// Every analysis on generated inputs of n and 2n bytes: the time may grow with the input, and not
// with its square. CPU time of this process is what counts, so that a busy machine does not matter.

#include "core/files/writeset.h"
#include "core/isolation/isolation.h"
#include "core/rules/analyse.h"
#include "core/rules/cpp/portsource.h"
#include "core/rules/guards/guardwidth.h"
#include "core/scan/scanner.h"
#include "core/scan/sourcetree.h"
#include "core/text/linediff.h"
#include "core/translate/translate.h"
#include "core/vcs/patchtext.h"
#include "core/verify/buildrecords.h"
#include "tests/integration/growthinputs.h"
#include "tests/integration/growthrules.h"
#include "tests/unit/memorytree.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rocport;

namespace {

constexpr double kMaxGrowth = 2.6;
/// Below this a measurement says little: clock, allocator and caches are what it is made of.
constexpr double kTooShort = 0.02;

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

struct Case
{
    growth::Input input;
    QByteArray text;
    QByteArray ported; ///< with the changes of a scan made
    std::shared_ptr<const ScanResult> scan;
};

class Analyses
{
public:
    Analyses()
        : m_rules(std::make_shared<const RuleSet>(std::move(RuleSet::load().rules))),
          m_porter(SourcePorter::load(std::nullopt))
    {
    }

    [[nodiscard]] const std::shared_ptr<const RuleSet>& rules() const { return m_rules; }

    void scan(Case& one) const
    {
        MemoryTree tree;
        tree.files.insert(one.input.file, one.text);
        auto scanned = scanTree(tree, m_rules, {}, nullptr, {}, {}, 1);
        one.scan = scanned ? *std::move(scanned) : nullptr;
    }

    static void propose(Case& one)
    {
        QVector<Hunk> hunks;
        for (const Hunk& hunk : one.scan->hunks) {
            if (hunk.targetPath.bytes() == one.input.file) {
                hunks.append(hunk);
            }
        }
        const Result<QByteArray> made = applyHunks(one.text, hunks);
        one.ported = made ? *made : one.text;
        patchText(RepoPath(one.input.file), one.text, one.ported, false);
        diffLines(one.text, one.ported);
        const RepoPath path(one.input.file);
        const SourceBuffer source(one.text);
        const Language language = languageOfFile(path.bytes());
        GuardWishes wishes;
        for (const Hunk& hunk : hunks) {
            wishes.widths.insert(hunk.key, GuardWidth::Block);
        }
        if (!hunks.isEmpty() && GuardPlaces::canGuard(language)) {
            guardHunks(source, path, language, {}, hunks, wishes);
        }
    }

    void translate(Case& one) const
    {
        const Language language = languageOfFile(one.input.file);
        if (language != Language::Cuda && language != Language::Cpp && language != Language::Hip) {
            return;
        }
        SourceBuffer source(one.text);
        std::vector<CToken> tokens = lexC(source.view());
        QVector<Finding> left;
        if (auto prepared = m_porter.prepare(RepoPath(one.input.file), source, tokens, &left)) {
            source = SourceBuffer(*std::move(prepared));
            tokens = lexC(source.view());
        }
        const auto made = applyTranslation(source, translateTokens(source, tokens, {}));
        one.ported = m_porter.finish(made ? *made : source.bytes());
    }

    static void isolation(Case& one)
    {
        const Language language = languageOfFile(one.input.file);
        proveFile(one.text, one.ported, language, {});
        proveFile(one.text, one.text + "\n", language, {});
        proveFile(one.text + "\n", one.text, language, {});
    }

private:
    std::shared_ptr<const RuleSet> m_rules;
    SourcePorter m_porter;
};

using Work = std::function<void(Case&)>;

double fastest(const Work& work, Case& one, int times)
{
    double best = 1e9;
    for (int i = 0; i < times; ++i) {
        const double before = cpuSeconds();
        work(one);
        best = std::min(best, cpuSeconds() - before);
        if (best < kTooShort) {
            break;
        }
    }
    return best;
}

} // namespace

class TestGrowth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyAnalysisIsLinear_data()
    {
        QTest::addColumn<int>("index");
        for (qsizetype i = 0; i < m_inputs.size(); ++i) {
            QTest::newRow(m_inputs[i].name) << static_cast<int>(i);
        }
    }

    void everyAnalysisIsLinear()
    {
        QFETCH(int, index);
        const growth::Input& input = m_inputs[index];
        const QVector<std::pair<const char*, Work>> works = {
            {"scan", [this](Case& one) { m_analyses.scan(one); }},
            {"propose", [](Case& one) { Analyses::propose(one); }},
            {"translate", [this](Case& one) { m_analyses.translate(one); }},
            {"isolation", [](Case& one) { Analyses::isolation(one); }}};
        qsizetype bytes = m_bytes;
        Case small = prepared(input, bytes);
        Case large = prepared(input, 2 * bytes);
        for (const auto& [name, work] : works) {
            double growth = 0;
            double longer = 0;
            // What is quadratic stays so at any size; what only looked so once does not.
            for (int attempt = 0; attempt < 4; ++attempt) {
                longer = fastest(work, large, 1);
                if (longer < kTooShort) {
                    growth = 0;
                    break;
                }
                const double shorter = fastest(work, small, 3);
                longer = std::min(longer, fastest(work, large, 3)); // as often as the other
                growth = longer / shorter;
                if (qEnvironmentVariableIsSet("ROCPORT_GROWTH")) {
                    qInfo("%s %s: %.3f s, %.3f s: %.2f", input.name, name, shorter, longer, growth);
                }
                if (growth < kMaxGrowth) {
                    break;
                }
                if (longer < 2) {
                    bytes *= 2;
                    small = large;
                    large = prepared(input, 2 * bytes);
                }
            }
            QVERIFY2(growth < kMaxGrowth,
                     qPrintable(QStringLiteral("%1 of %2: twice the input takes %3 times as long "
                                               "(%4 s)")
                                    .arg(QLatin1StringView(name), QLatin1StringView(input.name))
                                    .arg(growth)
                                    .arg(longer)));
        }
    }

    void samplesOfRulesAreLinear_data()
    {
        QTest::addColumn<int>("index");
        for (qsizetype i = 0; i < m_samples.size(); ++i) {
            QTest::newRow(m_samples[i].name) << static_cast<int>(i);
        }
        QVERIFY(m_samples.size() > 60);
    }

    /// What a rule finds, found many times. Larger than the others, since most of these are quick;
    /// looked at again only where it grew.
    void samplesOfRulesAreLinear()
    {
        QFETCH(int, index);
        const growth::Input& input = m_samples[index];
        qsizetype bytes = 3 * m_bytes;
        double growth = 0;
        double longer = 0;
        for (int attempt = 0; attempt < 4; ++attempt) {
            Case small;
            small.input = input;
            small.text = growth::make(input, bytes);
            Case large = small;
            large.text = growth::make(input, 2 * bytes);
            const Work work = [this](Case& one) { m_analyses.scan(one); };
            const int times = attempt == 0 ? 1 : 3;
            longer = fastest(work, large, times);
            if (longer < kTooShort) {
                return;
            }
            growth = longer / fastest(work, small, times);
            if (qEnvironmentVariableIsSet("ROCPORT_GROWTH")) {
                qInfo("%s: %.3f s: %.2f", input.name, longer, growth);
            }
            if (growth < kMaxGrowth) {
                return;
            }
            bytes *= longer < 2 && attempt > 0 ? 2 : 1;
        }
        QVERIFY2(growth < kMaxGrowth,
                 qPrintable(QStringLiteral("%1: twice the input takes %2 times as long (%3 s): %4")
                                .arg(QLatin1StringView(input.name))
                                .arg(growth)
                                .arg(longer)
                                .arg(QString::fromUtf8(input.unit))));
    }

    void foldersInFoldersAreLinear_data()
    {
        QTest::addColumn<bool>("write");
        QTest::newRow("list") << false;
        QTest::newRow("write") << true;
    }

    /// The way to a folder is not gone from the top for each folder on it.
    void foldersInFoldersAreLinear()
    {
        QFETCH(bool, write);
        constexpr int kLevels = 900; // twice as many are the longest path that the system takes
        const auto work = [&](int levels) {
            const QTemporaryDir top;
            QByteArray path = makeFolders(top.path(), levels);
            const auto tree = openFolderTree(top.path());
            const auto root = RootFolder::open(top.path());
            WriteSet set(*root, top.filePath(QStringLiteral("journals")));
            double best = 1e9;
            for (int attempt = 0; attempt < 4; ++attempt) {
                const double before = cpuSeconds();
                for (int i = 0; i < 10; ++i) {
                    if (write ? !set.write({{RepoPath(path + "x.cu"), "text"}})
                              : (*tree)->list({})->size() < 1) {
                        return -1.0;
                    }
                }
                best = std::min(best, cpuSeconds() - before);
            }
            return best;
        };
        growsLinearly(work, kLevels);
    }

    /// Commands that a recorded build noted, read, gathered and compared.
    void recordsOfABuildAreLinear()
    {
        const auto work = [](int commands) {
            QByteArray bytes;
            for (int i = 0; i < commands; ++i) {
                const QByteArray number = QByteArray::number(i);
                for (const QByteArray& word :
                     {QByteArray("/t/build"), QByteArray("hipcc"), QByteArray("6"),
                      QByteArray("-I../inc"), "-DUNIT=" + number, QByteArray("-c"),
                      "../src/unit" + number + ".cu", QByteArray("-o"), number + ".o"}) {
                    bytes += word + '\0';
                }
            }
            double best = 1e9;
            for (int attempt = 0; attempt < 3; ++attempt) {
                const double before = cpuSeconds();
                const auto records = parseBuildRecords(bytes);
                ComparisonInput input;
                input.cuda = input.rocm = unitsOf(records, "/t");
                const bool good = compareUnits(input).size() == commands &&
                                  databaseOf(records, "/t").size() > bytes.size();
                best = good ? std::min(best, cpuSeconds() - before) : -1;
            }
            return best;
        };
        constexpr int kCommands = 10'000;
        growsLinearly(work, kCommands);
    }

private:
    /// Fails where `work`, seconds for so much, takes much more than twice as long for twice as
    /// much.
    template <typename Work>
    static void growsLinearly(const Work& work, int size)
    {
        double shorter = 0;
        double longer = 0;
        for (int attempt = 0; attempt < 4; ++attempt) {
            shorter = work(size);
            longer = work(2 * size);
            QVERIFY(shorter > 0 && longer > 0);
            if (qEnvironmentVariableIsSet("ROCPORT_GROWTH")) {
                qInfo("%.3f s, %.3f s", shorter, longer);
            }
            if (longer < kMaxGrowth * shorter) {
                break;
            }
        }
        QVERIFY2(longer < kMaxGrowth * shorter,
                 qPrintable(QStringLiteral("%1 s, %2 s").arg(shorter).arg(longer)));
    }

    /// Folders in folders with a file in the last; its path with '/'.
    static QByteArray makeFolders(const QString& top, int levels)
    {
        QByteArray path;
        int folder = ::open(QFile::encodeName(top).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        for (int i = 0; i < levels; ++i) {
            ::mkdirat(folder, "d", 0755);
            const int next = ::openat(folder, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            ::close(folder);
            folder = next;
            path += "d/";
        }
        ::close(::openat(folder, "x.cu", O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
        ::close(folder);
        return path;
    }

    Case prepared(const growth::Input& input, qsizetype bytes)
    {
        Case one;
        one.input = input;
        one.text = growth::make(input, bytes);
        m_analyses.scan(one);
        Analyses::propose(one);
        return one;
    }

    const QVector<growth::Input> m_inputs = growth::allInputs();
    const Analyses m_analyses;
    const QVector<growth::Input> m_samples = growth::ruleInputs(m_analyses.rules());
    const qsizetype m_bytes =
        std::max(1024, qEnvironmentVariableIntValue("ROCPORT_GROWTH_BYTES") != 0
                           ? qEnvironmentVariableIntValue("ROCPORT_GROWTH_BYTES")
                           : 16 * 1024);
};

QTEST_GUILESS_MAIN(TestGrowth)
#include "tst_growth.moc"
