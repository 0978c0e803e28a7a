// Each change of a file proved with the lines around it, and with the whole file: the same verdict
// and the same sentence, over the corpora, over generated files, and over changes that are wrong.
#include "core/isolation/changeprover.h"
#include "core/isolation/syntaxtree.h"
#include "core/rules/analyse.h"
#include "core/rules/hunkedits.h"
#include "core/scan/scanner.h"
#include "testpaths.h"
#include "tests/integration/growthcode.h"
#include "tests/unit/memorytree.h"

#include <QDirIterator>
#include <QTest>

#include <random>

using namespace rocport;

namespace {

struct Counts
{
    int changes = 0;
    int fast = 0;
    int proved = 0;
};

/// Edits as they can be applied one after the other.
QVector<TextEdit> inOrder(QVector<TextEdit> edits)
{
    EditSet set{QByteArray()};
    for (const TextEdit& edit : edits) {
        (void)set.add(edit).ok();
    }
    return set.edits();
}

QByteArray made(const QByteArray& text, const QVector<TextEdit>& edits)
{
    QByteArray result;
    qsizetype at = 0;
    for (const TextEdit& edit : edits) {
        result += text.sliced(at, edit.range.begin - at) + edit.replacement;
        at = edit.range.end;
    }
    return result + text.sliced(at);
}

void compare(const ChangeProver& prover, const QByteArray& text, Language language,
             const TargetSettings& target, const QVector<TextEdit>& edits, const QByteArray& name,
             Counts& counts)
{
    qint64 read = 0;
    const std::optional<IsolationProof> fast = prover.prove(edits, read);
    ++counts.changes;
    if (!fast) {
        return;
    }
    ++counts.fast;
    counts.proved += isProved(fast->verdict) ? 1 : 0;
    const QByteArray ported = made(text, edits);
    const IsolationProof slow = proveFile(text, ported, language, target);
    const bool same = fast->verdict == slow.verdict && fast->reason == slow.reason &&
                      fast->tokensEqual == slow.tokensEqual &&
                      fast->tokensTotal == slow.tokensTotal &&
                      fast->differsAtLine == slow.differsAtLine;
    QVERIFY2(same, name + ": the lines around say \"" + fast->reason.toUtf8() +
                       "\", the file says \"" + slow.reason.toUtf8() + "\"\n" + ported.left(4000));
}

/// Edits that a rule would not make: what is taken away, doubled, opened and not closed.
QVector<TextEdit> wrongEdits(const QByteArray& text, Language language, std::mt19937& dice)
{
    static const QVector<QByteArray> c = {"#ifdef USE_ROCM\n",
                                          "#endif\n",
                                          "#else\n",
                                          "#if 0\n",
                                          "#ifndef USE_ROCM\n",
                                          "/*",
                                          "*/",
                                          "\"",
                                          "R\"(",
                                          ")\"",
                                          "\\\n",
                                          "//",
                                          "x",
                                          " ",
                                          "\n",
                                          "{",
                                          "#elif A\n",
                                          "#if A || USE_ROCM\n",
                                          "#ifdef USE_ROCM\nint a;\n#else\n",
                                          "#ifdef USE_ROCM\nint a;\n#endif\n",
                                          "\r"};
    static const QVector<QByteArray> python = {
        "if is_rocm:\n    x = 1\n",
        "else:\n",
        "(",
        ")",
        "\"\"\"",
        "'",
        "#",
        "\\\n",
        "x",
        " ",
        "\n",
        "    ",
        "1 if is_rocm else ",
        "(1 if is_rocm else ",
        "is_rocm = torch.version.hip is not None\n",
        "import torch\n",
        "from x import is_rocm\n",
        "try:\n    import a\nexcept ImportError:\n    a = None\n",
        "if not is_rocm:\n    ",
        "is_rocm = 1\n",
        "from torch import *\n",
        "\r",
        "x\n",
        "pass\n"};
    const QVector<QByteArray>& pieces = language == Language::Python ? python : c;
    const auto number = [&](qsizetype below) {
        return static_cast<qsizetype>(dice() %
                                      static_cast<std::uint32_t>(std::max<qsizetype>(1, below)));
    };
    const auto place = [&] {
        qsizetype at = number(text.size() + 1);
        if (dice() % 3 != 0) { // mostly where a line begins
            at = text.lastIndexOf('\n', at - text.size() - 1) + 1;
        }
        return at;
    };
    QVector<TextEdit> edits;
    const qsizetype count = 1 + number(3);
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype begin = place();
        const qsizetype end = dice() % 3 == 0 ? std::min(text.size(), begin + number(60)) : begin;
        QByteArray replacement = pieces.at(number(pieces.size()));
        if (dice() % 4 == 0) { // what stands there, once more
            replacement = text.mid(begin, number(80));
        } else if (dice() % 3 == 0) {
            replacement += pieces.at(number(pieces.size()));
        }
        edits.append({{begin, end}, replacement});
    }
    return inOrder(edits);
}

} // namespace

