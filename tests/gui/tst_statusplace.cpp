#include "tests/gui/windowfixture.h"
#include "ui/editor/keyrow.h"
#include "ui/review/findingspage.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/statusbar.h"

using namespace rocport;

/// What stands at the foot of the window about the text that is shown, and the way to all keys.
class StatusPlaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void saysWhereTheCaretIs();
    void goesWithTheText();
    void allShortcutsAreOneClickAway();

private:
    [[nodiscard]] StatusBar* status() const { return m_window->window().findChild<StatusBar*>(); }
    std::unique_ptr<WindowFixture> m_window;
};

void StatusPlaceTest::initTestCase()
{
    m_window = std::make_unique<WindowFixture>();
    m_window->project.write(QStringLiteral("k.cu"),
                            "#include <cuda_runtime.h>\r\nvoid f(int** p) {\r\n"
                            "  cudaMalloc(p, 4);\r\n}\r\n");
    m_window->open();
}

void StatusPlaceTest::cleanupTestCase()
{
    m_window.reset();
}

void StatusPlaceTest::saysWhereTheCaretIs()
{
    QVERIFY(status()->placeText().isEmpty());
    QVERIFY(status()->factsText().contains(QStringLiteral("rules")));
    m_window->showReview();
    auto* label = status()->findChild<TextLabel*>(QStringLiteral("statusPlace"));
    QTRY_VERIFY(label->isVisible());
    DiffEditor& left = m_window->review().diff().leftEditor();
    left.setFocus();
    // A view that comes in sight goes to its change once more: until then the caret is not ours.
    const auto told = [&] {
        int row = 0;
        int index = 0;
        QTest::keyClick(&left, Qt::Key_Home, Qt::ControlModifier);
        for (int step = 0; step < 8 && left.numberText(row) != QStringLiteral("2"); ++step) {
            QTest::keyClick(&left, Qt::Key_Down);
            left.getCursorPosition(&row, &index);
        }
        QTest::keyClick(&left, Qt::Key_End);
        QCoreApplication::processEvents();
        return status()->placeText() ==
               QStringLiteral("Ln 2, Col 18    Original    CUDA C++    UTF-8    CRLF");
    };
    QTRY_VERIFY2(told(), qPrintable(status()->placeText()));
    // Painted whole, at the right, in place of the facts about the project.
    QVERIFY(label->width() >= label->sizeHint().width());
    QVERIFY(label->mapTo(status(), QPoint(label->width(), 0)).x() <= status()->width());
    DiffEditor& right = m_window->review().diff().rightEditor();
    right.setFocus();
    right.setCursorPosition(0, 0);
    QTRY_VERIFY2(status()->placeText().contains(QStringLiteral("Port")),
                 qPrintable(status()->placeText()));
}

/// Another page and another area show no text, and nothing is said of one.
void StatusPlaceTest::goesWithTheText()
{
    m_window->showReview();
    QTRY_VERIFY(!status()->placeText().isEmpty());
    m_window->window().setCurrentArea(QStringLiteral("plan"));
    QTRY_VERIFY(status()->placeText().isEmpty());
    m_window->window().setCurrentArea(QStringLiteral("review"));
    QTRY_VERIFY(!status()->placeText().isEmpty());
    m_window->press("F");
    QTRY_VERIFY(status()->placeText().isEmpty());
    m_window->press("F");
    QTRY_VERIFY(!status()->placeText().isEmpty());
}

void StatusPlaceTest::allShortcutsAreOneClickAway()
{
    for (const char* area : {"review", "rules"}) {
        m_window->window().setCurrentArea(QString::fromLatin1(area));
        KeyButton* button = nullptr;
        const auto visible = [&] {
            const auto all =
                m_window->window().findChildren<KeyButton*>(QStringLiteral("allShortcuts"));
            for (KeyButton* one : all) {
                button = one->isVisible() ? one : button;
            }
            return button != nullptr;
        };
        QTRY_VERIFY2(visible(), area);
        if (button == nullptr) {
            return;
        }
        QVERIFY(button->accessibleName().startsWith(QStringLiteral("All shortcuts")));
        // It keeps its place where the other keys have none.
        const QSize before = m_window->window().size();
        m_window->window().resize(1120, 700);
        QTRY_COMPARE(m_window->window().width(), 1120);
        QVERIFY(button->isVisible());
        QTRY_VERIFY2(button->width() >= button->sizeHint().width(), area);
        m_window->window().resize(before);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(m_window->window().findChild<ShortcutsDialog*>() != nullptr);
        auto* dialog = m_window->window().findChild<ShortcutsDialog*>();
        QTRY_VERIFY(dialog->isVisible());
        dialog->close();
        QTRY_VERIFY(m_window->window().findChild<ShortcutsDialog*>() == nullptr);
    }
}

QTEST_MAIN(StatusPlaceTest)
#include "tst_statusplace.moc"
