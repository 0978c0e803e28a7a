#pragma once

#include "core/project/session/projecttasks.h"
#include "tests/gui/reviewfixture.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"

#include <QSignalSpy>

namespace rocport {

/// The review of one kernel, src/reduce.cu, whose changes at lines 7 and 12 have guards; moved by
/// keys.
class GuardReview
{
protected:
    static constexpr int kPatience = 20000; ///< ms, also for a busy machine

    void openProject(const QByteArray& source)
    {
        m_fixture = std::make_unique<ReviewFixture>();
        m_fixture->write(QStringLiteral("CMakeLists.txt"),
                         "project(demo LANGUAGES CXX CUDA)\nadd_library(demo src/reduce.cu)\n");
        m_fixture->write(QStringLiteral("src/reduce.cu"), source);
        m_fixture->commitAll();
        m_fixture->open();
        waitForTasks();
        openArea();
    }
    void openArea()
    {
        m_area = std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider,
                                              m_fixture->settings);
        m_area->resize(1384, 830);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
        show(keyAt(7));
    }
    void close()
    {
        m_area.reset();
        m_fixture.reset();
    }

    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_fixture->session->state();
    }
    [[nodiscard]] QByteArray keyAt(int line) const
    {
        for (const Hunk& hunk : state()->scan->hunks) {
            if (hunk.targetPath == RepoPath("src/reduce.cu") && hunk.firstLine <= line &&
                hunk.lastLine >= line) {
                return hunk.key;
            }
        }
        return {};
    }
    /// Keys act on what is shown only.
    void waitForShown() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_area || m_area->currentKey().isEmpty() || m_area->showsCurrent(), kPatience);
    }
    void waitForTasks() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->tasks().running().isEmpty(), kPatience);
        waitForShown();
    }
    void show(const QByteArray& key) const
    {
        m_area->goToChange(key);
        QTRY_VERIFY_WITH_TIMEOUT(m_area->currentKey() == key && m_area->showsCurrent(), kPatience);
        m_area->diff().focusText();
    }
    /// A key, at once.
    void press(const char* key) const
    {
        QTest::keySequence(m_area.get(), QKeySequence(QLatin1String(key)));
    }
    /// A key that changes a guard, until what it did is said and shown.
    void pressWidth(const char* key) const
    {
        waitForShown();
        const QSignalSpy said(m_area.get(), &ReviewArea::said);
        press(key);
        QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), kPatience);
        waitForTasks();
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
};

} // namespace rocport
