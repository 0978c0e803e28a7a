#include "core/verify/staticchecks.h"

#include <QJsonObject>
#include <QTest>

using namespace rocport;

namespace {

StaticInput someInput()
{
    static const auto rules = std::make_shared<const RuleSet>(RuleSet::load().rules);
    StaticInput input;
    input.context.rules = rules;
    input.portKey = "key";
    return input;
}

Hunk someHunk(const QByteArray& key, Verdict verdict)
{
    Hunk hunk;
    hunk.key = key;
    hunk.sourcePath = RepoPath("k.cu");
    hunk.targetPath = RepoPath("k.cu");
    hunk.firstLine = 3;
    hunk.title = QStringLiteral("Title");
    hunk.verdict = verdict;
    return hunk;
}

const VerifyCheck* find(const VerifyRun& run, const QString& id)
{
    for (const VerifyCheck& check : run.checks) {
        if (check.id == id) {
            return &check;
        }
    }
    return nullptr;
}

VerifyRun runOn(const QByteArray& path, Language language, const QByteArray& content)
{
    StaticInput input = someInput();
    input.files = {{RepoPath(path), language, content}};
    const auto run = runStaticChecks(input, {});
    return run ? *run : VerifyRun();
}

} // namespace

class TestStaticChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isolation_data();
    void isolation();
    void syntax();
    void laneMasks_data();
    void laneMasks();
    void compileModes();
    void imports();
    void openFindings();
    void ofOneFile();
    void unreadFiles();
    void unreadPort();
    void manyUnread();
    void views_data();
    void views();
    void cancelling();
};

void TestStaticChecks::isolation_data()
{
    QTest::addColumn<QVector<Hunk>>("hunks");
    QTest::addColumn<CheckState>("state");
    QTest::newRow("proved") << QVector<Hunk>{someHunk("a", Verdict::Projected),
                                             someHunk("b", Verdict::Compiled)}
                            << CheckState::Passed;
    QTest::newRow("one violated") << QVector<Hunk>{someHunk("a", Verdict::Projected),
                                                   someHunk("b", Verdict::Violated)}
                                  << CheckState::Failed;
    QTest::newRow("one unproved") << QVector<Hunk>{someHunk("a", Verdict::Unproved)}
                                  << CheckState::Skipped;
}

void TestStaticChecks::isolation()
{
    QFETCH(QVector<Hunk>, hunks);
    QFETCH(CheckState, state);
    StaticInput input = someInput();
    input.accepted = hunks;
    input.overrides = {{"b", QStringLiteral("The NVIDIA build is retired.")}};
    const auto run = runStaticChecks(input, {});
    QVERIFY(run.ok());
    QCOMPARE(run->level, VerifyLevel::Static);
    QCOMPARE(run->portKey, QByteArray("key"));
    QVERIFY(!run->onGpu);
    const VerifyCheck* check = find(*run, QStringLiteral("static:isolation:k.cu"));
    QVERIFY(check != nullptr);
    QCOMPARE(check->state, state);
    QCOMPARE(check->file, QStringLiteral("k.cu"));
    QCOMPARE(check->detail.contains(QLatin1StringView("with a reason")),
             state == CheckState::Failed);
}

void TestStaticChecks::syntax()
{
    const VerifyRun good = runOn("m.py", Language::Python, "x = 1\n");
    QCOMPARE(find(good, QStringLiteral("static:syntax:m.py"))->state, CheckState::Passed);
    const VerifyRun bad = runOn("m.py", Language::Python, "x = 1\ndef f(:\n");
    const VerifyCheck* check = find(bad, QStringLiteral("static:syntax:m.py"));
    QCOMPARE(check->state, CheckState::Failed);
    QVERIFY(check->detail.contains(QLatin1StringView("line 2")));
}

