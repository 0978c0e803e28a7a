#include "ui/portreview/threadspanel.h"

#include "core/base/wording.h"
#include "ui/theme/plaintext.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr int kThreadWidth = 720; // grid pixels

const QByteArray kNewComment = QByteArrayLiteral("new-");

QString timeOf(const QDateTime& time)
{
    const QDateTime local = time.toLocalTime();
    return local.date() == QDate::currentDate()
               ? QLocale().toString(local.time(), QLocale::ShortFormat)
               : QLocale().toString(local, QLocale::ShortFormat);
}

/// What a comment says, with blocks of code between fences as such.
QString bodyMarkup(const Theme& theme, const QString& body)
{
    const QFont font = theme.font(TextStep::CodeSmall);
    const QString code =
        QStringLiteral("<span style=\"font-family:'%1'; font-size:%2px\">%3</span>")
            .arg(font.family())
            .arg(font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize());
    QStringList lines;
    QString fence; // of the block that is open
    const QStringList given = body.split(u'\n');
    for (const QString& line : given) {
        const QString trimmed = line.trimmed();
        if (fence.isEmpty() && trimmed.startsWith(QStringLiteral("```"))) {
            const auto end =
                std::find_if(trimmed.begin(), trimmed.end(), [](QChar c) { return c != u'`'; });
            fence = trimmed.left(end - trimmed.begin());
        } else if (!fence.isEmpty() && trimmed.startsWith(fence) &&
                   trimmed.count(u'`') == trimmed.size()) {
            fence.clear();
        } else if (!fence.isEmpty()) {
            lines.append(code.arg(markupOf(line)
                                      .replace(QStringLiteral("  "), QStringLiteral("&nbsp;&nbsp;"))
                                      .replace(u'\t', QStringLiteral("&nbsp;&nbsp;&nbsp;&nbsp;"))));
        } else {
            lines.append(codeMarkup(theme, line));
        }
    }
    return lines.join(QStringLiteral("<br>"));
}

