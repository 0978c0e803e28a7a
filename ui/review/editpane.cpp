#include "ui/review/editpane.h"

#include "ui/editor/editorfont.h"
#include "ui/editor/hiddentext.h"
#include "ui/editor/qsci.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace rocport {

using Sci = QsciScintillaBase;

EditPane::EditPane(ThemeProvider& provider, SyntaxRepository& syntax, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_syntax(syntax),
      m_editor(new QsciScintilla(this)),
      m_lexer(new DiffLexer(syntax, *this, this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::warn, this)),
      m_reason(new QLineEdit(this)),
      m_save(makeButton(tr("Save"), ButtonKind::Normal, this)),
      m_discard(makeButton(tr("Discard draft"), ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("editPane"));
    m_editor->setObjectName(QStringLiteral("editText"));
    m_editor->setUtf8(true);
    showHiddenCharacters(*m_editor);
    m_editor->setFrameShape(QFrame::NoFrame);
    m_editor->setProperty("field", true); // the pane's border says where the focus is
    m_editor->setAccessibleName(tr("Edit the proposed lines"));
    m_editor->setTabWidth(4);
    m_editor->setIndentationsUseTabs(false);
    m_editor->setAutoIndent(true);
    m_editor->setEolMode(QsciScintilla::EolUnix);
    m_editor->setLexer(m_lexer);
    for (int margin = 0; margin < 5; ++margin) {
        m_editor->setMarginWidth(margin, 0);
    }
    m_editor->SendScintilla(Sci::SCI_SETSCROLLWIDTHTRACKING, 1UL);
    m_editor->SendScintilla(Sci::SCI_SETSCROLLWIDTH, 1UL);
    m_editor->installEventFilter(this);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_reason->setObjectName(QStringLiteral("editReason"));
    m_reason->setPlaceholderText(tr("Reason"));
    m_reason->setAccessibleName(tr("Reason for accepting an edit that changes the NVIDIA path"));
    m_reason->hide();
    m_reason->installEventFilter(this);
    m_save->setObjectName(QStringLiteral("editSave"));
    m_save->setToolTip(tr("Save and accept (Ctrl+Enter)"));
    m_save->setProperty("compact", true);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    cancel->setProperty("compact", true);
    cancel->setToolTip(tr("Close without saving; your text is kept as a draft (Esc)"));
    m_discard->setObjectName(QStringLiteral("editDiscard"));
    m_discard->setProperty("compact", true);
    m_discard->setToolTip(tr("Go back to the text without your draft; Ctrl+Z restores the draft"));
    m_discard->hide();
    connect(m_discard, &QPushButton::clicked, this, [this] {
        m_editor->selectAll();
        m_editor->replaceSelectedText(m_begun);
        m_reason->clear();
        m_discard->hide();
        setProblem({});
        focusText();
    });
    connect(m_save, &QPushButton::clicked, this, &EditPane::saved);
    connect(cancel, &QPushButton::clicked, this, &EditPane::cancelled);
    connect(m_editor, &QsciScintilla::textChanged, this, &EditPane::textChanged);
    connect(m_reason, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_save->setEnabled(!m_reason->isVisible() || !text.trimmed().isEmpty());
    });

    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 0, 8, 0);
    buttons->setSpacing(8);
    buttons->addWidget(m_save);
    buttons->addWidget(cancel);
    buttons->addWidget(m_discard);
    m_hint = new TextLabel(provider, TextStep::Caption,
                           tr("Ctrl+Enter saves, Esc closes and keeps a draft"),
                           &ThemeColours::muted, this);
    m_hint->setObjectName(QStringLiteral("editHint"));
    m_hint->setWordWrap(true);
    buttons->addStretch();
    auto* notes = new QVBoxLayout;
    notes->setContentsMargins(8, 0, 8, 0);
    notes->setSpacing(4);
    notes->addWidget(m_problem);
    notes->addWidget(m_reason);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 6);
    layout->setSpacing(6);
    layout->addWidget(m_editor, 1);
    layout->addLayout(notes);
    layout->addLayout(buttons);
    auto* hint =
        new QHBoxLayout; // below the buttons: beside them it has no room where they are three
    hint->setContentsMargins(8, 0, 8, 0);
    hint->addWidget(m_hint);
    layout->addLayout(hint);
    connect(&provider, &ThemeProvider::changed, this, &EditPane::restyle);
    connect(&syntax, &SyntaxRepository::ready, this, &EditPane::restyle);
    restyle();
}