void TestStaticChecks::laneMasks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<CheckState>("state");
    const QByteArray head = "__global__ void f(int* p) {\n    int value = p[threadIdx.x];\n";
    const QByteArray narrow = "    value += __shfl_down_sync(0xffffffff, value, 16);\n";
    const QByteArray wide = "    value += __shfl_down(value, 16);\n";
    const QByteArray tail = "    p[0] = value;\n}\n";
    QTest::newRow("not ported") << head + narrow + tail << CheckState::Failed;
    QTest::newRow("guarded") << head + "#ifdef USE_ROCM\n" + wide + "#else\n" + narrow +
                                    "#endif\n" + tail
                             << CheckState::Passed;
    QTest::newRow("left in the arm for ROCm")
        << head + "#ifdef USE_ROCM\n" + narrow + "#else\n" + wide + "#endif\n" + tail
        << CheckState::Failed;
}

void TestStaticChecks::laneMasks()
{
    QFETCH(QByteArray, text);
    QFETCH(CheckState, state);
    const VerifyRun run = runOn("k.cu", Language::Cuda, text);
    const VerifyCheck* all = find(run, QStringLiteral("static:rule:lane-masks"));
    QCOMPARE(all != nullptr, state == CheckState::Passed);
    QCOMPARE(run.state(), state);
    if (state == CheckState::Failed) {
        QVERIFY(find(run, QStringLiteral("static:rule:warp-mask-literal:k.cu")) != nullptr);
    }
}

void TestStaticChecks::compileModes()
{
    const QByteArray head = "import torch\n\nis_rocm = torch.version.hip is not None\n";
    const VerifyRun left = runOn("m.py", Language::Python,
                                 head + "model = torch.compile(f, mode=\"reduce-overhead\")\n");
    const VerifyCheck* check = find(left, QStringLiteral("static:rule:compile-mode:m.py"));
    QVERIFY(check != nullptr);
    QCOMPARE(check->state, CheckState::Failed);
    QVERIFY(check->detail.contains(QLatin1StringView("line 4")));
    const VerifyRun gated = runOn(
        "m.py", Language::Python,
        head + "model = torch.compile(f, mode=\"default\" if is_rocm else \"reduce-overhead\")\n");
    QVERIFY(find(gated, QStringLiteral("static:rule:compile-mode:m.py")) == nullptr);
    QVERIFY(find(gated, QStringLiteral("static:rule:compile-modes")) != nullptr);
    // What the arm of ROCm asks for itself counts.
    const VerifyRun turned = runOn(
        "m.py", Language::Python,
        head + "model = torch.compile(f, mode=\"reduce-overhead\" if is_rocm else \"default\")\n");
    check = find(turned, QStringLiteral("static:rule:compile-mode:m.py"));
    QVERIFY(check != nullptr);
    QCOMPARE(check->state, CheckState::Failed);
}

void TestStaticChecks::imports()
{
    const VerifyRun left = runOn("m.py", Language::Python,
                                 "import torch\nimport pynvml\n\n"
                                 "pynvml.nvmlInit()\n");
    QVERIFY(find(left, QStringLiteral("static:rule:lib-pynvml:m.py")) != nullptr);
    QCOMPARE(left.state(), CheckState::Failed);
    const VerifyRun none = runOn("m.py", Language::Python, "import torch\n");
    QVERIFY(find(none, QStringLiteral("static:rule:imports")) != nullptr);
    QCOMPARE(none.state(), CheckState::Passed);
}

void TestStaticChecks::openFindings()
{
    StaticInput input = someInput();
    for (int line = 1; line <= 5; ++line) {
        Finding finding;
        finding.ruleId = QStringLiteral("hipify-cutlass");
        finding.path = RepoPath("g.cu");
        finding.line = line;
        finding.message = QStringLiteral("CUTLASS.");
        input.open.append(finding);
    }
    const auto run = runStaticChecks(input, {});
    QVERIFY(run.ok());
    const VerifyCheck* check = find(*run, QStringLiteral("static:open:hipify-cutlass:g.cu"));
    QVERIFY(check != nullptr);
    QCOMPARE(check->state, CheckState::Failed);
    QVERIFY(check->detail.contains(QLatin1StringView("and 2 more")));
    QVERIFY(!run->notes.isEmpty()); // there is no port
    input.open.clear();
    QVERIFY(find(*runStaticChecks(input, {}), QStringLiteral("static:open")) != nullptr);
}

