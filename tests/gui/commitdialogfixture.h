#pragma once

#include "core/project/session/projectdecisions.h"
#include "core/project/session/projectscanner.h"
#include "core/project/session/projecttasks.h"
#include "tests/gui/reviewfixture.h"
#include "tests/support/isolatehome.h"
#include "tests/support/reducesource.h"
#include "ui/review/checkoutbanner.h"
#include "ui/review/commitdialog.h"
#include "ui/review/reviewarea.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

namespace rocport::test {

inline QString text(const char* latin)
{
    return QString::fromUtf8(latin);
}

/// Review with a port of one kernel, and its commit dialog by keys and mouse.
class CommitDialogFixture
{
public:
    CommitDialogFixture() = default;
    Q_DISABLE_COPY_MOVE(CommitDialogFixture)

protected:
    ~CommitDialogFixture() = default;
    void isolate() { isolateHome(m_home.path()); }
    void start()
    {
        m_fixture = std::make_unique<ReviewFixture>();
        m_fixture->write(text("CMakeLists.txt"),
                         "project(demo LANGUAGES CXX CUDA)\nadd_library(demo src/reduce.cu)\n");
        m_fixture->write(text("src/reduce.cu"), kReduce);
        m_fixture->commitAll();
        m_fixture->open();
        waitForTasks();
        m_area = std::make_unique<ReviewArea>(*m_fixture->session, m_fixture->provider,
                                              m_fixture->settings);
        m_area->resize(1384, 830);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    }
    void stop()
    {
        m_area.reset();
        m_fixture.reset();
        m_dialog = nullptr;
    }
    [[nodiscard]] std::shared_ptr<const ProjectState> state() const
    {
        return m_fixture->session->state();
    }
    QByteArray git(const QStringList& arguments) const
    {
        QProcess process;
        process.setWorkingDirectory(m_fixture->folder.path());
        process.start(text("git"), arguments);
        process.waitForFinished(20000);
        return process.readAllStandardOutput().trimmed();
    }
    [[nodiscard]] QByteArray log(const char* format) const
    {
        return git({text("log"), text("--format=%1").arg(QLatin1String(format)),
                    text("main..") + state()->meta.portBranch});
    }
    [[nodiscard]] QVector<QByteArray> keysOf(Phase phase) const
    {
        QVector<QByteArray> keys;
        for (const Hunk& hunk : state()->scan->hunks) {
            if (hunk.phase == phase) {
                keys.append(hunk.key);
            }
        }
        return keys;
    }
    void accept(QVector<QByteArray> keys) const
    {
        keys.removeIf([this](const QByteArray& key) { return state()->isCommitted(key); });
        QVERIFY(m_fixture->session->decisions().decide(keys, DecisionKind::Accepted, text("some"),
                                                       {}, text("test")));
    }
    void acceptAll() const
    {
        accept(keysOf(Phase::Translation));
        accept(keysOf(Phase::Wavefront));
    }
    void waitForTasks() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->tasks().running().isEmpty(), 20000);
    }
    /// Opens the dialog as a user does.
    void open()
    {
        m_area->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
        QTest::keySequence(m_area.get(), QKeySequence(text("Ctrl+Return")));
        m_dialog = m_area->findChild<CommitDialog*>();
        QVERIFY(m_dialog);
        QVERIFY(QTest::qWaitForWindowActive(m_dialog));
        settle();
    }
    /// Waits until what is shown is of the choices of now.
    void settle() const { QTRY_VERIFY(child<QTreeWidget>("commitFiles")->topLevelItemCount() > 0); }
    template <typename Widget>
    [[nodiscard]] Widget* child(const char* name) const
    {
        auto* found = m_dialog->findChild<Widget*>(QLatin1String(name));
        if (found == nullptr) {
            qFatal("no %s", name);
        }
        return found;
    }
    [[nodiscard]] QPushButton* commitButton() const { return child<QPushButton>("commitNow"); }
    [[nodiscard]] QTreeWidgetItem* phaseItem(Phase phase) const
    {
        auto* tree = child<QTreeWidget>("commitFiles");
        for (int i = 0; i < tree->topLevelItemCount(); ++i) {
            if (tree->topLevelItem(i)->text(0).startsWith(QString::number(int(phase)))) {
                return tree->topLevelItem(i);
            }
        }
        return nullptr;
    }
    void choosePhase(Phase phase) const
    {
        auto* tree = child<QTreeWidget>("commitFiles");
        QTRY_VERIFY(phaseItem(phase) != nullptr);
        tree->scrollToItem(phaseItem(phase));
        const QRect rect = tree->visualItemRect(phaseItem(phase));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, rect.center());
        QCOMPARE(tree->currentItem(), phaseItem(phase));
    }
    /// Chooses an entry of "how the phase is committed" by its first word, with keys.
    void chooseForm(const char* word) const
    {
        auto* form = child<QComboBox>("commitForm");
        form->setFocus();
        int wanted = -1;
        for (int i = 0; i < form->count(); ++i) {
            wanted = form->itemText(i).startsWith(QLatin1String(word)) ? i : wanted;
        }
        QVERIFY2(wanted >= 0, word);
        // With one entry there is nothing to move to: it is chosen from the list.
        QTest::keyClick(form, Qt::Key_Home);
        for (int i = 0; i < wanted; ++i) {
            QTest::keyClick(form, Qt::Key_Down);
        }
        QTRY_VERIFY(commitButton()->isEnabled());
        QVERIFY(child<QComboBox>("commitForm")->currentText().startsWith(QLatin1String(word)));
    }
    void replaceText(QWidget* field, const char* words) const
    {
        field->setFocus();
        QTest::keySequence(field, QKeySequence(QKeySequence::SelectAll));
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, QLatin1String(words));
    }
    void commitByKey() const
    {
        QTRY_VERIFY(commitButton()->isEnabled());
        const qsizetype before = state()->commits.size();
        QTest::keySequence(m_dialog, QKeySequence(text("Ctrl+Return")));
        QTRY_VERIFY_WITH_TIMEOUT(state()->commits.size() > before, 20000);
        waitForTasks();
    }
    void closeDialog()
    {
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QTRY_VERIFY(m_area->findChild<CommitDialog*>() == nullptr);
        m_dialog = nullptr;
    }
    [[nodiscard]] QStringList labels() const
    {
        QStringList texts;
        for (const QLabel* label : m_dialog->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                texts.append(label->text());
            }
        }
        return texts;
    }
    [[nodiscard]] QPushButton* button(const char* words) const
    {
        for (QPushButton* found : m_dialog->findChildren<QPushButton*>()) {
            if (found->isVisible() && found->text() == QLatin1String(words)) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QByteArray numstat(const QByteArray& commit) const
    {
        return git(
            {text("show"), text("--numstat"), text("--format="), QString::fromLatin1(commit)});
    }
    /// For people, where ROCPORT_SCREENSHOTS names a folder.
    static void picture(QWidget& widget, const char* name)
    {
        const QString folder = qEnvironmentVariable("ROCPORT_SCREENSHOTS");
        if (!folder.isEmpty()) {
            widget.grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name)));
        }
    }
    [[nodiscard]] CheckoutBanner* banner() const { return m_area->findChild<CheckoutBanner*>(); }
    void rescan() const
    {
        m_fixture->session->scanner().rescan();
        waitForTasks();
    }

    QTemporaryDir m_home;
    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<ReviewArea> m_area;
    CommitDialog* m_dialog = nullptr;
};

} // namespace rocport::test
