#include "ui/report/markdownbar.h"

#include "ui/theme/widgets.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextCursor>

namespace rocport {

namespace {

/// How many of `sign` follow one another from `at` in steps of `step`.
int runOf(const QString& text, qsizetype at, int step, QChar sign)
{
    int run = 0;
    for (; at >= 0 && at < text.size() && text[at] == sign; at += step) {
        ++run;
    }
    return run;
}

/// Whether runs of that many signs on both sides hold a mark of `length` signs: of stars, one is
/// italic, two are bold, three are both.
bool holdsMark(int before, int after, int length)
{
    const auto holds = [length](int run) { return run == length || run == 3; };
    return holds(before) && holds(after);
}

/// Puts `mark` around the selection, or takes it away where it is there already. Without a
/// selection the word under the cursor counts; without a word the cursor ends between the marks.
void toggleAround(QTextCursor& cursor, const QString& mark)
{
    if (!cursor.hasSelection()) {
        cursor.select(QTextCursor::WordUnderCursor);
    }
    const QString all = cursor.document()->toPlainText();
    const auto length = static_cast<int>(mark.size());
    const QChar sign = mark.front();
    int start = cursor.selectionStart();
    int end = cursor.selectionEnd();
    QString text = all.mid(start, end - start);
    const int lead = runOf(text, 0, 1, sign);
    if (lead < text.size() && holdsMark(lead, runOf(text, text.size() - 1, -1, sign), length)) {
        text = text.mid(length, text.size() - 2 * length);
    } else if (holdsMark(runOf(all, start - 1, -1, sign), runOf(all, end, 1, sign), length)) {
        start -= length;
        end += length;
    } else {
        cursor.insertText(mark + text + mark);
        cursor.setPosition(start + length);
        cursor.setPosition(end + length, QTextCursor::KeepAnchor);
        return;
    }
    cursor.setPosition(start);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    cursor.insertText(text);
    cursor.setPosition(start);
    cursor.setPosition(start + static_cast<int>(text.size()), QTextCursor::KeepAnchor);
}

void toggleList(QTextCursor& cursor)
{
    const QString mark = QStringLiteral("- ");
    const auto* document = cursor.document();
    QTextBlock first = document->findBlock(cursor.selectionStart());
    QTextBlock last = document->findBlock(cursor.selectionEnd());
    if (last != first && cursor.selectionEnd() == last.position()) {
        last = last.previous(); // the selection ends before that line
    }
    bool all = true;
    for (QTextBlock line = first; line.isValid() && line.blockNumber() <= last.blockNumber();
         line = line.next()) {
        all = all && line.text().startsWith(mark);
    }
    for (QTextBlock line = first; line.isValid() && line.blockNumber() <= last.blockNumber();
         line = line.next()) {
        QTextCursor edit(line);
        if (all) {
            edit.setPosition(line.position() + static_cast<int>(mark.size()),
                             QTextCursor::KeepAnchor);
            edit.removeSelectedText();
        } else if (!line.text().startsWith(mark)) {
            edit.insertText(mark);
        }
    }
}

/// Inserts `text` and selects `length` characters from `from` in it.
void insertWith(QTextCursor& cursor, const QString& text, qsizetype from, qsizetype length)
{
    const int start = cursor.selectionStart();
    cursor.insertText(text);
    cursor.setPosition(start + static_cast<int>(from));
    cursor.setPosition(start + static_cast<int>(from + length), QTextCursor::KeepAnchor);
}

void insertTable(QTextCursor& cursor)
{
    const bool lineBefore = cursor.block().position() != cursor.selectionStart();
    const QString head = QObject::tr("Column");
    const QString before = lineBefore ? QStringLiteral("\n\n") : QString();
    const QString table = QStringLiteral("| %1 | %1 |\n|---|---|\n|  |  |\n").arg(head);
    cursor.setPosition(cursor.selectionEnd());
    insertWith(cursor, before + table, before.size() + 2, head.size());
}

void insertLink(QTextCursor& cursor)
{
    const QString text = cursor.hasSelection() ? cursor.selectedText() : QObject::tr("text");
    const QString address = QStringLiteral("https://");
    insertWith(cursor, QStringLiteral("[%1](%2)").arg(text, address), text.size() + 3,
               address.size());
}

} // namespace

void applyMarkdown(QPlainTextEdit& edit, MarkdownFormat format)
{
    if (edit.isReadOnly()) {
        return;
    }
    QTextCursor cursor = edit.textCursor();
    cursor.beginEditBlock();
    switch (format) {
    case MarkdownFormat::Bold:
        toggleAround(cursor, QStringLiteral("**"));
        break;
    case MarkdownFormat::Italic:
        toggleAround(cursor, QStringLiteral("*"));
        break;
    case MarkdownFormat::Code:
        toggleAround(cursor, QStringLiteral("`"));
        break;
    case MarkdownFormat::List:
        toggleList(cursor);
        break;
    case MarkdownFormat::Table:
        insertTable(cursor);
        break;
    case MarkdownFormat::Link:
        insertLink(cursor);
        break;
    }
    cursor.endEditBlock();
    edit.setTextCursor(cursor);
    edit.setFocus();
}

MarkdownBar::MarkdownBar(ThemeProvider& provider, QPlainTextEdit& edit, QWidget* parent)
    : QWidget(parent)
{
    struct Button
    {
        MarkdownFormat format;
        QString text, name, tip;
    };
    const Button buttons[] = {
        {MarkdownFormat::Bold, QStringLiteral("B"), QStringLiteral("bold"), tr("Bold")},
        {MarkdownFormat::Italic, QStringLiteral("I"), QStringLiteral("italic"), tr("Italic")},
        {MarkdownFormat::Code, QStringLiteral("</>"), QStringLiteral("code"), tr("Code")},
        {MarkdownFormat::List, tr("List"), QStringLiteral("list"),
         tr("List of the selected lines")},
        {MarkdownFormat::Table, tr("Table"), QStringLiteral("table"), tr("Insert a table")},
        {MarkdownFormat::Link, tr("Link"), QStringLiteral("link"), tr("Insert a link")},
    };
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    for (const Button& button : buttons) {
        auto* made = makeButton(button.text, ButtonKind::Flat, this);
        made->setObjectName(QStringLiteral("format-") + button.name);
        made->setToolTip(button.tip);
        made->setAccessibleName(button.tip);
        QFont font = made->font();
        font.setBold(button.format == MarkdownFormat::Bold);
        font.setItalic(button.format == MarkdownFormat::Italic);
        made->setFont(font);
        connect(made, &QPushButton::clicked, &edit,
                [&edit, format = button.format] { applyMarkdown(edit, format); });
        row->addWidget(made);
    }
    row->addStretch();
    row->addWidget(new TextLabel(provider, TextStep::Caption, QStringLiteral("Markdown"),
                                 &ThemeColours::muted, this));
}

} // namespace rocport