void TestStaticChecks::ofOneFile()
{
    StaticInput input = someInput();
    input.accepted = {someHunk("a", Verdict::Projected), someHunk("b", Verdict::Violated)};
    input.accepted.last().sourcePath = RepoPath("other.cu");
    input.accepted.last().targetPath = RepoPath("hip/other.hip"); // its translated copy
    input.files = {{RepoPath("k.cu"), Language::Cuda, "__ballot_sync(0xffffffff, p);\n"},
                   {RepoPath("hip/other.hip"), Language::Hip, "int x;\n"}};
    Finding finding;
    finding.ruleId = QStringLiteral("hipify-cutlass");
    finding.path = RepoPath("k.cu");
    input.open = {finding};
    input.portKey = QByteArray(64, 'a');
    const auto whole = runStaticChecks(input, {});
    QVERIFY(whole.ok() && whole->isOfLevel());
    const auto run = runStaticChecks(onlyFiles(input, {RepoPath("other.cu")}), {});
    QVERIFY(run.ok());
    QVERIFY(run->part && !run->isOfLevel());
    QCOMPARE(run->title, QStringLiteral("Static checks of other.cu"));
    QCOMPARE(run->files, QStringList{QStringLiteral("hip/other.hip")});
    QCOMPARE(find(*run, QStringLiteral("static:isolation:hip/other.hip"))->state,
             CheckState::Failed);
    for (const VerifyCheck& check : run->checks) {
        QVERIFY2(!check.id.contains(QLatin1StringView("k.cu")), qPrintable(check.id));
    }
    const auto again = verifyRunFromJson(verifyRunToJson(*run));
    QVERIFY(again.ok() && again->part);
    // Where nothing is accepted nothing says that the file is right.
    const auto none = runStaticChecks(onlyFiles(input, {RepoPath("none.cu")}), {});
    QVERIFY(none.ok());
    QVERIFY2(none->notes.value(0).contains(QLatin1StringView("No change is accepted there")),
             qPrintable(none->notes.join(u' ')));
}

/// Of a file that nobody read nothing has passed.
void TestStaticChecks::unreadFiles()
{
    StaticInput input = someInput();
    input.files = {{RepoPath("k.cu"), Language::Cuda, "int a;\n"}};
    input.unread = {{RepoPath("a.py"), QStringLiteral("larger than 8 MiB")}};
    const auto run = runStaticChecks(input, {});
    QVERIFY(run.ok());
    const VerifyCheck* file = find(*run, QStringLiteral("static:unread:a.py"));
    QVERIFY(file != nullptr);
    QCOMPARE(file->state, CheckState::Skipped);
    QCOMPARE(file->detail, QStringLiteral("It was not: larger than 8 MiB."));
    QCOMPARE(file->file, QStringLiteral("a.py"));
    const VerifyCheck* open = find(*run, QStringLiteral("static:open"));
    QCOMPARE(open->state, CheckState::Skipped);
    QVERIFY2(open->detail.contains(QLatin1StringView("1 file that was not read")),
             qPrintable(open->detail));
    QCOMPARE(find(*run, QStringLiteral("static:rule:lane-masks"))->state, CheckState::Passed);

    const auto other = runStaticChecks(onlyFiles(input, {RepoPath("k.cu")}), {});
    QCOMPARE(find(*other, QStringLiteral("static:open"))->state, CheckState::Passed);
    const auto same = runStaticChecks(onlyFiles(input, {RepoPath("a.py")}), {});
    QCOMPARE(same->state(), CheckState::NotRun);
}