QPushButton* smallButton(const QString& text, const char* name, QWidget* parent)
{
    QPushButton* button = makeButton(text, ButtonKind::Normal, parent);
    button->setProperty("compact", true);
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace

ThreadsPanel::ThreadsPanel(ThemeProvider& provider, PortDrafts& drafts, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_drafts(drafts), m_area(new QScrollArea(this))
{
    setObjectName(QStringLiteral("threadsPanel"));
    setProperty("pane", true);
    setAccessibleName(tr("Comments on the hunk"));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setAccessibleName(tr("Comments on the hunk"));
    m_area->setFocusPolicy(Qt::TabFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_area);
    rebuild();
}

void ThreadsPanel::setHunk(const std::shared_ptr<const ReviewState>& state, const QByteArray& hunk)
{
    const bool samePort = state && m_state && state->kept.id == m_state->kept.id;
    if (!samePort || hunk != m_hunk) {
        m_editing.clear(); // what was typed is kept and comes back with its hunk
    }
    m_state = state;
    m_hunk = hunk;
    continueDraft();
    rebuild();
    QTimer::singleShot(0, this, [this] { // once it is laid out
        if (m_send != nullptr) {
            m_area->ensureWidgetVisible(m_send);
        }
    });
}

/// Opens the field with what was typed for the hunk before, if it is not open for something else.
void ThreadsPanel::continueDraft()
{
    const QByteArray comment = kNewComment + m_hunk;
    const PortDraft* draft = draftFor(comment);
    if (draft != nullptr && (m_editing.isEmpty() || m_editing == comment)) {
        m_editing = comment;
        m_onBase = draft->onBase;
        m_line = draft->line;
    }
    const ReviewFile* file = m_state ? m_state->fileOf(m_hunk) : nullptr;
    if (file == nullptr || !m_editing.isEmpty()) {
        return;
    }
    for (const ReviewThread& thread : m_state->kept.threads) {
        if (isHere(thread, *file) && draftFor(thread.id) != nullptr) {
            m_editing = thread.id;
            return;
        }
    }
}

/// Whether a thread is shown with the current hunk: those at the file and those whose line is gone
/// are with all hunks of the file.
bool ThreadsPanel::isHere(const ReviewThread& thread, const ReviewFile& file) const
{
    return thread.isOutdated || thread.hunkId.isEmpty() ? thread.path == file.path
                                                        : thread.hunkId == m_hunk;
}

const PortDraft* ThreadsPanel::draftFor(const QByteArray& id) const
{
    return id.startsWith(kNewComment)
               ? m_drafts.find(PortDraft::Kind::Comment, id.sliced(kNewComment.size()))
               : m_drafts.find(PortDraft::Kind::Reply, id);
}

void ThreadsPanel::keepDraft(const QByteArray& id, const QString& text)
{
    if (!m_state) {
        return;
    }
    if (id.startsWith(kNewComment)) {
        m_drafts.put(*m_state, {PortDraft::Kind::Comment, id.sliced(kNewComment.size()), text,
                                m_onBase, m_line});
    } else {
        m_drafts.put(*m_state, {PortDraft::Kind::Reply, id, text});
    }
}

void ThreadsPanel::removeDraft(const QByteArray& id)
{
    if (id.startsWith(kNewComment)) {
        m_drafts.remove(PortDraft::Kind::Comment, id.sliced(kNewComment.size()));
    } else {
        m_drafts.remove(PortDraft::Kind::Reply, id);
    }
}

/// After the panel was made anew: where the focus was in it, it stays in what is there now.
void ThreadsPanel::returnFocus(bool toEditor, bool inside, bool any)
{
    if (toEditor && m_editor != nullptr) {
        m_editor->setFocus();
    } else if (inside && any) {
        m_area->setFocus();
    } else if (inside) {
        Q_EMIT closed();
    }
}

void ThreadsPanel::rebuild()
{
    const bool hadFocus = m_editor != nullptr && m_editor->hasFocus();
    const QWidget* focus = window()->focusWidget();
    const bool inside = m_content != nullptr && focus != nullptr && m_content->isAncestorOf(focus);
    if (QWidget* before = m_area->takeWidget()) {
        before->hide();
        before->deleteLater(); // a button in it may have been clicked
    }
    m_editor = nullptr;
    m_send = nullptr;
    m_content = new Surface(m_provider, &ThemeColours::base);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    const ReviewFile* file = m_state ? m_state->fileOf(m_hunk) : nullptr;
    bool any = false;
    if (file != nullptr) {
        for (const bool outdated : {true, false}) {
            for (const ReviewThread& thread : m_state->kept.threads) {
                if (thread.isOutdated == outdated && isHere(thread, *file)) {
                    any = true;
                    addThread(thread);
                }
            }
        }
    }
    if (m_editing == kNewComment + m_hunk && file != nullptr) {
        any = true;
        QString where = tr("Comment on %1").arg(file->path.display());
        if (m_line != 0) {
            where = (m_onBase ? tr("Comment on line %1 of the base") : tr("Comment on line %1"))
                        .arg(m_line);
        }
        addEditor(*column, m_editing, where, tr("Comment"));
    }
    column->addStretch();
    m_area->setWidget(m_content);
    setVisible(any);
    returnFocus(hadFocus, inside, any);
    Q_EMIT heightChanged();
}

void ThreadsPanel::addThread(const ReviewThread& thread)
{
    auto* box = new Surface(m_provider, &ThemeColours::alt, m_content);
    box->setObjectName(QStringLiteral("thread"));
    box->setProperty("thread", thread.id);
    box->setMaximumWidth(m_provider.theme().scaled(kThreadWidth));
    box->setAccessibleName(thread.line > 0 ? tr("Thread at line %1").arg(thread.line)
                                           : tr("Thread at the file"));
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(6);
    const bool folded = thread.isResolved && m_editing != thread.id;
    for (qsizetype i = 0;
         i < (folded ? std::min<qsizetype>(1, thread.replies.size()) : thread.replies.size());
         ++i) {
        addReply(*column, thread, thread.replies[i], i == 0);
    }
    if (m_editing == thread.id) {
        addEditor(*column, thread.id, tr("Reply"), tr("Reply"));
    } else {
        addButtons(*column, thread);
    }
    static_cast<QVBoxLayout*>(m_content->layout())->addWidget(box);
}

void ThreadsPanel::addReply(QVBoxLayout& column, const ReviewThread& thread,
                            const ReviewReply& reply, bool isFirst)
{
    QWidget* box = column.parentWidget();
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(
        new Chip(m_provider, reply.author.left(1).toUpper(), ChipTone::Accent, Glyph::None, box));
    head->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, reply.author, &ThemeColours::text, box));
    if (isFirst && thread.isOutdated) {
        head->addWidget(new Chip(m_provider, tr("outdated"), ChipTone::Warn, Glyph::None, box));
    }
    if (isFirst && thread.isResolved) {
        head->addWidget(new Chip(m_provider, tr("resolved"), ChipTone::Ok, Glyph::Check, box));
    }
    head->addWidget(new TextLabel(m_provider, TextStep::Caption,
                                  tr("Revision %1, %2").arg(reply.revision).arg(timeOf(reply.time)),
                                  &ThemeColours::muted, box));
    if (isFirst && thread.line > 0 && !thread.isOutdated) {
        auto* link = makeButton(thread.onBase ? tr("Line %1 of the base").arg(thread.line)
                                              : tr("Line %1").arg(thread.line),
                                ButtonKind::Link, box);
        link->setObjectName(QStringLiteral("threadLine"));
        link->setToolTip(tr("Show the line in the diff"));
        connect(link, &QPushButton::clicked, this,
                [this, onBase = thread.onBase, line = thread.line] {
                    Q_EMIT lineRequested(onBase, line);
                });
        head->addWidget(link);
    } else if (isFirst && !thread.isOutdated) {
        head->addWidget(new TextLabel(m_provider, TextStep::Caption, tr("At the file"),
                                      &ThemeColours::muted, box));
    } else if (isFirst) {
        head->addWidget(new ElidedLabel(m_provider, TextStep::CodeSmall,
                                        QString::fromUtf8(thread.lineText.trimmed()),
                                        &ThemeColours::muted, box),
                        1);
    }
    head->addStretch();
    column.addLayout(head);
    auto* body = new MarkupLabel(m_provider, TextStep::Body, &ThemeColours::text, box);
    body->setObjectName(QStringLiteral("threadText"));
    body->setWordWrap(true);
    body->setTextInteractionFlags(Qt::TextSelectableByMouse);
    body->setMarkup(bodyMarkup(m_provider.theme(), reply.body));
    column.addWidget(body);
}

