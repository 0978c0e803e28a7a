// Folding, wrapping and jumping to symbols in Review, as a user does it.
#include "tests/gui/findfixture.h"
#include "ui/review/gatepanel.h"
#include "ui/review/symboldialog.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QListView>
#include <QMenu>
#include <QTreeView>

using namespace rocport;

class ReviewViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_find = std::make_unique<FindFixture>(); }
    void cleanup() { m_find.reset(); }

    void keysFoldAndShowMore();
    void keysWrap();
    void findingUnfolds();
    void choicesAreKept();
    void symbolsOfTheFile();
    void symbolsOfAllFiles();
    void symbolsOfBothSides();
    void keysOfReviewRestBehindTheSymbols();
    void tabGoesFromTheListIntoTheDiff();
    void closingEndsReading();
    void blameStandsBesideTheChange();

private:
    [[nodiscard]] DiffView& diff() const { return m_find->area->diff(); }
    [[nodiscard]] QAction* command(const char* name) const
    {
        return m_find->area->command(QLatin1String(name));
    }
    [[nodiscard]] SymbolDialog* dialog() const
    {
        return m_find->area->findChild<SymbolDialog*>(QStringLiteral("symbolDialog"));
    }
    [[nodiscard]] QString selected() const
    {
        const std::optional<DiffHit> hit = diff().selectedHit();
        return hit ? diff().textOf(*hit) : QString();
    }
    [[nodiscard]] QString statusOfDialog() const
    {
        return dialog()->findChild<TextLabel*>(QStringLiteral("symbolStatus"))->text();
    }
    static void typeInto(SymbolDialog& into, const QString& text)
    {
        for (const QChar c : text) {
            QTest::keyClick(into.field(), c.toLatin1());
        }
    }

    std::unique_ptr<FindFixture> m_find;
};

void ReviewViewTest::keysFoldAndShowMore()
{
    QStringList said;
    connect(m_find->area.get(), &ReviewArea::said, this,
            [&said](const QString& sentence) { said.append(sentence); });
    m_find->press("M");
    QCOMPARE(said.takeLast(), QStringLiteral("No line is folded: M folds unchanged ones."));
    m_find->press("Shift+M");
    QVERIFY(command("foldLines")->isChecked());
    QVERIFY(!diff().scene().folds.isEmpty());
    QVERIFY(said.takeLast().endsWith(QStringLiteral("unchanged lines are folded")));
    const DiffFold last = diff().scene().folds.last();
    QVERIFY(last.rows > 100);
    m_find->press("M");
    QCOMPARE(diff().scene().folds.last().firstRow, last.firstRow + 20);
    QVERIFY(said.takeLast().endsWith(QStringLiteral("more lines are shown")));
    command("showAllLines")->trigger();
    QVERIFY(diff().scene().folds.isEmpty());
    m_find->press("M");
    QCOMPARE(said.takeLast(), QStringLiteral("No line is folded here."));
    QCOMPARE(m_find->decided(), 0);
}

void ReviewViewTest::keysWrap()
{
    m_find->press("Alt+Z");
    QVERIFY(diff().isWrapped());
    QVERIFY(command("wrapLines")->isChecked());
    m_find->press("V"); // the other layout wraps too
    QTRY_VERIFY(m_find->scene().layout.unified);
    QCOMPARE(diff().unifiedEditor().SendScintilla(QsciScintillaBase::SCI_GETWRAPMODE),
             long{QsciScintillaBase::SC_WRAP_WORD});
    m_find->press("Alt+Z");
    QVERIFY(!diff().isWrapped());
}

void ReviewViewTest::findingUnfolds()
{
    m_find->press("Shift+M");
    m_find->press("Ctrl+F");
    m_find->type(QStringLiteral("line 60 of"));
    QTRY_COMPARE(m_find->count(), QStringLiteral("1 of 1"));
    const int row = m_find->scene().hits.value(0).row;
    QVERIFY(row > 0);
    QCOMPARE(foldAt(m_find->scene().folds, row), -1);
    QVERIFY(diff().leftEditor().rowTop(row) >= 0);
    QVERIFY(diff().leftEditor().rowTop(row) < diff().leftEditor().viewport()->height());
    QVERIFY(!m_find->scene().folds.isEmpty());
}

