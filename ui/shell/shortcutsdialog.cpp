#include "ui/shell/shortcutsdialog.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rocport {

QVector<ShortcutLine> ShortcutsDialog::everywhere()
{
    return {{QStringLiteral("Alt+1 … 3"), tr("Work area; holding Alt shows digits")},
            {QStringLiteral("Ctrl+K"), tr("Search or run a command")},
            {QStringLiteral("F10"), tr("Menu")},
            {QStringLiteral("?"), tr("Shortcuts")},
            {QStringLiteral("Ctrl+O"), tr("Open repository")},
            {QStringLiteral("Ctrl+Shift+O"), tr("Open project file")},
            {QStringLiteral("F6"), tr("Next pane")},
            {QStringLiteral("Shift+F6"), tr("Previous pane")},
            {QStringLiteral("Ctrl+B"), tr("Rail, wide or narrow")},
            {QStringLiteral("/"), tr("Filter")},
            {QStringLiteral("Esc"), tr("Clear filter, leave edit, close")},
            {QStringLiteral("F5"), tr("Scan again")},
            {QStringLiteral("Ctrl+."), tr("Cancel the newest task")},
            {QStringLiteral("Ctrl+E"), tr("Export")},
            {QStringLiteral("Ctrl++ Ctrl+-"), tr("Larger, smaller text")}};
}

QVector<ShortcutLine> ShortcutsDialog::review()
{
    return {{QStringLiteral("a"), tr("Accept, then next open")},
            {QStringLiteral("r"), tr("Reject, then next open")},
            {QStringLiteral("e"), tr("Edit in place")},
            {QStringLiteral("n p"), tr("Next, previous change")},
            {QStringLiteral("] ["), tr("Next, previous file")},
            {QStringLiteral("A"), tr("Accept all open of this rule")},
            {QStringLiteral("u"), tr("Undo")},
            {QStringLiteral("c"), tr("Note")},
            {QStringLiteral("v"), tr("Unified or side by side")},
            {QStringLiteral("Ctrl+F"), tr("Find in this file")},
            {QStringLiteral("F3 Shift+F3"), tr("Next, previous match")},
            {QStringLiteral("Ctrl+Shift+F"), tr("Search in all changes and files")},
            {QStringLiteral("Alt+C W R"), tr("In find: case, whole words, expression")},
            {QStringLiteral("Ctrl+Shift+E"), tr("Explanation below or at the right")},
            {QStringLiteral("Ctrl+Enter"), tr("Commit decisions")}};
}

ShortcutsDialog::ShortcutsDialog(ThemeProvider& provider, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(20, 16, 20, 16);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto* body = new QWidget;
    auto* columns = new QHBoxLayout(body);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(32);
    const auto addColumn = [&](const QString& title, const QVector<ShortcutLine>& lines) {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(8);
        grid->addWidget(new TextLabel(provider, TextStep::BodyStrong, title), 0, 0, 1, 2);
        int row = 1;
        for (const ShortcutLine& line : lines) {
            grid->addWidget(new KeyCap(provider, line.keys), row, 0);
            grid->addWidget(new TextLabel(provider, TextStep::Body, line.text), row, 1);
            ++row;
        }
        grid->setRowStretch(row, 1);
        grid->setColumnStretch(1, 1);
        columns->addLayout(grid);
    };
    addColumn(tr("Everywhere"), everywhere());
    addColumn(tr("Review, outside text fields"), review());
    scroll->setWidget(body);
    outer->addWidget(scroll);
    auto* close = makeButton(tr("Close"), ButtonKind::Normal);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    outer->addWidget(close, 0, Qt::AlignRight);
    close->setFocus();
    resize(provider.theme().scaled(760), provider.theme().scaled(520));
}

} // namespace rocport
