// Preferences through the window: looks, programs, and keys that the user chooses.
#include "tests/gui/windowfixture.h"
#include "ui/shell/keyspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/preferencesdialog.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>

using namespace rocport;

class TestPreferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void looksHoldAtOnce();
    void aCommandThatCannotBeReadIsNotKept();
    void aKeyIsChangedAndReset();
    void aKeyOfACommandThatMoved();
    void aKeyOfAnotherCommandIsSaidAndTaken();
    void areasHideKeysOfEverywhere();
    void vimKeys();
    void choiceSurvivesARestart();
    void keysOfListsStay();

private:
    template <typename T>
    T* part(const char* name) const
    {
        return m_window->window().findChild<T*>(QLatin1String(name));
    }
    PreferencesDialog* open(PreferencesDialog::Page page) const
    {
        m_window->press("Ctrl+,");
        auto* dialog = part<PreferencesDialog>("preferences");
        if (dialog != nullptr) {
            dialog->setPage(page);
        }
        return dialog;
    }
    void close() const
    {
        QTest::mouseClick(part<QPushButton>("preferencesClose"), Qt::LeftButton);
        QTRY_VERIFY(part<PreferencesDialog>("preferences") == nullptr);
        m_window->window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_window->window()));
    }
    /// Presses a key where the dialog waits for one.
    void give(const char* command, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QVERIFY(part<KeysPage>("keysPage")->choose(QLatin1String(command)));
        QTest::mouseClick(part<QPushButton>("keyChange"), Qt::LeftButton);
        auto* catcher = part<QLineEdit>("keyCatcher");
        QVERIFY(catcher->isVisible());
        QTest::keyClick(catcher, key, modifiers);
        QTRY_VERIFY(!catcher->isVisible());
    }
    [[nodiscard]] QAction& command(const char* name) const
    {
        return *m_window->review().command(QLatin1String(name));
    }
    /// Keys under ?, by text.
    [[nodiscard]] QString listed(const QString& text) const
    {
        for (const ShortcutSection& section : m_window->window().shortcutSections()) {
            for (const ShortcutLine& line : section.lines) {
                if (line.text == text) {
                    return line.keys;
                }
            }
        }
        return {};
    }
    [[nodiscard]] QByteArray current() const { return m_window->review().currentKey(); }
    /// By its place in the list.
    [[nodiscard]] QByteArray keyOf(qsizetype position) const
    {
        const ReviewModel& model = m_window->review().model();
        return model.changes()[model.changeAt(static_cast<int>(position))].hunk->key;
    }
    void typed(const char* letters) const
    {
        for (const char* letter = letters; *letter != 0; ++letter) {
            QTest::keyClick(QApplication::focusWidget(), *letter);
        }
    }
    void keep(QWidget& widget, const char* name) const
    {
        const QString folder = qEnvironmentVariable("ROCPORT_SHOTS");
        if (folder.isEmpty()) {
            return;
        }
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_window->project.provider.setChoice(choice);
            QTest::qWait(200);
            widget.grab().save(QStringLiteral("%1/%2-%3.png")
                                   .arg(folder, QLatin1String(name),
                                        choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                                                    : QStringLiteral("light")));
        }
    }

    std::unique_ptr<WindowFixture> m_window;
};

void TestPreferences::init()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.copySample();
    m_window->open();
    m_window->showReview();
}

void TestPreferences::cleanup()
{
    m_window.reset();
}

void TestPreferences::looksHoldAtOnce()
{
    PreferencesDialog* dialog = open(PreferencesDialog::LooksPage);
    QVERIFY(dialog && dialog->isVisible());
    keep(*dialog, "preferences-looks");
    ThemeProvider& provider = m_window->project.provider;
    dialog->findChild<QComboBox*>(QStringLiteral("preferencesTheme"))->setCurrentIndex(2);
    QVERIFY(provider.theme().dark);
    const int row = m_window->review().diff().leftEditor().rowHeight();
    const int label = provider.theme().lineHeight(TextStep::Body);
    auto* size = dialog->findChild<QComboBox*>(QStringLiteral("preferencesCode"));
    QTest::keyClick(size, Qt::Key_Down);
    QTest::keyClick(size, Qt::Key_Down);
    QTest::keyClick(size, Qt::Key_Down);
    QCOMPARE(size->currentText(), QStringLiteral("150 %"));
    QVERIFY(m_window->review().diff().leftEditor().rowHeight() > row);
    QCOMPARE(provider.theme().lineHeight(TextStep::Body), label); // only code
    QCOMPARE(m_window->project.settings.value(QStringLiteral("theme/code-percent"), {}).toInt(),
             150);
    keep(m_window->window(), "code-150");
    close();
}