void ReviewViewTest::choicesAreKept()
{
    m_find->press("Shift+M");
    m_find->press("Alt+Z");
    MapSettings settings;
    settings.setValue(QStringLiteral("review/fold"), true);
    settings.setValue(QStringLiteral("review/wrap"), true);
    ThemeProvider provider(settings);
    ReviewArea other(m_find->session(), provider, settings);
    QVERIFY(other.diff().isFolding());
    QVERIFY(other.diff().isWrapped());
    QVERIFY(other.command(QStringLiteral("foldLines"))->isChecked());
    // Another file folds as this one did.
    m_find->showFile("csrc/compact.cu");
    QVERIFY(diff().isFolding());
    QVERIFY(!m_find->scene().folds.isEmpty());
}

void ReviewViewTest::symbolsOfTheFile()
{
    m_find->press("O");
    QVERIFY(dialog() != nullptr);
    QTRY_COMPARE(dialog()->model().total(), 1);
    const QModelIndex first = dialog()->model().index(0);
    QCOMPARE(first.data().toString(), QStringLiteral("votes_kernel"));
    QCOMPARE(first.data(SymbolModel::KindRole).toString(), QStringLiteral("Kernel"));
    QTRY_COMPARE(statusOfDialog(), QStringLiteral("1 symbol"));
    typeInto(*dialog(), QStringLiteral("sva")); // letters are typed here, and decide nothing
    QCOMPARE(dialog()->model().rowCount(), 0);
    QCOMPARE(statusOfDialog(), QStringLiteral("None of 1 symbol matches."));
    dialog()->field()->clear();
    QTest::keyClick(dialog()->field(), Qt::Key_Return);
    QTRY_COMPARE(selected(), QStringLiteral("votes_kernel"));
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(m_find->decided(), 0);
}

void ReviewViewTest::symbolsOfAllFiles()
{
    m_find->press("Shift+O");
    SymbolDialog* open = dialog();
    QAbstractItemModelTester tester(&open->model());
    QTRY_VERIFY(open->model().total() > 10);
    QTRY_VERIFY(statusOfDialog().endsWith(QStringLiteral("symbols")));
    typeInto(*open, QStringLiteral("votes_k"));
    QCOMPARE(open->model().rowCount(), 1);
    QVERIFY(open->model()
                .index(0)
                .data(SymbolModel::PlaceRole)
                .toString()
                .startsWith(QLatin1String(FindFixture::kFile)));
    open->field()->clear();
    typeInto(*open, QStringLiteral("compact kernel"));
    QVERIFY(open->model().rowCount() > 0);
    const QString name = open->model().index(0).data().toString();
    QTest::keyClick(open->field(), Qt::Key_Return);
    QTRY_COMPARE(m_find->scene().layout.path.display(), QStringLiteral("csrc/compact.cu"));
    QTRY_COMPARE(selected(), name.section(QStringLiteral("::"), -1));
}

void ReviewViewTest::symbolsOfBothSides()
{
    // A change renames one, leaves one, and adds one.
    FileTexts file{RepoPath("a.cu"),
                   Language::Cuda,
                   "void same() {}\nvoid old_name() {}\nvoid last() {}\n",
                   {}};
    Hunk hunk;
    hunk.key = "k";
    hunk.targetPath = hunk.sourcePath = file.path;
    hunk.firstLine = hunk.lastLine = 2;
    hunk.edits = {{{15, 34}, "void new_name() {}\nvoid added() {}\n"}};
    file.hunks = {hunk};
    const FileSearch found = symbolsOfFile(file, {}, 100, {});
    QStringList texts;
    for (const FoundLine& line : found.lines) {
        texts.append(QStringLiteral("%1 %2 %3")
                         .arg(line.text)
                         .arg(line.line)
                         .arg(static_cast<int>(line.side)));
    }
    const auto side = [](HitSide which) { return QString::number(static_cast<int>(which)); };
    QCOMPARE(texts, (QStringList{QStringLiteral("same 1 ") + side(HitSide::Both),
                                 QStringLiteral("old_name 2 ") + side(HitSide::Original),
                                 QStringLiteral("new_name 2 ") + side(HitSide::Port),
                                 QStringLiteral("added 3 ") + side(HitSide::Port),
                                 QStringLiteral("last 3 ") + side(HitSide::Both)}));
    QCOMPARE(found.lines[2].key, QByteArray("k"));
    QVERIFY(found.lines[0].key.isEmpty());
    QVERIFY(symbolsOfFile(file, {}, 2, {}).more);
    const CancelToken cancel;
    cancel.cancel();
    QVERIFY(symbolsOfFile(file, {}, 100, cancel).lines.isEmpty());
}