void ThreadsPanel::addButtons(QVBoxLayout& column, const ReviewThread& thread)
{
    QWidget* box = column.parentWidget();
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const QByteArray id = thread.id;
    QPushButton* reply = smallButton(tr("Reply"), "threadReply", box);
    connect(reply, &QPushButton::clicked, this, [this, id] { openEditor(id); });
    QPushButton* resolve =
        smallButton(thread.isResolved ? tr("Reopen") : tr("Resolve"), "threadResolve", box);
    connect(resolve, &QPushButton::clicked, this,
            [this, id, resolved = thread.isResolved] { Q_EMIT resolvedChanged(id, !resolved); });
    QPushButton* back = makeButton(tr("Take back"), ButtonKind::Link, box);
    back->setObjectName(QStringLiteral("threadTakeBack"));
    back->setToolTip(thread.replies.size() > 1 ? tr("Take the last reply back")
                                               : tr("Take the comment back"));
    connect(back, &QPushButton::clicked, this, [this, id] { Q_EMIT replyTakenBack(id); });
    row->addWidget(reply);
    row->addWidget(resolve);
    row->addStretch();
    row->addWidget(back);
    column.addLayout(row);
}

void ThreadsPanel::addEditor(QVBoxLayout& column, const QByteArray& id, const QString& title,
                             const QString& send)
{
    QWidget* box = column.parentWidget();
    column.addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, title, &ThemeColours::text, box));
    m_editor = new QPlainTextEdit(box);
    m_editor->setObjectName(QStringLiteral("commentText"));
    m_editor->setAccessibleName(title);
    m_editor->setProperty("field", true);
    m_editor->setTabChangesFocus(true);
    m_editor->setPlaceholderText(tr("Markdown"));
    m_editor->setFixedHeight(m_provider.theme().scaled(64));
    m_editor->setMaximumWidth(m_provider.theme().scaled(kThreadWidth));
    if (const PortDraft* draft = draftFor(id)) {
        m_editor->setPlainText(draft->text);
    }
    m_editor->moveCursor(QTextCursor::End);
    m_editor->installEventFilter(this);
    column.addWidget(m_editor);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_send = smallButton(send, "commentSend", box);
    m_send->setToolTip(tr("Ctrl+Enter"));
    m_send->setEnabled(!m_editor->toPlainText().trimmed().isEmpty());
    QPushButton* cancel = smallButton(tr("Cancel"), "commentCancel", box);
    row->addWidget(m_send);
    row->addWidget(cancel);
    row->addWidget(new TextLabel(m_provider, TextStep::Caption,
                                 tr("Ctrl+Enter sends, Esc closes and drops it"),
                                 &ThemeColours::muted, box));
    row->addStretch();
    column.addLayout(row);
    connect(m_send, &QPushButton::clicked, this, &ThreadsPanel::send);
    connect(cancel, &QPushButton::clicked, this, &ThreadsPanel::closeEditor);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this, id] {
        const QString text = m_editor->toPlainText();
        if (text.trimmed().isEmpty()) {
            removeDraft(id);
        } else {
            keepDraft(id, text);
        }
        m_send->setEnabled(!text.trimmed().isEmpty());
    });
}

