#pragma once

#include "tests/gui/deskfixture.h"
#include "ui/review/asksheet.h"
#include "ui/review/changelist.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewnavigator.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/shownfile.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

/// A desk with what most parts of Review need: commands, the list, the file shown and the ways to
/// changes; without Review. The port changes src/reduce.cu and CMakeLists.txt, and not
/// notes.txt.
struct PartsFixture : DeskFixture
{
    std::unique_ptr<QWidget> window;
    QSplitter* column = nullptr; ///< the diff, and what goes below it
    QStackedWidget* below = nullptr;
    rocport::AskSheet* sheet = nullptr;
    rocport::ChangeList* list = nullptr;
    std::unique_ptr<rocport::ReviewCommands> commands;
    std::unique_ptr<rocport::ReviewQuestions> questions;
    std::unique_ptr<rocport::ShownFile> shown;
    std::unique_ptr<rocport::ReviewNavigator> navigator;

    explicit PartsFixture(const QByteArray& source = rocport::test::kReduce)
    {
        project.write(QStringLiteral("notes.txt"), "nothing to port\n");
        open(source);
        window = std::make_unique<QWidget>();
        column = new QSplitter(Qt::Vertical, window.get());
        diff = std::make_unique<rocport::DiffView>(project.provider, syntax, column);
        below = new QStackedWidget(column);
        sheet = new rocport::AskSheet(project.provider, below);
        below->addWidget(new QWidget(below));
        below->addWidget(sheet);
        commands = std::make_unique<rocport::ReviewCommands>(*desk, *window);
        questions = std::make_unique<rocport::ReviewQuestions>(*sheet, *below);
        list = new rocport::ChangeList(*desk, *commands, project.provider, window.get());
        shown = std::make_unique<rocport::ShownFile>(*desk, *diff);
        navigator =
            std::make_unique<rocport::ReviewNavigator>(*desk, *commands, *list, *shown, *questions);
        auto* layout = new QHBoxLayout(window.get());
        layout->addWidget(list);
        layout->addWidget(column, 1);
        window->resize(1300, 700);
        window->show();
        list->expandGroups();
        list->refresh();
        waitForWindow();
    }
    ~PartsFixture()
    {
        navigator.reset();
        shown.reset();
        questions.reset();
        diff.reset(); // before its parent
        window.reset();
    }
    Q_DISABLE_COPY_MOVE(PartsFixture)

    [[nodiscard]] QAction& command(const char* name) const
    {
        return commands->at(QLatin1String(name));
    }
    void run(const char* name) const { command(name).trigger(); }
    /// The change of src/reduce.cu that has a line of the original, as an index; -1: none.
    [[nodiscard]] int changeAt(int line) const { return desk->model().changeOfKey(keyAt(line)); }
    /// Goes to it and waits until its file is shown.
    void goTo(int line) const
    {
        navigator->goTo(changeAt(line));
        waitForFile(path());
    }
    void waitForFile(const rocport::RepoPath& file) const
    {
        QTRY_VERIFY_WITH_TIMEOUT(desk->loading().isEmpty() && desk->texts().path == file,
                                 kPatience);
        waitForLayout();
    }
    /// Until nothing is laid out on the pool.
    static void waitForLayout()
    {
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
    }
    /// A file without changes, which nothing reads ahead.
    static rocport::RepoPath notes() { return rocport::RepoPath("notes.txt"); }
    /// The first change of CMakeLists.txt.
    [[nodiscard]] int changeElsewhere() const
    {
        return desk->model().changesOfFile(rocport::RepoPath("CMakeLists.txt")).value(0, -1);
    }

private:
    void waitForWindow() const { QVERIFY(QTest::qWaitForWindowActive(window.get())); }
};