void EditPane::restyle()
{
    const Theme& theme = m_provider.theme();
    const QFont code = editorFont(theme.font(TextStep::Editor), *this);
    const QVector<QColor> colours = m_syntax.colours(theme.dark);
    for (int style = 0; style <= kStruckStyle; ++style) {
        m_lexer->setFont(code, style);
        m_lexer->setPaper(theme.base, style);
        m_lexer->setColor(colours.value(style, theme.text), style);
    }
    m_lexer->setDefaultFont(code);
    m_lexer->setDefaultPaper(theme.base);
    m_editor->setPaper(theme.base);
    m_editor->setCaretForegroundColor(theme.accent);
    m_editor->setSelectionBackgroundColor(theme.selected);
    m_editor->resetSelectionForegroundColor();
    m_editor->SendScintilla(Sci::SCI_SETEXTRAASCENT, 0UL);
    m_editor->SendScintilla(Sci::SCI_SETEXTRADESCENT, 0UL);
    const int missing =
        theme.lineHeight(TextStep::Editor) - int(m_editor->SendScintilla(Sci::SCI_TEXTHEIGHT, 0UL));
    m_editor->SendScintilla(Sci::SCI_SETEXTRAASCENT,
                            static_cast<unsigned long>(missing - missing / 2));
    m_editor->SendScintilla(Sci::SCI_SETEXTRADESCENT, static_cast<unsigned long>(missing / 2));
    update();
}

void EditPane::begin(const QByteArray& text, Language language, const RepoPath& path,
                     const std::optional<EditDraft>& draft)
{
    m_language = language;
    m_path = path;
    m_begun = QString::fromUtf8(text);
    m_taken = false;
    setProblem(draft ? tr("This is your draft, which has not been saved.") : QString());
    m_discard->setVisible(draft.has_value());
    m_reason->hide();
    m_reason->setText(draft ? draft->reason : QString());
    m_save->setEnabled(true);
    m_editor->setText(draft ? draft->text : m_begun);
    m_editor->SendScintilla(Sci::SCI_EMPTYUNDOBUFFER);
    m_editor->setCursorPosition(0, 0);
    textChanged();
}

QString EditPane::text() const
{
    return m_editor->text();
}

void EditPane::textChanged()
{
    m_text = m_editor->text().toUtf8();
    m_starts = {0};
    for (qsizetype at = m_text.indexOf('\n'); at >= 0; at = m_text.indexOf('\n', at + 1)) {
        m_starts.append(static_cast<int>(at) + 1);
    }
    m_lexer->setText(m_language, m_path, static_cast<int>(m_text.size()));
    Q_EMIT heightChanged();
}

void EditPane::setProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
    Q_EMIT heightChanged();
}

void EditPane::askForReason(const QString& sentence)
{
    setProblem(sentence);
    m_reason->show();
    m_reason->setFocus();
    m_save->setEnabled(!reason().isEmpty());
    Q_EMIT heightChanged();
}

QString EditPane::reason() const
{
    return m_reason->text().trimmed();
}

bool EditPane::isChanged() const
{
    return !m_taken && (text() != m_begun || !reason().isEmpty());
}

void EditPane::focusText()
{
    m_editor->setFocus();
}

int EditPane::preferredHeight() const
{
    const int line = m_provider.theme().lineHeight(TextStep::Editor);
    int height = line * std::clamp(int(m_starts.size()) + 1, 3, 24) + 2 + 6 + 6;
    height += m_save->sizeHint().height() + 6;
    height += m_hint->heightForWidth(std::max(100, width() - 20)) + 6;
    if (!m_problem->isHidden()) {
        height += m_problem->heightForWidth(std::max(100, width() - 20)) + 4;
    }
    if (!m_reason->isHidden()) {
        height += m_reason->sizeHint().height() + 4;
    }
    return height;
}

bool EditPane::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool save = enter && (key->modifiers() & Qt::ControlModifier);
        const bool saveFromField = enter && watched == m_reason;
        const bool leave = key->key() == Qt::Key_Escape;
        if (save || saveFromField || leave) {
            if (event->type() == QEvent::ShortcutOverride) {
                event->accept();
            } else if (leave) {
                Q_EMIT cancelled();
            } else if (m_save->isEnabled()) {
                Q_EMIT saved();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void EditPane::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

int EditPane::lineCount() const
{
    return static_cast<int>(m_starts.size());
}

int EditPane::lineStart(int line) const
{
    return m_starts[line];
}

QByteArrayView EditPane::lineBytes(int line) const
{
    const int end = line + 1 < m_starts.size() ? m_starts[line + 1] - 1 : int(m_text.size());
    return QByteArrayView(m_text).sliced(m_starts[line], end - m_starts[line]);
}

QPair<int, int> EditPane::visibleLines() const
{
    return {0, lineCount()};
}

} // namespace rocport
