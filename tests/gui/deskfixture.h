#pragma once

#include "core/base/whendone.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/reviewfixture.h"
#include "tests/support/reducesource.h"
#include "ui/editor/syntaxstyler.h"
#include "ui/review/difffiles.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"

#include <functional>

/// A ReviewDesk over src/reduce.cu of a small port, kept up to date as Review does it, and without
/// Review: what one of its parts needs to be tested by itself.
struct DeskFixture
{
    ReviewFixture project;
    std::unique_ptr<rocport::ReviewDesk> desk;
    rocport::SyntaxRepository syntax;
    std::unique_ptr<rocport::DiffView> diff; ///< null until showFile()
    QStringList said;                        ///< sentences for the status bar
    QStringList problems;                    ///< titles of what failed
    int solved = 0;                          ///< how often a problem was dropped

    static constexpr int kPatience = 20000; ///< ms, also for a busy machine

    void open(const QByteArray& source = rocport::test::kReduce)
    {
        project.write(QStringLiteral("CMakeLists.txt"),
                      "project(demo LANGUAGES CXX CUDA)\nadd_library(demo src/reduce.cu)\n");
        project.write(QStringLiteral("src/reduce.cu"), source);
        project.commitAll();
        project.open();
        waitForTasks();
        desk = std::make_unique<rocport::ReviewDesk>(*project.session);
        QObject::connect(project.session.get(), &rocport::ProjectSession::stateChanged, desk.get(),
                         [this] { follow(); });
        QObject::connect(desk.get(), &rocport::ReviewDesk::said, desk.get(),
                         [this](const QString& sentence) { said.append(sentence); });
        QObject::connect(desk.get(), &rocport::ReviewDesk::problemFound, desk.get(),
                         [this](const QString& title) { problems.append(title); });
        QObject::connect(desk.get(), &rocport::ReviewDesk::problemGone, desk.get(),
                         [this] { ++solved; });
        follow();
    }

    [[nodiscard]] std::shared_ptr<const rocport::ProjectState> state() const
    {
        return project.session->state();
    }
    [[nodiscard]] rocport::DecisionKind kind(const QByteArray& key) const
    {
        return state()->decisions.kind(key);
    }
    /// The change of src/reduce.cu that has a line of the original; empty: none has.
    [[nodiscard]] QByteArray keyAt(int line) const
    {
        for (const rocport::Hunk& hunk : state()->scan->hunks) {
            if (hunk.targetPath == path() && hunk.firstLine <= line && hunk.lastLine >= line) {
                return hunk.key;
            }
        }
        return {};
    }
    /// Makes it the current one; its key.
    QByteArray choose(int line) const
    {
        QByteArray key = keyAt(line);
        desk->setCurrent(desk->model().changeOfKey(key));
        if (diff) {
            const auto& changes = diff->scene().layout.changes;
            for (int i = 0; i < changes.size(); ++i) {
                if (changes[i].key == key) {
                    diff->setCurrent(i);
                }
            }
        }
        return key;
    }
    /// The desk shows the session's state with something else in it. Its model stays.
    void alter(const std::function<void(rocport::ProjectState&)>& change) const
    {
        auto altered = std::make_shared<rocport::ProjectState>(*state());
        change(*altered);
        desk->setState(altered);
    }
    /// Commands of parts that are not here; they do nothing.
    static void addStandIns(rocport::ReviewCommands& commands, rocport::ReviewCommands::Names names)
    {
        for (const char* name : names) {
            commands.add(QLatin1String(name), QLatin1String(name), {}, {}, [] {});
        }
    }
    static rocport::RepoPath path() { return rocport::RepoPath("src/reduce.cu"); }

    /// Reads the file and shows it side by side.
    void showFile()
    {
        rocport::DiffFiles files(*project.session);
        rocport::DiffFiles::Loaded loaded;
        files.load({path(), desk->decisionsOf(path()), {}},
                   [&loaded](const rocport::DiffFiles::Loaded& file) { loaded = file; });
        QTRY_VERIFY_WITH_TIMEOUT(loaded != nullptr, kPatience);
        QVERIFY(loaded->ok());
        const rocport::DiffFile& file = **loaded;
        desk->setTexts(file.texts);
        if (!diff) {
            diff = std::make_unique<rocport::DiffView>(project.provider, syntax);
            diff->resize(1200, 600);
            diff->show();
            QVERIFY(QTest::qWaitForWindowActive(diff.get()));
        }
        diff->setScene(file.layout, file.madeFor,
                       QVector<rocport::DiffScene::Info>(file.layout.changes.size()), -1, false);
    }

    void waitForTasks() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(project.session->tasks().running().isEmpty(), kPatience);
    }

private:
    void follow()
    {
        const auto before = desk->state();
        const auto now = project.session->state();
        if (!before || !now || before->scan != now->scan) {
            desk->setCurrent(-1);
        }
        desk->setState(now);
        desk->model().setState(now);
    }
};
