// Words about findings stay with their places, whatever upstream does to the text around them.

#include "tests/integration/portfixture.h"

#include <array>

using namespace rocport;
using namespace rocport::test;

class TestFindingMigration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsOnFindingsStayWithTheirPlaces();
    void aFindingThatChangedKeepsItsNote();
    void wordsOnFindingsFollowARename();
    void aPlaceThatIsGoneIsDone();
    void aFileThatIsGoneReturns();
    void otherSettingsLeaveNothingGone();
};

namespace {

/// A place that only a person can port.
QByteArray ptx(const QByteArray& name,
               const QByteArray& text = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {};")
{
    return "__global__ void " + name + "()\n{\n    asm volatile(\"" + text + "\");\n    int " +
           name + "_a = 1;\n    int " + name + "_b = 2;\n    use(" + name + "_a, " + name +
           "_b);\n}\n\n";
}

const QString kPtxFile = QStringLiteral("src/ptx.cu");

/// The finding of inline PTX on the line after the kernel's brace; null: none.
const Finding* ptxIn(const Port& port, const QByteArray& kernel, const QString& path = kPtxFile)
{
    QFile source(port.repository.path() + u'/' + path);
    if (!source.open(QIODevice::ReadOnly)) {
        return nullptr;
    }
    const QList<QByteArray> lines = source.readAll().split('\n');
    const qsizetype line = lines.indexOf("__global__ void " + kernel + "()") + 3;
    for (const auto& file : port.session->state()->scan->files) {
        for (const Finding& finding : file->findings) {
            if (finding.path == RepoPath(path.toUtf8()) && finding.line == line &&
                finding.ruleId == QLatin1StringView("hipify-ptx")) {
                return &finding;
            }
        }
    }
    return nullptr;
}

QString wordOn(const Port& port, const QByteArray& kernel, const QString& path = kPtxFile)
{
    const Finding* finding = ptxIn(port, kernel, path);
    if (finding == nullptr) {
        return QStringLiteral("no finding");
    }
    const DecisionLog& log = port.session->state()->decisions;
    static const std::array kWords{"open", "done", "not needed"};
    const QString word =
        QLatin1StringView(kWords[static_cast<size_t>(log.findingState(finding->id))]);
    const QString note = log.findingNote(finding->id);
    return note.isEmpty() ? word : word + QStringLiteral(": ") + note;
}

void tick(const Port& port, const QByteArray& kernel, FindingState state, const QString& note)
{
    const Finding* finding = ptxIn(port, kernel);
    QVERIFY(finding != nullptr);
    QVERIFY(port.session->tickFindings({finding->id}, state, note).ok());
}

} // namespace

/// Places that read the same are told apart by counting; a new one before them must not take what
/// was said of the first.
void TestFindingMigration::wordsOnFindingsStayWithTheirPlaces()
{
    Port port;
    const QByteArray text = ptx("first") + ptx("second") + ptx("third");
    port.repository.write(kPtxFile, text);
    port.repository.commitAll();
    port.open();
    tick(port, "first", FindingState::Done, QStringLiteral("by hand in abc123"));
    tick(port, "third", FindingState::NotNeeded, QStringLiteral("never built"));
    port.upstream(kPtxFile, ptx("added") + text);
    QCOMPARE(wordOn(port, "added"), QStringLiteral("open"));
    QCOMPARE(wordOn(port, "first"), QStringLiteral("done: by hand in abc123"));
    QCOMPARE(wordOn(port, "second"), QStringLiteral("open"));
    QCOMPARE(wordOn(port, "third"), QStringLiteral("not needed: never built"));
    // And when the first ones go, nothing moves up to them.
    port.upstream(kPtxFile, ptx("second") + ptx("third") + ptx("last"));
    QCOMPARE(wordOn(port, "second"), QStringLiteral("open"));
    QCOMPARE(wordOn(port, "third"), QStringLiteral("not needed: never built"));
    QCOMPARE(wordOn(port, "last"), QStringLiteral("open"));
    const qsizetype steps = port.session->state()->decisions.history().size();
    port.session.reset();
    port.open();
    QCOMPARE(port.session->state()->decisions.history().size(), steps); // carried over once
    QCOMPARE(wordOn(port, "third"), QStringLiteral("not needed: never built"));
    QCOMPARE(wordOn(port, "last"), QStringLiteral("open"));
}

void TestFindingMigration::aFindingThatChangedKeepsItsNote()
{
    Port port;
    port.repository.write(kPtxFile, ptx("first") + ptx("second"));
    port.repository.commitAll();
    port.open();
    tick(port, "first", FindingState::Done, QStringLiteral("by hand in abc123"));
    port.upstream(kPtxFile,
                  ptx("first", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {}, {};") +
                      ptx("second"));
    QCOMPARE(wordOn(port, "first"), QStringLiteral("open: by hand in abc123"));
    QCOMPARE(wordOn(port, "second"), QStringLiteral("open"));
}

void TestFindingMigration::wordsOnFindingsFollowARename()
{
    Port port;
    const QByteArray text = ptx("first") + ptx("second");
    port.repository.write(kPtxFile, text);
    port.repository.commitAll();
    port.open();
    tick(port, "second", FindingState::NotNeeded, QStringLiteral("never built"));
    QVERIFY(QFile::remove(port.repository.path() + u'/' + kPtxFile));
    const QString moved = QStringLiteral("kernels/inline.cu");
    port.upstream(moved, text);
    QCOMPARE(wordOn(port, "first", moved), QStringLiteral("open"));
    QCOMPARE(wordOn(port, "second", moved), QStringLiteral("not needed: never built"));
}

namespace {

/// "src/ptx.cu:3 done: gone since 1234567", a line for each finding that is gone.
QStringList goneIn(const Port& port)
{
    QStringList lines;
    const auto state = port.session->state();
    for (const Finding& finding : *state->gone) {
        lines.append(QStringLiteral("%1:%2 %3")
                         .arg(finding.path.display(), QString::number(finding.line),
                              state->decisions.findingNote(finding.id)));
    }
    return lines;
}

/// Open and all findings left for a person, as the rail has them.
QPair<int, int> findingCounts(const Port& port)
{
    QPair<int, int> counts;
    for (const PhaseCounts& phase : port.session->state()->counts) {
        counts.first += phase.openFindings();
        counts.second += phase.findingsWithoutFix;
    }
    return counts;
}

QString goneNow(const Port& port)
{
    return QStringLiteral("gone since ") +
           QString::fromLatin1(port.session->state()->scan->commit.left(7));
}

} // namespace

/// The first of two places that read the same goes: the other keeps its id's neighbour, and both
/// are open again when it returns.
void TestFindingMigration::aPlaceThatIsGoneIsDone()
{
    Port port;
    const QByteArray text = ptx("first") + ptx("second");
    port.repository.write(kPtxFile, text);
    port.repository.commitAll();
    port.open();
    const QPair<int, int> before = findingCounts(port);
    port.upstream(kPtxFile, ptx("second"));
    QCOMPARE(wordOn(port, "second"), QStringLiteral("open"));
    QCOMPARE(goneIn(port), QStringList{QStringLiteral("src/ptx.cu:3 ") + goneNow(port)});
    QCOMPARE(findingCounts(port), std::pair(before.first - 1, before.second));
    const QString since = goneIn(port).first();

    // It outlives the process and further commits.
    port.session.reset();
    port.open();
    QCOMPARE(goneIn(port), QStringList{since});
    QCOMPARE(port.session->state()->gone->first().message.isEmpty(), false);
    QCOMPARE(port.session->state()->gone->first().ruleId, QStringLiteral("hipify-ptx"));
    port.upstream(QStringLiteral("src/notes.txt"), "four\n");
    QCOMPARE(goneIn(port), QStringList{since});

    port.upstream(kPtxFile, text);
    QVERIFY2(goneIn(port).isEmpty(), qPrintable(goneIn(port).join(u'|')));
    QCOMPARE(wordOn(port, "first"), QStringLiteral("open"));
    QCOMPARE(wordOn(port, "second"), QStringLiteral("open"));
    QCOMPARE(findingCounts(port), before);
}

void TestFindingMigration::aFileThatIsGoneReturns()
{
    Port port;
    const QByteArray text = ptx("first") + ptx("second") + ptx("third");
    port.repository.write(kPtxFile, text);
    port.repository.commitAll();
    port.open();
    const QPair<int, int> before = findingCounts(port);
    tick(port, "second", FindingState::Done, QStringLiteral("by hand in abc123"));
    QVERIFY(QFile::remove(port.repository.path() + u'/' + kPtxFile));
    port.upstream(QStringLiteral("src/notes.txt"), "four\n");
    const QString now = goneNow(port);
    // What a person said stays as it was said.
    const QStringList gone{QStringLiteral("src/ptx.cu:3 ") + now,
                           QStringLiteral("src/ptx.cu:11 by hand in abc123"),
                           QStringLiteral("src/ptx.cu:19 ") + now};
    QCOMPARE(goneIn(port), gone);
    QCOMPARE(findingCounts(port), std::pair(before.first - 3, before.second));
    QVERIFY(port.session->state()->orphaned.isEmpty());
    // One step of undo.
    QVERIFY(port.session->undo().ok());
    QCOMPARE(goneIn(port), QStringList{QStringLiteral("src/ptx.cu:11 by hand in abc123")});
    QVERIFY(port.session->redo().ok());
    QCOMPARE(goneIn(port), gone);
    port.upstream(kPtxFile, text);
    QCOMPARE(wordOn(port, "first"), QStringLiteral("open"));
    QCOMPARE(wordOn(port, "second"), QStringLiteral("done: by hand in abc123"));
    QCOMPARE(wordOn(port, "third"), QStringLiteral("open"));
    QVERIFY(port.session->state()->gone->isEmpty());
}

/// A rule that is switched off takes its findings away; their places are there.
void TestFindingMigration::otherSettingsLeaveNothingGone()
{
    Port port;
    const QByteArray text = ptx("first") + ptx("second");
    port.repository.write(kPtxFile, text);
    port.repository.commitAll();
    port.open();
    QVERIFY(ptxIn(port, "first") != nullptr);
    port.repository.write(kPtxFile, "// more\n" + text);
    port.repository.commitAll(QStringLiteral("upstream"));
    QVERIFY(port.session->switchRule(QStringLiteral("hipify-ptx"), false, QStringLiteral("no PTX"))
                .ok());
    port.wait();
    QVERIFY(ptxIn(port, "first") == nullptr);
    QVERIFY2(goneIn(port).isEmpty(), qPrintable(goneIn(port).join(u'|')));
}

QTEST_GUILESS_MAIN(TestFindingMigration)
#include "tst_findingmigration.moc"