class TestChangeProofs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void corpora_data();
    void corpora();
    void generated();

private:
    void check(const QByteArray& path, const QByteArray& text, int wrong, Counts& counts);

    const std::shared_ptr<const RuleSet> m_rules =
        std::make_shared<const RuleSet>(RuleSet::load().rules);
};

/// Every hunk of a file alone, with what it needs, and all of them; then `wrong` changes.
void TestChangeProofs::check(const QByteArray& path, const QByteArray& text, int wrong,
                             Counts& counts)
{
    const Language language = languageOfFile(path);
    const bool isRead = language == Language::Python || language == Language::Cuda ||
                        language == Language::Cpp || language == Language::Hip;
    if (!isRead) {
        return;
    }
    AnalysisContext context;
    context.rules = m_rules;
    context.proves = false;
    context.compatHeader = RepoPath("rocport_compat.h");
    for (const Strategy strategy : {Strategy::CompatHeader, Strategy::InPlace}) {
        context.strategy = strategy;
        const SourceBuffer source(text);
        const FileAnalysis analysis = analyseFile(RepoPath(path), language, source, context);
        const ChangeProver prover(text, language, context.target);
        QVector<Hunk> own;
        for (const Hunk& hunk : analysis.hunks) {
            if (hunk.targetPath == analysis.path) {
                own.append(hunk);
            }
        }
        for (const Hunk& hunk : std::as_const(own)) {
            QVector<Hunk> alone = {hunk};
            const auto edits = joinHunks(text, contentHash(text), alone);
            QVERIFY(edits.ok());
            compare(prover, text, language, context.target, edits->edits(), path, counts);
            for (const Hunk& other : std::as_const(own)) {
                if (hunk.needs.contains(other.key)) {
                    alone.append(other);
                }
            }
            if (const auto both = joinHunks(text, contentHash(text), alone)) {
                compare(prover, text, language, context.target, both->edits(), path, counts);
            }
        }
        if (const auto all = joinHunks(text, contentHash(text), own)) {
            compare(prover, text, language, context.target, all->edits(), path, counts);
            const auto tree = SyntaxTree::parsePython(source.view());
            if (language == Language::Python && tree) { // as the analysis has it at hand
                const ChangeProver with(text, language, context.target, &*tree);
                compare(with, text, language, context.target, all->edits(), path, counts);
            }
        }
        std::mt19937 dice(7);
        for (int i = 0; i < wrong && !QTest::currentTestFailed(); ++i) {
            compare(prover, text, language, context.target, wrongEdits(text, language, dice), path,
                    counts);
        }
    }
}

void TestChangeProofs::corpora_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* folder : {"tests/corpus", "tests/fixtures", "resources/sample"}) {
        QTest::newRow(folder) << QStringLiteral(ROCPORT_SOURCE_DIR "/") + QLatin1StringView(folder);
    }
}

void TestChangeProofs::corpora()
{
    QFETCH(QString, folder);
    Counts counts;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext() && !QTest::currentTestFailed()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray name = QFileInfo(file).fileName().toUtf8();
        name.replace(".expected", "");
        const int wrong = qEnvironmentVariableIntValue("ROCPORT_WRONG_CHANGES");
        check(name, file.readAll(), wrong > 0 ? wrong : 20, counts);
    }
    qInfo("%d changes, %d by the lines around them, of which %d are proved", counts.changes,
          counts.fast, counts.proved);
}

void TestChangeProofs::generated()
{
    Counts counts;
    for (const growth::Input& input : growth::cInputs() + growth::pythonInputs()) {
        check(input.file, growth::make(input, 1500), 10, counts);
        if (QTest::currentTestFailed()) {
            qWarning("%s", input.name);
            return;
        }
    }
    qInfo("%d changes, %d by the lines around them, of which %d are proved", counts.changes,
          counts.fast, counts.proved);
    QVERIFY(counts.fast > counts.changes / 3);
}

QTEST_GUILESS_MAIN(TestChangeProofs)
#include "tst_changeproofs.moc"
