#include "ui/theme/findbar.h"

#include "core/base/wording.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QShortcut>

namespace rocport {

namespace {

constexpr int kMaxQuery = 1000;

} // namespace

FindBar::FindBar(ThemeProvider& provider, const QString& name, const QString& placeholder,
                 QWidget* parent)
    : PanelHeader(provider, 36, &ThemeColours::window, parent),
      m_name(name),
      m_field(new SearchField(provider, placeholder, {}, Glyph::Search, this)),
      m_count(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this))
{
    setObjectName(name + QStringLiteral("Bar"));
    setAccessibleName(placeholder);
    row()->setSpacing(8);
    m_field->setObjectName(name + QStringLiteral("Field"));
    m_field->setMaxLength(kMaxQuery);
    m_field->installEventFilter(this);
    m_field->setMinimumWidth(provider.theme().scaled(160));
    row()->addWidget(m_field, 1);
    m_case = addToggle(tr("Aa"), QStringLiteral("Case"), tr("Match case"), QStringLiteral("Alt+C"));
    m_word =
        addToggle(tr("Word"), QStringLiteral("Word"), tr("Whole words"), QStringLiteral("Alt+W"));
    m_expression = addToggle(QStringLiteral(".*"), QStringLiteral("Expression"),
                             tr("Regular expression"), QStringLiteral("Alt+R"));
    m_count->setObjectName(name + QStringLiteral("Count"));
    row()->addWidget(m_count);
    m_previous = addButton(tr("Previous"), QStringLiteral("Previous"),
                           tr("Previous match (Shift+Enter, Shift+F3)"));
    m_next = addButton(tr("Next"), QStringLiteral("Next"), tr("Next match (Enter, F3)"));
    QPushButton* close = addButton(tr("Close"), QStringLiteral("Close"), tr("Close (Esc)"));
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::queryChanged);
    connect(m_field, &SearchField::downPressed, this, &FindBar::downPressed);
    connect(m_previous, &QPushButton::clicked, this, [this] { Q_EMIT stepRequested(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { Q_EMIT stepRequested(1); });
    connect(close, &QPushButton::clicked, this, &FindBar::closeRequested);
}

QPushButton* FindBar::addToggle(const QString& text, const QString& name, const QString& meaning,
                                const QString& key)
{
    QPushButton* toggle = addButton(text, name, tr("%1 (%2)").arg(meaning, key));
    toggle->setAccessibleName(meaning);
    toggle->setCheckable(true);
    auto* shortcut = new QShortcut(QKeySequence(key), this);
    shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    shortcut->setProperty("meaning", meaning); // for the list of keys
    connect(shortcut, &QShortcut::activated, toggle, &QPushButton::toggle);
    connect(toggle, &QPushButton::toggled, this, &FindBar::queryChanged);
    return toggle;
}

QPushButton* FindBar::addButton(const QString& text, const QString& name, const QString& toolTip)
{
    auto* button = makeButton(text, ButtonKind::Normal, this);
    button->setObjectName(m_name + name);
    button->setToolTip(toolTip);
    button->setProperty("compact", true);
    row()->addWidget(button);
    return button;
}

TextQuery FindBar::query() const
{
    return {m_field->text(), m_case->isChecked(), m_word->isChecked(), m_expression->isChecked()};
}

void FindBar::open(const QString& text)
{
    show();
    if (!text.isEmpty()) {
        m_field->setText(text.left(kMaxQuery));
    }
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FindBar::setCount(const QString& text)
{
    m_count->setColour(&ThemeColours::text2);
    m_count->setText(text);
    m_count->setAccessibleName(text);
}

QString FindBar::leftOutText(qint64 lines)
{
    return lines == 0 ? QString()
                      : tr("; %1 too long for this expression")
                            .arg(counted(lines, tr("line is"), tr("lines are")));
}

void FindBar::setProblem(const QString& why)
{
    const QString sentence = tr("The expression is not valid: %1.").arg(why);
    m_count->setColour(&ThemeColours::crit);
    m_count->setText(sentence);
    m_count->setAccessibleName(sentence);
}

void FindBar::hideSteps()
{
    m_previous->hide();
    m_next->hide();
}

bool FindBar::isLetter(const QKeyEvent& event)
{
    const bool command =
        event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    return !command && !event.text().isEmpty() && event.text().front().isPrint();
}

bool FindBar::takeLetter(QKeyEvent& event)
{
    if (!isLetter(event) || m_field->hasFocus()) {
        return false;
    }
    m_field->setFocus(Qt::OtherFocusReason);
    m_field->end(false);
    m_field->insert(event.text());
    return true;
}

bool FindBar::event(QEvent* event)
{
    // Before a shortcut of the area around takes it.
    if (event->type() == QEvent::ShortcutOverride && isLetter(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return PanelHeader::event(event);
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closeRequested();
        return;
    }
    if (!takeLetter(*event)) {
        PanelHeader::keyPressEvent(event);
    }
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape) {
            Q_EMIT closeRequested();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            const bool back = key->modifiers().testFlag(Qt::ShiftModifier);
            if (key->modifiers() & Qt::ControlModifier) {
                return false;
            }
            Q_EMIT stepRequested(back ? -1 : 1);
            return true;
        }
    }
    return PanelHeader::eventFilter(watched, event);
}

} // namespace rocport
