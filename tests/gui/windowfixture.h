#pragma once

#include "app/window/assemble.h"
#include "tests/gui/fakeremote.h"
#include "tests/gui/reviewfixture.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"

#include <QMessageBox>
#include <QPushButton>

/// The whole window, put together as the program does it, over a repository and a fake service.
struct WindowFixture
{
    ReviewFixture project;
    rocport::test::FakeRemote remote;
    std::unique_ptr<rocport::Assembly> assembly;

    /// Call after the files are written.
    void open()
    {
        project.commitAll();
        openCommitted();
    }

    /// The same over a folder that is a repository already.
    void openCommitted()
    {
        project.trustPacks();
        project.open();
        remote.now->projectOpen = true;
        assembly = std::make_unique<rocport::Assembly>(*project.session, remote, project.provider,
                                                       project.settings);
        window().resize(1440, 900);
        window().show();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
    }

    [[nodiscard]] rocport::MainWindow& window() const { return assembly->window(); }
    [[nodiscard]] rocport::ReviewArea& review() const { return assembly->review(); }
    [[nodiscard]] const rocport::ProjectState& state() const { return *project.session->state(); }

    /// Review with its first file, ready for keys.
    void showReview() const
    {
        window().setCurrentArea(QStringLiteral("review"));
        QTRY_VERIFY(!review().diff().isEmpty());
        QTRY_VERIFY(review().diff().current() >= 0);
        review().diff().focusText();
    }

    void press(const char* keys) const
    {
        QTest::keySequence(&window(), QKeySequence(QLatin1String(keys)));
    }

    /// The question that stands in the window; null: none.
    [[nodiscard]] QMessageBox* question(const char* name) const
    {
        const QWidgetList all = QApplication::topLevelWidgets();
        for (QWidget* widget : all) {
            if (widget->objectName() == QLatin1String(name) && widget->isVisible()) {
                return qobject_cast<QMessageBox*>(widget);
            }
        }
        return nullptr;
    }
};
