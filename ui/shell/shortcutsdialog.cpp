#include "ui/shell/shortcutsdialog.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rocport {

ShortcutsDialog::ShortcutsDialog(ThemeProvider& provider, const QVector<ShortcutSection>& sections,
                                 QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(20, 16, 20, 16);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("shortcutList"));
    scroll->setAccessibleName(tr("Shortcuts"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto* body = new QWidget;
    auto* columns = new QHBoxLayout(body);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(32);
    for (const ShortcutSection& section : sections) {
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(8);
        grid->addWidget(new TextLabel(provider, TextStep::BodyStrong, section.title), 0, 0, 1, 2);
        int row = 1;
        for (const ShortcutLine& line : section.lines) {
            const bool now = line.whyNot.isEmpty();
            auto* key = new KeyCap(provider, line.keys);
            key->setAccessibleName(line.keys);
            auto* text =
                new TextLabel(provider, TextStep::Body,
                              now ? line.text : tr("%1 (not now: %2)").arg(line.text, line.whyNot),
                              now ? &ThemeColours::text : &ThemeColours::muted);
            text->setWordWrap(true);
            text->setBuddy(key);
            grid->addWidget(key, row, 0, Qt::AlignLeft | Qt::AlignTop);
            grid->addWidget(text, row, 1);
            ++row;
        }
        grid->setRowStretch(row, 1);
        grid->setColumnStretch(1, 1);
        columns->addLayout(grid, 1);
    }
    scroll->setWidget(body);
    outer->addWidget(scroll);
    auto* close = makeButton(tr("Close"), ButtonKind::Normal);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    outer->addWidget(close, 0, Qt::AlignRight);
    scroll->setFocus(); // arrow keys go through the list; Esc closes
    resize(provider.theme().scaled(820), provider.theme().scaled(560));
}

} // namespace rocport