void ThreadsPanel::openEditor(const QByteArray& id)
{
    m_editing = id;
    // The button that was clicked is in what is built anew.
    QTimer::singleShot(0, this, [this] {
        rebuild();
        if (m_editor != nullptr) {
            m_editor->setFocus();
            m_area->ensureWidgetVisible(m_send);
        }
    });
}

void ThreadsPanel::beginComment(bool onBase, int line)
{
    m_onBase = onBase;
    m_line = line;
    m_editing = kNewComment + m_hunk;
    if (const PortDraft* draft = draftFor(m_editing)) {
        keepDraft(m_editing, QString(draft->text)); // it is about this line now
    }
    rebuild();
    if (m_editor != nullptr) {
        m_editor->setFocus();
        m_area->ensureWidgetVisible(m_send);
    }
}

void ThreadsPanel::giveBack(const QByteArray& hunk, bool onBase, int line, const QString& body)
{
    if (m_state) {
        m_drafts.put(*m_state, {PortDraft::Kind::Comment, hunk, body, onBase, line});
    }
    if (hunk == m_hunk) {
        beginComment(onBase, line);
    }
}

void ThreadsPanel::giveBackReply(const QByteArray& thread, const QString& body)
{
    keepDraft(thread, body);
    openEditor(thread);
}

void ThreadsPanel::closeEditor()
{
    removeDraft(std::exchange(m_editing, {}));
    QTimer::singleShot(0, this, [this] {
        rebuild();
        Q_EMIT closed();
    });
}

void ThreadsPanel::send()
{
    const QString body = m_editor->toPlainText().trimmed();
    if (body.isEmpty()) {
        return;
    }
    const QByteArray to = std::exchange(m_editing, {});
    removeDraft(to);
    const QByteArray hunk = m_hunk;
    QTimer::singleShot(0, this, [this, to, hunk, body, onBase = m_onBase, line = m_line] {
        if (to.startsWith(kNewComment)) {
            Q_EMIT commentWritten(hunk, onBase, line, body);
        } else {
            Q_EMIT replyWritten(to, body);
        }
        Q_EMIT closed();
    });
}

int ThreadsPanel::wantedHeight() const
{
    const QLayout* layout = m_content->layout();
    return layout->hasHeightForWidth() ? layout->heightForWidth(std::max(200, width()))
                                       : layout->sizeHint().height();
}

bool ThreadsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_editor && m_editor != nullptr &&
        (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool sends = enter && (key->modifiers() & Qt::ControlModifier) != 0;
        const bool leaves = key->key() == Qt::Key_Escape;
        if (sends || leaves) {
            if (event->type() == QEvent::ShortcutOverride) {
                event->accept();
            } else if (leaves) {
                closeEditor();
            } else {
                send();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
