// The tree of hunks of a port review: what it lists, in which order, and what it says of each.

#include "ui/portreview/hunksmodel.h"
#include "ui/portreview/hunktexts.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

namespace {

ReviewHunk hunkOf(int number, const char* title)
{
    ReviewHunk hunk;
    hunk.id = QByteArray::number(number).rightJustified(16, '0');
    hunk.baseFirst = 10 * number;
    hunk.baseLast = 10 * number + 1;
    hunk.headFirst = 10 * number;
    hunk.headLast = 10 * number + 2;
    hunk.title = QString::fromLatin1(title);
    hunk.nvidia = NvidiaPath::Unchanged;
    hunk.match = RuleMatch::Equal;
    return hunk;
}

ReviewFile fileOf(const char* path, const QVector<ReviewHunk>& hunks)
{
    ReviewFile file;
    file.path = RepoPath(path);
    file.basePath = file.path;
    file.language = Language::Cuda;
    file.hunks = hunks;
    return file;
}

std::shared_ptr<ReviewState> stateOf(const QVector<ReviewFile>& files)
{
    auto review = std::make_shared<PortReview>();
    review->files = files;
    auto places = std::make_shared<QHash<QByteArray, QPair<int, int>>>();
    for (int i = 0; i < files.size(); ++i) {
        for (int j = 0; j < files[i].hunks.size(); ++j) {
            places->insert(files[i].hunks[j].id, {i, j});
        }
    }
    auto state = std::make_shared<ReviewState>();
    state->kept.id = "0123456789abcdef";
    state->kept.revisions = {ReviewRevision()};
    state->review = review;
    state->places = places;
    return state;
}

/// Two files with five hunks; the third is another thing than the rules would write.
std::shared_ptr<ReviewState> usualState()
{
    ReviewHunk different = hunkOf(3, "Reduction of a warp");
    different.match = RuleMatch::Different;
    different.ruleIds = {QStringLiteral("warp-shfl-width")};
    ReviewHunk changed = hunkOf(5, "Block size 256 to 512");
    changed.match = RuleMatch::None;
    changed.nvidia = NvidiaPath::Changed;
    changed.rocm = RocmArm::BuildFails;
    return stateOf({fileOf("csrc/reduce/row_sum.cu", {hunkOf(1, "HIP runtime header"),
                                                      hunkOf(2, "Lane and warp index"), different}),
                    fileOf("csrc/scan/block_scan.cuh", {hunkOf(4, "Offsets"), changed})});
}

QByteArray idOf(int number)
{
    return QByteArray::number(number).rightJustified(16, '0');
}

QStringList titles(const HunksModel& model)
{
    QStringList list;
    for (const QByteArray& id : model.listed()) {
        list.append(model.indexOf(id).data().toString());
    }
    return list;
}

QString wordOf(const HunksModel& model, int number, int column)
{
    return model.indexOf(idOf(number)).siblingAtColumn(column).data().toString();
}

} // namespace

class HunksModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsBesideMarks();
    void filesCount();
    void statusesCountAndList();
    void valuesNarrow();
    void wordsOfTheFilter();
    void sorted();
    void decidedRowsStay();
    void changedAndCommented();
    void nextAndFiles();
    void manyHunks();
    void ruleTextWithinTheHunk();
    void ruleTextBeyondTheHunk();
    void sinceARevision();
};

