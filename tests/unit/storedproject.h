#pragma once

#include "core/project/session/derivedstate.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"
#include "scanfixture.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace rocport::fixture {

constexpr int kPatience = 20000;

/// A project that is open with its file in a folder of its own, for a part of the session to stand
/// on: two files with four changes each, and a generated header that needs the first of them. There
/// is no repository behind it.
struct StoredProject
{
    QTemporaryDir folder;
    OpenProject project{folder.path()};
    QSignalSpy changed{&project, &OpenProject::stateChanged};
    QSignalSpy failed{&project, &OpenProject::failed};

    StoredProject()
    {
        project.post([path = file()](std::unique_ptr<ProjectFile>& file) {
            if (auto made = ProjectFile::create(path, meta())) {
                file = *std::move(made);
            }
        });
        ProjectState state;
        state.projectFile = file();
        state.meta = meta();
        state.repository.author = QStringLiteral("Ada Lovelace");
        state.scan = scan(2, 6);
        state.rawScan = state.scan;
        refreshIndex(state);
        fillCounts(state);
        project.startGeneration();
        project.setState(std::make_shared<const ProjectState>(std::move(state)));
    }

    [[nodiscard]] QString file() const
    {
        return folder.filePath(QStringLiteral("project.rocport"));
    }
    [[nodiscard]] const ProjectState& state() const { return *project.state(); }
    /// Key of a change; 0 is the generated header.
    [[nodiscard]] QByteArray key(int number) const { return state().scan->hunks[number].key; }
    /// Changes the state as nothing in the program does.
    void alter(const std::function<void(ProjectState&)>& change) { change(project.writable()); }
    /// Waits until what was written is in the file.
    void store()
    {
        QVERIFY(QTest::qWaitFor([this] { return project.isStored(); }, kPatience));
    }
    /// What the file says, read from outside once all is stored.
    template <typename T>
    [[nodiscard]] T stored(Result<T> (ProjectFile::*read)() const)
    {
        store();
        const auto opened = ProjectFile::open(file(), true);
        if (!opened) {
            qWarning("%s", qPrintable(opened.error().detail));
            return {};
        }
        const Result<T> value = ((**opened).*read)();
        return value ? *value : T();
    }
    /// The code of the newest failure that was told; Cancelled: none was.
    [[nodiscard]] ErrorCode failure() const
    {
        return failed.isEmpty() ? ErrorCode::Cancelled : failed.last()[0].value<Error>().code;
    }
};

} // namespace rocport::fixture