void ReviewViewTest::keysOfReviewRestBehindTheSymbols()
{
    m_find->press("O");
    QTRY_VERIFY(dialog()->model().total() > 0);
    QTest::keyClick(dialog()->field(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!m_find->area->findChild<GatePanel*>()->isVisible());
    QVERIFY(dialog() != nullptr && dialog()->isVisible());
    dialog()->reject();
}

void ReviewViewTest::tabGoesFromTheListIntoTheDiff()
{
    auto* tree = m_find->area->findChild<QTreeView*>(QStringLiteral("changeTree"));
    tree->setFocus(Qt::TabFocusReason);
    QTest::keyClick(tree, Qt::Key_Tab);
    QVERIFY(diff().isAncestorOf(m_find->area->window()->focusWidget()));
}

void ReviewViewTest::closingEndsReading()
{
    m_find->press("Shift+O");
    QPointer<SymbolDialog> open = dialog();
    QTest::keyClick(open->field(), Qt::Key_Escape);
    QTRY_VERIFY(open.isNull());
    QVERIFY(m_find->area->isVisible());
    QVERIFY(diff().isAncestorOf(m_find->area->focusWidget()));
}

void ReviewViewTest::blameStandsBesideTheChange()
{
    QString said;
    connect(m_find->area.get(), &ReviewArea::said, this,
            [&said](const QString& sentence) { said = sentence; });
    DiffEditor& left = diff().leftEditor();
    const int before = left.marginsWidth();
    const int right = diff().rightEditor().marginsWidth();
    m_find->press("B");
    QVERIFY(left.marginsWidth() > before + 100);
    QCOMPARE(diff().rightEditor().marginsWidth(), right);
    QTRY_VERIFY(!m_find->scene().blame.commitOf.isEmpty());
    const DiffChange* change = m_find->scene().currentChange();
    QVERIFY(change != nullptr);
    const int row = change->firstRow;
    int line = 0; // the first of the original that the change touches
    for (int at = row; line == 0; ++at) {
        line = m_find->scene().layout.rows[at].left;
    }
    const DiffBlame::Commit* commit = m_find->scene().blame.of(line);
    QVERIFY(commit != nullptr);
    QCOMPARE(commit->author, QStringLiteral("Test"));
    QCOMPARE(commit->date, QDate::currentDate().toString(Qt::ISODate));
    QVERIFY(said.startsWith(QStringLiteral("Last changed by Test on ")));
    QVERIFY(said.endsWith(QStringLiteral(": start")));
    // It is painted there, at the first row of the run, and its tip says all of it.
    int first = row;
    while (first > 0 && m_find->scene().blame.of(m_find->scene().layout.rows[first - 1].left)) {
        --first;
    }
    const auto inked = [&](int at) {
        const QImage image = left.viewport()->grab().toImage();
        const QColor paper = m_find->provider().theme().alt;
        const int y = left.rowTop(at) + left.rowHeight() / 2;
        int ink = 0;
        for (int x = 4; x < left.marginsWidth() - before - 4; ++x) {
            ink += image.pixelColor(x, y) != paper ? 1 : 0;
        }
        return ink;
    };
    QVERIFY(left.rowTop(first) >= 0);
    QVERIFY(inked(first) > 10);
    QCOMPARE(inked(first + 1), 0);
    QVERIFY(left.blameTip({10, left.rowTop(first) + 2}).contains(QStringLiteral("start")));
    QVERIFY(left.blameTip({left.marginsWidth() + 10, left.rowTop(first) + 2}).isEmpty());
    // It follows the change, and goes with the key.
    m_find->showFile("csrc/compact.cu");
    QTRY_VERIFY(!m_find->scene().blame.commitOf.isEmpty());
    QVERIFY(command("blame")->isChecked());
    m_find->press("B");
    QCOMPARE(left.marginsWidth(), before);
    QVERIFY(m_find->scene().blame.commitOf.isEmpty());
    QCOMPARE(m_find->decided(), 0);
}

QTEST_MAIN(ReviewViewTest)
#include "tst_reviewview.moc"
