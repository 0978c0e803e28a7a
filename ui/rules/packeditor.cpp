#include "ui/rules/packeditor.h"

#include "core/base/whendone.h"
#include "core/project/session/rulepacks.h"
#include "ui/editor/editorfont.h"
#include "ui/editor/hiddentext.h"
#include "ui/editor/qsci.h"
#include "ui/rules/packresultmodel.h"
#include "ui/theme/celldelegate.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace rocport {

using namespace std::chrono_literals;
using Sci = QsciScintillaBase;

namespace {
constexpr int kNumbers = 0; // margins
constexpr int kMarks = 1;
} // namespace

PackEditor::PackEditor(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_syntax(new SyntaxRepository(this)),
      m_header(new PanelHeader(provider, 36, &ThemeColours::window, this)),
      m_title(new ElidedLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_header)),
      m_changed(new Chip(provider, tr("Not saved"), ChipTone::Warn, Glyph::Pencil, m_header)),
      m_save(makeButton(tr("Save and scan"), ButtonKind::Primary, m_header)),
      m_revert(makeButton(tr("Revert"), ButtonKind::Normal, m_header)),
      m_editor(new QsciScintilla(this)),
      m_lexer(new DiffLexer(*m_syntax, *this, this)),
      m_results(new PackResultModel(provider, this)),
      m_list(new QTreeView(this)),
      m_starts({0})
{
    setObjectName(QStringLiteral("packEditor"));
    setAccessibleName(tr("Rule pack"));
    build();
    m_timer.setSingleShot(true);
    m_timer.setInterval(300ms);
    connect(&m_timer, &QTimer::timeout, this, &PackEditor::check);
    connect(m_save, &QPushButton::clicked, this, &PackEditor::save);
    connect(m_revert, &QPushButton::clicked, this, &PackEditor::revert);
    connect(m_editor, &QsciScintilla::textChanged, this, &PackEditor::textChanged);
    connect(m_editor, &QsciScintilla::modificationChanged, this, &PackEditor::updateButtons);
    connect(m_editor, &QsciScintilla::cursorPositionChanged, this,
            [this](int line, int) { cursorMoved(line + 1); });
    connect(m_list, &QTreeView::activated, this, &PackEditor::activate);
    connect(&provider, &ThemeProvider::changed, this, &PackEditor::restyle);
    connect(m_syntax, &SyntaxRepository::ready, this, &PackEditor::restyle);
    restyle();
    updateButtons();
}

PackEditor::~PackEditor()
{
    stop();
}

void PackEditor::build()
{
    for (QPushButton* button : {m_save, m_revert}) {
        button->setProperty("compact", true);
    }
    m_save->setObjectName(QStringLiteral("packSave"));
    m_save->setToolTip(tr("Write the pack and scan again (Ctrl+S)"));
    m_revert->setObjectName(QStringLiteral("packRevert"));
    m_revert->setToolTip(tr("Go back to the saved text"));
    m_title->setElideMode(Qt::ElideMiddle);
    QHBoxLayout* row = m_header->row();
    row->setSpacing(8);
    row->addWidget(m_title, 1);
    row->addWidget(m_changed);
    row->addWidget(m_revert);
    row->addWidget(m_save);

    m_editor->setObjectName(QStringLiteral("packText"));
    m_editor->setAccessibleName(tr("Text of the rule pack"));
    m_editor->setUtf8(true);
    showHiddenCharacters(*m_editor);
    m_editor->setFrameShape(QFrame::NoFrame);
    m_editor->setTabWidth(4);
    m_editor->setIndentationsUseTabs(false);
    m_editor->setAutoIndent(true);
    m_editor->setEolMode(QsciScintilla::EolUnix);
    m_editor->setLexer(m_lexer);
    for (int margin = 0; margin < 5; ++margin) {
        m_editor->setMarginWidth(margin, 0);
    }
    m_editor->setMarginType(kNumbers, QsciScintilla::NumberMargin);
    m_editor->setMarginType(kMarks, QsciScintilla::SymbolMargin);
    m_editor->setMarginMarkerMask(kMarks, 1 << kProblemMark);
    m_editor->markerDefine(QsciScintilla::RightTriangle, kProblemMark);
    m_editor->SendScintilla(Sci::SCI_SETSCROLLWIDTHTRACKING, 1UL);
    m_editor->SendScintilla(Sci::SCI_SETSCROLLWIDTH, 1UL);
    m_editor->installEventFilter(this);

    m_list->setObjectName(QStringLiteral("packResults"));
    m_list->setAccessibleName(tr("Problems of the pack, and what the rule at the cursor finds"));
    m_list->setModel(m_results);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHeaderHidden(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFirstColumnSpanned(0, {}, true);
    m_list->setFirstColumnSpanned(1, {}, true);
    m_list->expandAll();
    fitColumns(
        *m_list, m_provider,
        {{ElideAs::Path, true, false, false, 160}, {ElideAs::Sentence, false, true, true, 200}},
        24);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_editor);
    splitter->addWidget(m_list);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({400, 180});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(splitter, 1);
    setFocusProxy(m_editor);
}

void PackEditor::restyle()
{
    const Theme& theme = m_provider.theme();
    const QFont code = editorFont(theme.font(TextStep::Editor), *this);
    const QVector<QColor> colours = m_syntax->colours(theme.dark);
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
    m_editor->setMarginsFont(code);
    m_editor->setMarginsBackgroundColor(theme.alt);
    m_editor->setMarginsForegroundColor(theme.muted);
    m_editor->setMarginWidth(kNumbers, QStringLiteral("00000"));
    m_editor->setMarginWidth(kMarks, theme.scaled(14));
    m_editor->setMarkerBackgroundColor(theme.crit, kProblemMark);
    m_editor->setMarkerForegroundColor(theme.crit, kProblemMark);
    m_lexer->refresh();
}