void TestPreferences::aCommandThatCannotBeReadIsNotKept()
{
    PreferencesDialog* dialog = open(PreferencesDialog::ProgramsPage);
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("editor/command"));
    const auto kept = [this] {
        return m_window->project.settings.value(QStringLiteral("editor/command"), {}).toString();
    };
    field->setFocus();
    field->setText(QStringLiteral("code --goto '{file}:{line}'"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(kept(), QStringLiteral("code --goto '{file}:{line}'"));
    field->setText(QStringLiteral("code '"));
    QTest::keyClick(field, Qt::Key_Return);
    keep(*dialog, "preferences-programs");
    QCOMPARE(kept(), QStringLiteral("code --goto '{file}:{line}'"));
    field->clear();
    close();
    QVERIFY(kept().isEmpty());
}

void TestPreferences::aKeyIsChangedAndReset()
{
    const QByteArray first = current();
    QCOMPARE(listed(QStringLiteral("Next change")), QStringLiteral("n"));
    PreferencesDialog* dialog = open(PreferencesDialog::KeysPageIndex);
    give("review.next", Qt::Key_Y);
    keep(*dialog, "preferences-keys");
    QVERIFY(part<QLabel>("keyText")->text().contains(QLatin1String("Without your choice: n")));
    close();
    QCOMPARE(listed(QStringLiteral("Next change")), QStringLiteral("y"));
    m_window->review().diff().focusText();
    typed("n");
    QCOMPARE(current(), first);
    typed("y");
    QTRY_VERIFY(current() != first);
    // What names keys follows: the row at the foot.
    QVERIFY(command("next").toolTip().endsWith(QLatin1String("(y)")));
    open(PreferencesDialog::KeysPageIndex);
    QVERIFY(part<KeysPage>("keysPage")->choose(QStringLiteral("review.next")));
    QTest::mouseClick(part<QPushButton>("keyReset"), Qt::LeftButton);
    close();
    QCOMPARE(listed(QStringLiteral("Next change")), QStringLiteral("n"));
    QVERIFY(
        !m_window->project.settings.value(QStringLiteral("keys/map/review.next"), {}).isValid());
}

/// A command that went to another area keeps the key that the user gave it.
void TestPreferences::aKeyOfACommandThatMoved()
{
    UiSettings& settings = m_window->project.settings;
    settings.setValue(QStringLiteral("keys/map/window.tick-step"), QStringLiteral("Ctrl+J"));
    const KeyMap map(settings);
    QCOMPARE(settings.value(QStringLiteral("keys/map/plan.tick-step")).toString(),
             QStringLiteral("Ctrl+J"));
    QVERIFY(!settings.value(QStringLiteral("keys/map/window.tick-step")).isValid());
}

void TestPreferences::aKeyOfAnotherCommandIsSaidAndTaken()
{
    PreferencesDialog* dialog = open(PreferencesDialog::KeysPageIndex);
    give("review.next", Qt::Key_E);
    // Nothing is changed before the user says so.
    QVERIFY(part<QLabel>("keyText")->text().contains(QStringLiteral("“Edit change”")));
    QCOMPARE(firstKey(command("edit")), QStringLiteral("e"));
    QCOMPARE(firstKey(command("next")), QStringLiteral("n"));
    auto* take = part<QPushButton>("keyTake");
    QVERIFY(take->isVisible());
    keep(*dialog, "preferences-conflict");
    QTest::mouseClick(take, Qt::LeftButton);
    QCOMPARE(firstKey(command("next")), QStringLiteral("e"));
    QVERIFY(firstKey(command("edit")).isEmpty());
    // The findings' page has its own e: both never act at the same time.
    QCOMPARE(firstKey(command("writeForFinding")), QStringLiteral("e"));
    const auto answer = [&](const char* text) {
        QTest::mouseClick(part<QPushButton>("keysResetAll"), Qt::LeftButton);
        auto* box = part<QMessageBox>("confirmResetKeys");
        QVERIFY(box->isVisible());
        QVERIFY2(box->text().contains(QStringLiteral("2 commands")) ||
                     box->informativeText().contains(QStringLiteral("2 commands")),
                 qPrintable(box->text()));
        const auto buttons = box->buttons();
        for (QAbstractButton* button : buttons) {
            if (button->text() == QLatin1StringView(text)) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
    };
    answer("Cancel");
    QCOMPARE(firstKey(command("next")), QStringLiteral("e"));
    QTRY_VERIFY(dialog->findChild<QMessageBox*>(QStringLiteral("confirmResetKeys")) == nullptr);
    answer("Reset");
    QCOMPARE(firstKey(command("next")), QStringLiteral("n"));
    QCOMPARE(firstKey(command("edit")), QStringLiteral("e"));
    close();
}

void TestPreferences::areasHideKeysOfEverywhere()
{
    open(PreferencesDialog::KeysPageIndex);
    give("window.rescan", Qt::Key_A);
    QVERIFY2(part<QLabel>("keyText")->text().contains(QStringLiteral("“Accept change” (Review)")),
             qPrintable(part<QLabel>("keyText")->text()));
    close();
    const QAction* rescan = m_window->window().command(QStringLiteral("rescan"));
    QVERIFY(rescan->shortcuts().isEmpty()); // Review has it
    m_window->review().diff().focusText();
    const QByteArray key = current();
    typed("a");
    QCOMPARE(m_window->state().decisions.kind(key), DecisionKind::Accepted);
    m_window->window().setCurrentArea(QStringLiteral("plan"));
    QCOMPARE(keysText(*rescan), QStringLiteral("a"));
}

void TestPreferences::vimKeys()
{
    PreferencesDialog* dialog = open(PreferencesDialog::KeysPageIndex);
    dialog->findChild<QComboBox*>(QStringLiteral("keySet"))->setCurrentIndex(1);
    keep(*dialog, "preferences-vim");
    close();
    m_window->review().diff().focusText();
    typed("gg");
    QTRY_COMPARE(current(), keyOf(0));
    const QByteArray first = current();
    typed("j");
    QTRY_VERIFY(current() != first);
    typed("k");
    QTRY_COMPARE(current(), first);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_G, Qt::ShiftModifier);
    QTRY_COMPARE(current(), keyOf(m_window->review().model().changes().size() - 1));
    QCOMPARE(listed(QStringLiteral("First change")), QStringLiteral("gg"));
    QVERIFY(!m_window->window().shortcutSections().isEmpty());
    // Lists of other areas go down and up.
    m_window->window().setCurrentArea(QStringLiteral("rules"));
    QCOMPARE(listed(QStringLiteral("Next rule used here")), QStringLiteral("j n"));
}

void TestPreferences::choiceSurvivesARestart()
{
    open(PreferencesDialog::KeysPageIndex);
    give("review.next", Qt::Key_F7);
    QVERIFY(part<KeysPage>("keysPage")->choose(QStringLiteral("review.previous")));
    QTest::mouseClick(part<QPushButton>("keyNone"), Qt::LeftButton);
    close();
    m_window->assembly =
        std::make_unique<Assembly>(*m_window->project.session, m_window->remote,
                                   m_window->project.provider, m_window->project.settings);
    QCOMPARE(firstKey(command("next")), QStringLiteral("F7"));
    QVERIFY(firstKey(command("previous")).isEmpty());
    QCOMPARE(firstKey(command("accept")), QStringLiteral("a"));
}

void TestPreferences::keysOfListsStay()
{
    open(PreferencesDialog::KeysPageIndex);
    QVERIFY(part<KeysPage>("keysPage")->choose(QStringLiteral("rules.ruleChanges")));
    QVERIFY(!part<QPushButton>("keyChange")->isEnabled());
    QVERIFY(part<QLabel>("keyText")->text().contains(QLatin1String("belong to the list")));
    // Esc gives up and changes nothing; keys that lists need are refused.
    QVERIFY(part<KeysPage>("keysPage")->choose(QStringLiteral("review.next")));
    QTest::mouseClick(part<QPushButton>("keyChange"), Qt::LeftButton);
    auto* catcher = part<QLineEdit>("keyCatcher");
    QTest::keyClick(catcher, Qt::Key_Down);
    QVERIFY(part<QLabel>("keyText")->text().contains(QLatin1String("need this key themselves")));
    QTest::keyClick(catcher, Qt::Key_Escape);
    QVERIFY(!catcher->isVisible());
    QVERIFY(part<PreferencesDialog>("preferences")->isVisible());
    QCOMPARE(firstKey(command("next")), QStringLiteral("n"));
    close();
}

QTEST_MAIN(TestPreferences)
#include "tst_preferences.moc"