void HunksModelTest::wordsBesideMarks()
{
    HunksModel model;
    const QAbstractItemModelTester tester(&model);
    model.setState(usualState());
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(wordOf(model, 3, HunksModel::RuleColumn), QStringLiteral("Different"));
    QCOMPARE(wordOf(model, 3, HunksModel::NvidiaColumn), QStringLiteral("Unchanged"));
    QCOMPARE(wordOf(model, 3, HunksModel::RocmColumn), QStringLiteral("Not tried"));
    QCOMPARE(wordOf(model, 5, HunksModel::RuleColumn), QStringLiteral("None"));
    QCOMPARE(wordOf(model, 5, HunksModel::NvidiaColumn), QStringLiteral("Changed"));
    QCOMPARE(wordOf(model, 5, HunksModel::RocmColumn), QStringLiteral("Build fails"));
    QCOMPARE(model.indexOf(idOf(3)).data(HunksModel::LineRole).toString(), QStringLiteral("30"));
    QCOMPARE(model.indexOf(idOf(3)).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("line 30, Reduction of a warp, open, rule: different, NVIDIA path: "
                            "unchanged, ROCm arm: not tried"));
    model.setState(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void HunksModelTest::filesCount()
{
    HunksModel model;
    auto state = usualState();
    state->kept.decisions.insert(idOf(1), {DecisionKind::Accepted, {}});
    state->kept.decisions.insert(idOf(4), {DecisionKind::Rejected, {}});
    state->kept.decisions.insert(idOf(5), {DecisionKind::Edited, "x"});
    model.setState(state);
    const QModelIndex first = model.index(0, 0);
    const QModelIndex second = model.index(1, 0);
    QCOMPARE(first.data().toString(), QStringLiteral("row_sum.cu"));
    QCOMPARE(first.data(HunksModel::FolderRole).toString(), QStringLiteral("csrc/reduce"));
    QCOMPARE(first.data(HunksModel::CountRole).toString(), QStringLiteral("1/3"));
    QCOMPARE(first.data(HunksModel::DecidedRole).toInt(), 1);
    QCOMPARE(second.data(HunksModel::CountRole).toString(), QStringLiteral("2/2"));
    QCOMPARE(second.data(HunksModel::DecidedRole).toInt(), 2);
}

void HunksModelTest::statusesCountAndList()
{
    HunksModel model;
    auto state = usualState();
    state->kept.decisions.insert(idOf(1), {DecisionKind::Accepted, {}});
    model.setState(state);
    QCOMPARE(model.counts(), (std::array<int, 4>{4, 2, 1, 5})); // open, look, decided, all
    HunkFilter filter;
    filter.status = HunkStatus::Look;
    model.setFilter(filter);
    QCOMPARE(model.listed(), QVector<QByteArray>({idOf(3), idOf(5)}));
    filter.status = HunkStatus::Decided;
    model.setFilter(filter);
    QCOMPARE(model.listed(), QVector<QByteArray>({idOf(1)}));
    QCOMPARE(model.rowCount(), 1); // files without a hunk to list are left out
    filter.status = HunkStatus::Open;
    model.setFilter(filter);
    QCOMPARE(model.listed().size(), 4);
}

void HunksModelTest::valuesNarrow()
{
    HunksModel model;
    model.setState(usualState());
    HunkFilter filter;
    filter.rule = RuleMatch::Equal;
    model.setFilter(filter);
    QCOMPARE(model.listed(), QVector<QByteArray>({idOf(1), idOf(2), idOf(4)}));
    filter.nvidia = NvidiaPath::Changed;
    model.setFilter(filter);
    QVERIFY(model.listed().isEmpty());
    filter.rule.reset();
    model.setFilter(filter);
    QCOMPARE(model.listed(), QVector<QByteArray>({idOf(5)}));
    QVERIFY(filter.isNarrow());
    QVERIFY(!HunkFilter().isNarrow());
}

void HunksModelTest::wordsOfTheFilter()
{
    HunksModel model;
    model.setState(usualState());
    HunkFilter filter;
    for (const auto& [text, ids] : QVector<QPair<const char*, QVector<QByteArray>>>{
             {"row_sum reduc", {idOf(1), idOf(2), idOf(3)}}, // of the path
             {"SHFL", {idOf(3)}},                            // of the rule
             {"block size", {idOf(5)}},                      // of the title
             {":40", {idOf(4)}},                             // of the line
             {"nowhere", {}}}) {
        filter.text = QString::fromLatin1(text);
        model.setFilter(filter);
        QCOMPARE(model.listed(), ids);
    }
}

void HunksModelTest::sorted()
{
    HunksModel model;
    const QAbstractItemModelTester tester(&model);
    model.setState(usualState());
    model.sort(HunksModel::RuleColumn, Qt::DescendingOrder);
    QCOMPARE(model.listed(), QVector<QByteArray>({idOf(3), idOf(1), idOf(2), idOf(5), idOf(4)}));
    model.sort(HunksModel::NvidiaColumn, Qt::DescendingOrder);
    QCOMPARE(model.listed().first(), idOf(5)); // the worst first, with its file
    model.sort(HunksModel::HunkColumn, Qt::AscendingOrder);
    QCOMPARE(model.listed(), QVector<QByteArray>({idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)}));
}

void HunksModelTest::decidedRowsStay()
{
    HunksModel model;
    auto state = usualState();
    model.setState(state);
    HunkFilter filter;
    filter.status = HunkStatus::Open;
    model.setFilter(filter);
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    auto decided = std::make_shared<ReviewState>(*state);
    decided->kept.decisions.insert(idOf(2), {DecisionKind::Accepted, {}});
    model.setState(decided);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(model.listed().size(), 5);
    QCOMPARE(model.indexOf(idOf(2)).data(HunksModel::KindRole).toInt(),
             static_cast<int>(DecisionKind::Accepted));
    QCOMPARE(model.counts()[static_cast<size_t>(HunkStatus::Open)], 4);
    model.setFilter(filter);
    QVERIFY(!model.indexOf(idOf(2)).isValid());
}

void HunksModelTest::changedAndCommented()
{
    HunksModel model;
    auto state = usualState();
    state->since = 1;
    state->changed = {idOf(3)};
    state->former.insert(idOf(3), DecisionKind::Rejected);
    ReviewThread thread;
    thread.hunkId = idOf(3);
    thread.replies = {ReviewReply(), ReviewReply()};
    ReviewThread resolved = thread;
    resolved.isResolved = true;
    ReviewThread ofFile = thread;
    ofFile.hunkId.clear();
    ofFile.path = RepoPath("csrc/reduce/row_sum.cu");
    ReviewThread outdated = thread;
    outdated.isOutdated = true;
    outdated.path = ofFile.path;
    state->kept.threads = {thread, resolved, ofFile, outdated};
    model.setState(state);
    const QModelIndex hunk = model.indexOf(idOf(3));
    QVERIFY(hunk.data(HunksModel::ChangedRole).toBool());
    QCOMPARE(hunk.data(HunksModel::CommentsRole).toInt(), 2);
    QCOMPARE(model.index(0, 0).data(HunksModel::CommentsRole).toInt(), 4);
    QVERIFY(model.index(0, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .endsWith(QStringLiteral(", 4 comments")));
    QCOMPARE(model.index(1, 0).data(HunksModel::CommentsRole).toInt(), 0);
    QVERIFY(hunk.data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("Changed since revision 1; it was rejected before.")));
    QVERIFY(!model.indexOf(idOf(1)).data(HunksModel::ChangedRole).toBool());
}

void HunksModelTest::nextAndFiles()
{
    HunksModel model;
    auto state = usualState();
    state->kept.decisions.insert(idOf(4), {DecisionKind::Accepted, {}});
    model.setState(state);
    const auto from = [&model](int number, int step) {
        return model.nextFrom(model.indexOf(idOf(number)), step);
    };
    QCOMPARE(from(3, 1), idOf(4));
    QCOMPARE(model.nextOpen(idOf(3)), idOf(5));
    QCOMPARE(from(5, 1), QByteArray());
    QCOMPARE(model.nextOpen(idOf(5)), idOf(1)); // around the end
    QCOMPARE(from(1, -1), QByteArray());
    QCOMPARE(model.nextOpen({}), idOf(1));
    QCOMPARE(model.nextFileFrom(model.indexOf(idOf(2)), 1), idOf(4));
    QCOMPARE(model.nextFileFrom(model.indexOf(idOf(4)), -1), idOf(1));
    QCOMPARE(model.nextFileFrom(model.indexOf(idOf(4)), 1), QByteArray());
    // From the rows of files, and from nowhere.
    QCOMPARE(model.nextFrom(model.index(0, 0), 1), idOf(1));
    QCOMPARE(model.nextFrom(model.index(0, 0), -1), QByteArray());
    QCOMPARE(model.nextFrom(model.index(1, 0), 1), idOf(4));
    QCOMPARE(model.nextFrom(model.index(1, 0), -1), idOf(3));
    QCOMPARE(model.nextFrom({}, 1), idOf(1));
    QCOMPARE(model.nextFrom({}, -1), idOf(5));
    QCOMPARE(model.nextFileFrom(model.index(0, 0), 1), idOf(4));
    QCOMPARE(model.nextFileFrom(model.index(1, 0), -1), idOf(1));
    QCOMPARE(model.nextFileFrom(model.index(1, 0), 1), QByteArray());
    QCOMPARE(model.nextFileFrom({}, 1), idOf(1));
    QCOMPARE(titles(model).first(), QStringLiteral("HIP runtime header"));
}

void HunksModelTest::manyHunks()
{
    QVector<ReviewFile> files;
    int number = 0;
    for (int i = 0; i < 100; ++i) {
        QVector<ReviewHunk> hunks;
        for (int j = 0; j < 20; ++j) {
            ReviewHunk hunk = hunkOf(++number, "Shuffle in a branch");
            hunk.match = number % 3 == 0 ? RuleMatch::Different : RuleMatch::Equal;
            hunks.append(hunk);
        }
        files.append(fileOf(qPrintable(QStringLiteral("csrc/k%1.cu").arg(i)), hunks));
    }
    auto state = stateOf(files);
    HunksModel model;
    const QAbstractItemModelTester tester(&model);
    model.setState(state);
    QCOMPARE(model.listed().size(), 2000);
    QCOMPARE(model.rowCount(), 100);
    // Every one is decided, step by step, and the tree follows without being built anew.
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    for (int i = 1; i <= 2000; i += 100) {
        state = std::make_shared<ReviewState>(*state);
        for (int j = i; j < i + 100; ++j) {
            state->kept.decisions.insert(idOf(j), {DecisionKind::Accepted, {}});
        }
        model.setState(state);
    }
    QCOMPARE(reset.size(), 0);
    QCOMPARE(model.counts(), (std::array<int, 4>{0, 0, 2000, 2000}));
    HunkFilter filter;
    filter.rule = RuleMatch::Different;
    model.setFilter(filter);
    QCOMPARE(model.listed().size(), 666);
}

void HunksModelTest::ruleTextWithinTheHunk()
{
    ReviewFile file = fileOf("a.cu", {});
    file.baseText = "one\ntwo\nthree\nfour\nfive\n";
    ReviewHunk hunk = hunkOf(1, "x");
    hunk.match = RuleMatch::Different;
    hunk.baseFirst = 2;
    hunk.baseLast = 4;
    hunk.edit.range = {4, 19};
    hunk.ruleFirst = 3;
    hunk.ruleLast = 3;
    hunk.ruleText = "THREE\n";
    QCOMPARE(ruleEdit(file, hunk).value_or("none"), QByteArray("two\nTHREE\nfour\n"));
    hunk.ruleFirst = 2;
    hunk.ruleLast = 4;
    QCOMPARE(ruleEdit(file, hunk).value_or("none"), QByteArray("THREE\n"));
    hunk.match = RuleMatch::None;
    QVERIFY(!ruleEdit(file, hunk));
    QCOMPARE(linesOf(file.baseText, 5, 5), QByteArray("five\n"));
    QCOMPARE(linesOf(file.baseText, 6, 9), QByteArray());
    QCOMPARE(linesOf("one\ntwo", 2, 2), QByteArray("two"));
}

void HunksModelTest::ruleTextBeyondTheHunk()
{
    ReviewFile file = fileOf("a.cu", {});
    file.baseText = "one\ntwo\nthree\nfour\nfive\n";
    ReviewHunk hunk = hunkOf(1, "x");
    hunk.match = RuleMatch::Different;
    hunk.baseFirst = 3;
    hunk.baseLast = 3;
    hunk.edit.range = {8, 14};
    hunk.ruleFirst = 2;
    hunk.ruleLast = 4;
    hunk.ruleText = "two\nTHREE\nfour\n"; // beyond the hunk what stands there
    QCOMPARE(ruleEdit(file, hunk).value_or("none"), QByteArray("THREE\n"));
    hunk.ruleText = "TWO\nTHREE\nfour\n";
    QVERIFY(!ruleEdit(file, hunk));
    file.baseText = "\ntwo\nthree\nfour\nfive\n"; // up to the first line, which is empty
    hunk.edit.range = {5, 11};
    hunk.ruleFirst = 1;
    hunk.ruleText = "\ntwo\nTHREE\nfour\n";
    QCOMPARE(ruleEdit(file, hunk).value_or("none"), QByteArray("THREE\n"));
}

void HunksModelTest::sinceARevision()
{
    ReviewHunk first = hunkOf(1, "first");
    first.headFirst = 1;
    first.headLast = 2;
    ReviewHunk second = hunkOf(2, "second");
    second.headFirst = 6;
    second.headLast = 7;
    auto state = stateOf({fileOf("a.cu", {first, second})});
    state->since = 1;
    RevisionDifference difference;
    difference.path = RepoPath("a.cu");
    difference.before = "a\nb\nc\nd\ne\nold\ng\n";
    difference.after = "a\nb\nc\nd\ne\nnew\ng\n";
    state->difference = {difference};
    const Result<HunkTexts> since = hunkTexts(*state, state->review->files[0], true);
    QVERIFY(since);
    QVERIFY(since->isSince);
    QCOMPARE(since->texts.original, *difference.before);
    QCOMPARE(since->texts.hunks.size(), 1);
    const Hunk& change = since->texts.hunks[0];
    QCOMPARE(change.key, idOf(2)); // the hunk that has line 6 of the port
    QCOMPARE(change.edits[0].replacement, QByteArray("new\n"));
    QByteArray text = since->texts.original;
    text.replace(change.edits[0].range.begin, change.edits[0].range.size(),
                 change.edits[0].replacement);
    QCOMPARE(text, *difference.after);
    const Result<HunkTexts> base = hunkTexts(*state, state->review->files[0], false);
    QVERIFY(base && !base->isSince);
    QCOMPARE(base->texts.hunks.size(), 2);
}

QTEST_GUILESS_MAIN(HunksModelTest)
#include "tst_hunksmodel.moc"