/// Nor of a ported file that the rules could not read.
void TestStaticChecks::unreadPort()
{
    StaticInput input = someInput();
    input.files = {{RepoPath("a.cu"), Language::Cuda, "int a;\n"},
                   {RepoPath("b.cu"), Language::Cuda, QByteArray("int b;\0\n", 8)}};
    const auto run = runStaticChecks(input, {});
    QCOMPARE(find(*run, QStringLiteral("static:unread:b.cu"))->state, CheckState::Skipped);
    const VerifyCheck* masks = find(*run, QStringLiteral("static:rule:lane-masks"));
    QCOMPARE(masks->state, CheckState::Skipped);
    QVERIFY2(masks->detail.endsWith(QLatin1StringView("checked: 1. Not read: 1.")),
             qPrintable(masks->detail));
    QCOMPARE(run->state(), CheckState::NotRun);

    input.files = {{RepoPath("b.cu"), Language::Cuda, QByteArray("int b;\0\n", 8)}};
    const auto none = runStaticChecks(input, {});
    const VerifyCheck* asked = find(*none, QStringLiteral("static:rule:lane-masks"));
    QVERIFY(asked != nullptr);
    QCOMPARE(asked->state, CheckState::Skipped);
    QCOMPARE(asked->detail, QStringLiteral("No ported file was checked. Not read: 1."));
}

void TestStaticChecks::manyUnread()
{
    StaticInput input = someInput();
    for (int i = 0; i < 1000; ++i) {
        input.unread.append(
            {RepoPath("f" + QByteArray::number(i) + ".py"), QStringLiteral("binary")});
    }
    const auto run = runStaticChecks(input, {});
    QCOMPARE(run->checks.size(), 202);
    QVERIFY(find(*run, QStringLiteral("static:unread"))->detail.startsWith(u"800 files"));
}

void TestStaticChecks::views_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("view");
    QTest::newRow("no guard") << QByteArray("a\n#if X\nb\n#endif\n")
                              << QByteArray("a\n#if X\nb\n#endif\n");
    QTest::newRow("ifdef") << QByteArray("#ifdef USE_ROCM\na\n#else\nb\n#endif\nc")
                           << QByteArray("\na\n\n\n\nc");
    QTest::newRow("ifndef") << QByteArray("#ifndef USE_ROCM\na\n#else\nb\n#endif\n")
                            << QByteArray("\n\n\nb\n\n");
    QTest::newRow("defined") << QByteArray("# if defined( USE_ROCM ) // x\na\n#endif\n")
                             << QByteArray("\na\n\n");
    QTest::newRow("not defined") << QByteArray("#if !defined(USE_ROCM)\na\n#endif\n")
                                 << QByteArray("\n\n\n");
    QTest::newRow("nested") << QByteArray("#ifdef USE_ROCM\n#if X\na\n#else\nb\n#endif\n#else\n"
                                          "#if Y\nc\n#endif\n#endif\nd\n")
                            << QByteArray("\n#if X\na\n#else\nb\n#endif\n\n\n\n\n\nd\n");
    QTest::newRow("elif") << QByteArray("#ifdef USE_ROCM\na\n#elif Y\nb\n#else\nc\n#endif\n")
                          << QByteArray("\na\n\n\n\n\n\n");
    QTest::newRow("stray") << QByteArray("#endif\n#else\na\n") << QByteArray("#endif\n#else\na\n");
    QTest::newRow("open") << QByteArray("#ifndef USE_ROCM\na\n") << QByteArray("\n\n");
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

void TestStaticChecks::views()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, view);
    QCOMPARE(rocmView(text, "USE_ROCM"), view);
}

void TestStaticChecks::cancelling()
{
    StaticInput input = someInput();
    input.files = {{RepoPath("m.py"), Language::Python, "x = 1\n"}};
    CancelToken cancel;
    cancel.cancel();
    const auto run = runStaticChecks(input, cancel);
    QVERIFY(!run.ok());
    QCOMPARE(run.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestStaticChecks)
#include "tst_staticchecks.moc"
