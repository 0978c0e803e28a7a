// How the diff shows a file, and that it is remembered; without the area.
#include "tests/gui/partsfixture.h"
#include "ui/review/lineauthors.h"
#include "ui/review/viewcommands.h"
#include "ui/theme/whynot.h"

using namespace rocport;

class TestViewCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void linesFold();
    void nothingFolded();
    void linesWrap();
    void unifiedWhereItIsNarrow();
    void oneLineForBothVersions();
    void whiteSpaceIsIgnored();
    void movedLinesAreSaid();
    void authors();
    void isRemembered();

private:
    void makeCommands();
    [[nodiscard]] MapSettings& settings() const { return m_parts->project.settings; }

    std::unique_ptr<PartsFixture> m_parts;
    std::unique_ptr<LineAuthors> m_authors;
    std::unique_ptr<ViewCommands> m_views;
};

void TestViewCommands::init()
{
    // Lines far from any change.
    QByteArray source = test::kReduce;
    for (int i = 0; i < 200; ++i) {
        source += "// line " + QByteArray::number(i) + "\n";
    }
    m_parts = std::make_unique<PartsFixture>(source);
    makeCommands();
}

void TestViewCommands::makeCommands()
{
    m_authors = std::make_unique<LineAuthors>(*m_parts->desk, *m_parts->diff, settings());
    m_views = std::make_unique<ViewCommands>(ViewCommands::Parts{*m_parts->desk, *m_parts->commands,
                                                                 *m_parts->shown, *m_parts->diff,
                                                                 *m_authors, settings()});
}

void TestViewCommands::cleanup()
{
    m_views.reset();
    m_authors.reset();
    m_parts.reset();
}

void TestViewCommands::linesFold()
{
    m_parts->goTo(7);
    m_parts->run("foldLines");
    QVERIFY(m_parts->diff->isFolding());
    QVERIFY(m_parts->command("foldLines").isChecked());
    QVERIFY(!m_parts->diff->scene().folds.isEmpty());
    QVERIFY2(m_parts->said.last().endsWith(QStringLiteral("folded")),
             qPrintable(m_parts->said.last()));
    m_parts->run("showAllLines");
    QVERIFY(m_parts->diff->scene().folds.isEmpty());
    QVERIFY2(m_parts->said.last().endsWith(QStringLiteral("lines are shown")),
             qPrintable(m_parts->said.last()));
    m_parts->run("foldLines");
    QVERIFY(!m_parts->diff->isFolding());
    QCOMPARE(m_parts->said.last(), QStringLiteral("All lines are shown"));
}

void TestViewCommands::nothingFolded()
{
    m_parts->goTo(7);
    m_parts->run("showMore");
    QCOMPARE(m_parts->said.last(), QStringLiteral("No line is folded: M folds unchanged ones."));
    m_parts->run("foldLines");
    m_parts->run("showAllLines");
    m_parts->run("showAllLines");
    QCOMPARE(m_parts->said.last(), QStringLiteral("No line is folded here."));
}

void TestViewCommands::linesWrap()
{
    m_parts->goTo(7);
    m_parts->run("wrapLines");
    QVERIFY(m_parts->diff->isWrapped());
    QVERIFY(m_parts->command("wrapLines").isChecked());
    QCOMPARE(m_parts->said.last(), QStringLiteral("Long lines wrap"));
    m_parts->run("wrapLines");
    QVERIFY(!m_parts->diff->isWrapped());
    QCOMPARE(m_parts->said.last(), QStringLiteral("Long lines scroll sideways"));
}

void TestViewCommands::unifiedWhereItIsNarrow()
{
    const QSignalSpy changed(m_views.get(), &ViewCommands::unifiedChanged);
    QVERIFY(!m_parts->shown->isUnified());
    QCOMPARE(m_parts->command("unified").iconText(), QStringLiteral("Side by side"));
    m_views->setNarrow(true);
    QVERIFY(m_parts->shown->isUnified());
    QCOMPARE(m_parts->command("unified").iconText(), QStringLiteral("Unified"));
    QCOMPARE(changed.size(), 1);
    QVERIFY(changed[0][0].toBool());
    m_views->setNarrow(false);
    QVERIFY(!m_parts->shown->isUnified());
    m_parts->run("unified");
    QVERIFY(m_parts->shown->isUnified());
    m_views->setNarrow(true);
    m_views->setNarrow(false); // what was chosen stays
    QVERIFY(m_parts->shown->isUnified());
    QCOMPARE(changed.size(), 3);
}

