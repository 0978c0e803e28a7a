#include "ui/report/exporttable.h"

#include "core/report/reportformats.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kFileChars = 12; // of a file's name that is shortened

} // namespace

ExportTable::ExportTable(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_where(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::muted, this))
{
    setObjectName(QStringLiteral("exportTable"));
    auto* header = new PanelHeader(provider, 36, &ThemeColours::base, this);
    header->row()->addWidget(
        new TextLabel(provider, TextStep::BodyStrong, tr("Export"), &ThemeColours::text, header));
    header->row()->addWidget(m_where, 1);
    auto* change = makeButton(tr("Change folder…"), ButtonKind::Normal, header);
    change->setObjectName(QStringLiteral("changeFolder"));
    change->setProperty("compact", true);
    connect(change, &QPushButton::clicked, this, &ExportTable::folderChangeRequested);
    m_open = makeButton(tr("Open folder"), ButtonKind::Normal, header);
    m_open->setObjectName(QStringLiteral("openFolder"));
    m_open->setProperty("compact", true);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT folderOpenRequested(m_folder); });
    header->row()->addWidget(m_open);
    header->row()->addWidget(change);

    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setAccessibleName(tr("Formats"));
    auto* body = new Surface(provider, &ThemeColours::base, m_scroll);
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(12, 2, 12, 6);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    int line = 0;
    for (const ReportFormat& format : reportFormats()) {
        Row row;
        row.format = QLatin1String(format.id);
        const QString name = QLatin1String(format.name);
        row.check = new QCheckBox(name, body);
        row.check->setChecked(format.isTicked);
        row.check->setObjectName(QStringLiteral("export-") + row.format);
        row.file = new ElidedLabel(provider, TextStep::Code, {}, &ThemeColours::text2, body);
        row.file->setElideMode(Qt::ElideMiddle);
        row.text = new TextLabel(provider, TextStep::Small, QLatin1String(format.purpose),
                                 &ThemeColours::text2, body);
        row.mark = new GlyphLabel(provider, Glyph::MarkTodo, &ThemeColours::control, 14, body);
        row.state = new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text, body);
        row.state->setObjectName(QStringLiteral("state-") + row.format);
        row.button = makeButton(tr("Export"), ButtonKind::Normal, body);
        row.button->setProperty("compact", true);
        row.button->setAccessibleName(tr("Export %1").arg(name));
        connect(row.check, &QCheckBox::toggled, this, &ExportTable::chosenChanged);
        connect(row.button, &QPushButton::clicked, this,
                [this, id = row.format] { Q_EMIT exportRequested({id}); });
        grid->addWidget(row.check, line, 0);
        grid->addWidget(row.file, line, 1);
        grid->addWidget(row.text, line, 2);
        grid->addWidget(row.mark, line, 3);
        grid->addWidget(row.state, line, 4);
        grid->addWidget(row.button, line, 5);
        m_rows.append(row);
        ++line;
    }
    m_scroll->setWidget(body);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_scroll);
    setState(nullptr);
}

void ExportTable::setFolder(const QString& folder)
{
    m_folder = folder;
    m_where->setText(tr("Files are written to %1").arg(folder));
    updateOpen();
}

void ExportTable::setRoom(int pixels)
{
    const int all = m_scroll->widget()->sizeHint().height();
    const int three = all * 3 / static_cast<int>(m_rows.size());
    m_scroll->setFixedHeight(std::min(all, std::max(three, pixels)));
    fitTexts();
}

/// Nothing is scrolled to sideways: what a format is good for gives way to what it is called, where
/// it goes and what became of it.
void ExportTable::fitTexts()
{
    const auto* grid = static_cast<const QGridLayout*>(m_scroll->widget()->layout());
    const auto widest = [this](const auto& part) {
        int width = 0;
        for (const Row& row : m_rows) {
            width = std::max(width, part(row)->sizeHint().width());
        }
        return width;
    };
    const int gap = grid->horizontalSpacing();
    const int bar = m_scroll->verticalScrollBar()->sizeHint().width();
    const int least = grid->contentsMargins().left() + grid->contentsMargins().right() + bar +
                      5 * gap + widest([](const Row& row) { return row.check; }) +
                      widest([](const Row& row) { return row.mark; }) +
                      widest([](const Row& row) { return row.state; }) +
                      widest([](const Row& row) { return row.button; });
    const int whole = least + widest([](const Row& row) { return row.file; }) +
                      widest([](const Row& row) { return row.text; });
    for (const Row& row : std::as_const(m_rows)) {
        row.text->setVisible(whole <= width());
    }
    m_scroll->setMinimumWidth(least + m_scroll->fontMetrics().averageCharWidth() * kFileChars);
}

void ExportTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTexts();
}

void ExportTable::updateOpen()
{
    const bool exists = !m_folder.isEmpty() && QFileInfo(m_folder).isDir();
    m_open->setEnabled(exists);
    m_open->setToolTip(exists ? tr("Open the folder in the file manager")
                              : tr("The folder is made by the first export"));
}

QStringList ExportTable::chosen() const
{
    QStringList formats;
    for (const Row& row : m_rows) {
        if (row.check->isChecked()) {
            formats.append(row.format);
        }
    }
    return formats;
}

QString ExportTable::stateOf(const QString& format) const
{
    for (const Row& row : m_rows) {
        if (row.format == format) {
            return row.state->text();
        }
    }
    return {};
}

void ExportTable::setState(const ProjectState* state)
{
    updateOpen();
    for (Row& row : m_rows) {
        row.file->setText(state ? reportFileName(row.format, state->meta.name) : QString());
        row.button->setEnabled(state && state->scan);
        const RecordedExport* last = nullptr;
        if (state) {
            for (const RecordedExport& record : state->exports) {
                last = record.format == row.format ? &record : last;
            }
        }
        if (!last) {
            row.state->setText(tr("Not written"));
            row.mark->setGlyph(Glyph::MarkTodo, &ThemeColours::control);
            row.state->setToolTip({});
            continue;
        }
        const QString time =
            QLocale().toString(last->time.toLocalTime().time(), QStringLiteral("HH:mm"));
        const bool stale = last->atBatch < state->decisions.lastBatchId();
        row.state->setText(stale ? tr("Written %1, out of date").arg(time)
                                 : tr("Written %1").arg(time));
        row.state->setToolTip(last->path);
        row.mark->setGlyph(stale ? Glyph::MarkAttention : Glyph::MarkDone,
                           stale ? &ThemeColours::warn : &ThemeColours::okFill);
    }
}

} // namespace rocport