bool PackEditor::isChanged() const
{
    return m_editor->isModified();
}

QStringList PackEditor::unsaved() const
{
    QStringList files = m_drafts.keys();
    if (!m_file.isEmpty() && isChanged()) {
        files.append(m_file);
    }
    files.sort();
    return files;
}

void PackEditor::dropChanges()
{
    stop();
    m_drafts.clear();
    m_file.clear();
    m_editor->clear();
    m_editor->setModified(false);
    stop();
    updateButtons();
    hide();
}

QString PackEditor::text() const
{
    return m_editor->text();
}

void PackEditor::setText(const QString& text)
{
    m_editor->selectAll();
    m_editor->replaceSelectedText(text);
}

void PackEditor::setLine(int line)
{
    m_editor->setCursorPosition(std::max(0, line - 1), 0);
    m_editor->ensureLineVisible(std::max(0, line - 1));
}

void PackEditor::show(const QString& file, int line)
{
    QWidget::show();
    if (file == m_file) {
        setLine(line);
        return;
    }
    if (!m_file.isEmpty() && isChanged()) {
        m_drafts.insert(m_file, {text(), m_line});
    }
    stop();
    m_file = file;
    m_title->setText(file);
    if (m_drafts.contains(file)) {
        const Draft kept = m_drafts.take(file);
        begin(kept.text, true, line);
        return;
    }
    m_editor->clear();
    m_editor->setModified(false);
    stop();
    m_results->clear();
    m_editor->markerDeleteAll(kProblemMark);
    updateButtons();
    load(line);
}

void PackEditor::reload()
{
    if (!m_file.isEmpty() && !isChanged() && !m_saving) {
        load(m_line);
    }
}

void PackEditor::load(int line)
{
    whenDone(m_session.rulePacks().load(m_file), this,
             [this, file = m_file, line](const Result<QByteArray>& bytes) {
                 if (file != m_file || isChanged()) {
                     return; // another pack was chosen, or a person is quicker
                 }
                 if (!bytes) {
                     Q_EMIT failed(bytes.error());
                     return;
                 }
                 if (*bytes != m_text || !m_check) {
                     begin(QString::fromUtf8(*bytes), false, line);
                 }
             });
}

void PackEditor::begin(const QString& text, bool changed, int line)
{
    m_editor->clear();
    m_editor->SendScintilla(Sci::SCI_EMPTYUNDOBUFFER);
    m_editor->setModified(false);
    m_editor->setText(text);
    if (!changed) {
        m_editor->SendScintilla(Sci::SCI_EMPTYUNDOBUFFER);
        m_editor->setModified(false);
    }
    textChanged(); // a text that is the same has to be checked as well
    setLine(line);
    updateButtons();
    m_timer.stop();
    check();
}

void PackEditor::revert()
{
    m_editor->setModified(false);
    m_check.reset();
    load(m_line);
}

void PackEditor::save()
{
    if (m_file.isEmpty() || m_saving) {
        return;
    }
    m_saving = true;
    updateButtons();
    const QByteArray bytes = text().toUtf8();
    whenDone(m_session.rulePacks().save(m_file, bytes), this,
             [this, bytes, file = m_file](const Result<void>& written) {
                 m_saving = false;
                 if (!written) {
                     Q_EMIT failed(written.error());
                 } else {
                     if (file == m_file && text().toUtf8() == bytes) {
                         m_editor->setModified(false);
                     }
                     m_drafts.remove(file);
                     Q_EMIT saved(file);
                 }
                 updateButtons();
             });
}

void PackEditor::textChanged()
{
    m_text = m_editor->text().toUtf8();
    m_starts = {0};
    for (qsizetype at = m_text.indexOf('\n'); at >= 0; at = m_text.indexOf('\n', at + 1)) {
        m_starts.append(static_cast<int>(at) + 1);
    }
    m_lexer->setText(Language::Toml, RepoPath("pack.toml"), static_cast<int>(m_text.size()));
    stop();
    updateButtons();
    m_timer.start();
}

void PackEditor::cursorMoved(int line)
{
    if (line == m_line) {
        return;
    }
    m_line = line;
    if (m_check) {
        preview();
    }
}

void PackEditor::updateButtons()
{
    const bool changed = isChanged() && !m_file.isEmpty();
    m_changed->setVisible(changed);
    m_save->setEnabled(changed && !m_saving);
    m_revert->setEnabled(changed && !m_saving);
}

bool PackEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Save)) {
            if (event->type() == QEvent::ShortcutOverride) {
                event->accept();
            } else if (m_save->isEnabled()) {
                save();
            }
            return true;
        }
        // Tab leaves the editor by F6 only; Esc goes to the list, so that a keyboard finds out.
        if (key->key() == Qt::Key_Escape && event->type() == QEvent::KeyPress) {
            m_list->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

int PackEditor::lineCount() const
{
    return static_cast<int>(m_starts.size());
}

int PackEditor::lineStart(int line) const
{
    return m_starts[line];
}

QByteArrayView PackEditor::lineBytes(int line) const
{
    const int end = line + 1 < m_starts.size() ? m_starts[line + 1] - 1 : int(m_text.size());
    return QByteArrayView(m_text).sliced(m_starts[line], end - m_starts[line]);
}

QPair<int, int> PackEditor::visibleLines() const
{
    const int first = m_editor->firstVisibleLine();
    const int shown = static_cast<int>(m_editor->SendScintilla(Sci::SCI_LINESONSCREEN));
    return {std::min(first, lineCount() - 1), std::min(first + shown, lineCount() - 1)};
}

} // namespace rocport