void TestViewCommands::oneLineForBothVersions()
{
    m_parts->goTo(7);
    m_parts->run("inline");
    PartsFixture::waitForLayout();
    QCOMPARE(m_parts->diff->scene().layout.style.mode, DiffMode::Inline);
    QVERIFY(m_parts->command("inline").isChecked());
    QCOMPARE(m_parts->command("unified").iconText(), QStringLiteral("Inline"));
    m_views->setNarrow(true); // it has one pane anyway
    QCOMPARE(m_parts->shown->style().mode, DiffMode::Inline);
    m_views->setNarrow(false);
    m_parts->run("inline");
    QCOMPARE(m_parts->shown->style().mode, DiffMode::Unified);
    QVERIFY(!m_parts->command("inline").isChecked());
    m_parts->run("inline");
    m_parts->run("unified");
    PartsFixture::waitForLayout();
    QCOMPARE(m_parts->diff->scene().layout.style.mode, DiffMode::SideBySide);
}

void TestViewCommands::whiteSpaceIsIgnored()
{
    m_parts->goTo(7);
    m_parts->run("ignoreBlanks");
    PartsFixture::waitForLayout();
    QVERIFY(m_parts->command("ignoreBlanks").isChecked());
    QVERIFY(m_parts->diff->scene().layout.style.ignoreBlanks);
    QCOMPARE(m_parts->said.last(),
             QStringLiteral("Lines that differ only in white space are shown as unchanged"));
    m_parts->run("ignoreBlanks");
    PartsFixture::waitForLayout();
    QVERIFY(!m_parts->diff->scene().layout.style.ignoreBlanks);
    QCOMPARE(m_parts->said.last(), QStringLiteral("White space counts"));
}

void TestViewCommands::movedLinesAreSaid()
{
    m_parts->goTo(7);
    QVERIFY(!m_parts->command("goToMoved").isEnabled());
    QCOMPARE(whyNot(m_parts->command("goToMoved")), QStringLiteral("No line here was moved."));
    m_parts->diff->showTopLine(1);
    m_parts->run("goToFunction");
    QCOMPARE(m_parts->said.last(), QStringLiteral("The first line shown is in no function."));
}

void TestViewCommands::authors()
{
    m_parts->goTo(7);
    m_parts->run("blame");
    QVERIFY(m_authors->isShown());
    QVERIFY(m_parts->command("blame").isChecked());
    m_parts->run("blame");
    QVERIFY(!m_authors->isShown());
    QVERIFY(!m_parts->command("blame").isChecked());
}

void TestViewCommands::isRemembered()
{
    for (const char* name : {"foldLines", "wrapLines", "inline", "ignoreBlanks", "blame"}) {
        m_parts->run(name);
    }
    PartsFixture other;
    for (const char* key : {"review/fold", "review/wrap", "review/unified", "review/inline",
                            "review/ignore-blanks", "review/blame"}) {
        other.project.settings.setValue(QLatin1String(key),
                                        settings().value(QLatin1String(key), {}));
    }
    LineAuthors authors(*other.desk, *other.diff, other.project.settings);
    const ViewCommands views(ViewCommands::Parts{*other.desk, *other.commands, *other.shown,
                                                 *other.diff, authors, other.project.settings});
    QVERIFY(other.diff->isFolding());
    QVERIFY(other.diff->isWrapped());
    QVERIFY(other.shown->isUnified());
    QVERIFY(authors.isShown());
    QCOMPARE(other.shown->style(), (DiffStyle{DiffMode::Inline, true}));
    for (const char* name : {"foldLines", "wrapLines", "inline", "ignoreBlanks", "blame"}) {
        QVERIFY2(other.command(name).isChecked(), name);
    }
    QCOMPARE(other.command("unified").iconText(), QStringLiteral("Inline"));
}

QTEST_MAIN(TestViewCommands)
#include "tst_viewcommands.moc"
