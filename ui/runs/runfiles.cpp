#include "ui/runs/runfiles.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/theme/openfile.h"
#include "ui/theme/texttable.h"

#include <QClipboard>
#include <QFuture>
#include <QGuiApplication>
#include <QPushButton>
#include <QtConcurrentRun>
#include <QThreadPool>
#include <QVBoxLayout>

namespace rocport {

namespace {

QString whatItIs(const QString& name)
{
    return name == runfile::kJob        ? RunFiles::tr("What was started, secrets masked")
           : name == runfile::kStatus   ? RunFiles::tr("State, stages and times")
           : name == runfile::kLog      ? RunFiles::tr("The log, secrets masked")
           : name == runfile::kTimes    ? RunFiles::tr("When the log's lines came")
           : name == runfile::kManifest ? RunFiles::tr("Lengths and hashes of the saved run")
                                        : RunFiles::tr("Result");
}

QVector<TextColumn> fileColumns()
{
    return {{RunFiles::tr("File"), 260, true, false, true, true},
            {RunFiles::tr("Bytes"), 90, false, true},
            {RunFiles::tr("Changed"), 150, true},
            {RunFiles::tr("What it is"), 220}};
}

} // namespace

RunFiles::RunFiles(ThemeProvider& provider, QThreadPool& pool, QWidget* parent)
    : QWidget(parent),
      m_pool(pool),
      m_where(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::muted, this)),
      m_copy(makeButton(tr("Copy path"), ButtonKind::Normal, this)),
      m_open(makeButton(tr("Open folder"), ButtonKind::Normal, this)),
      m_model(new TextTableModel(provider, fileColumns(), this)),
      m_table(new TextTable(provider, *m_model, tr("Files of the run"), this))
{
    m_table->setObjectName(QStringLiteral("runFilesTable"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_where->setElideMode(Qt::ElideMiddle);
    m_copy->setObjectName(QStringLiteral("copyRunPath"));
    m_open->setObjectName(QStringLiteral("openRunFolder"));
    auto* header = new PanelHeader(provider, 36, &ThemeColours::base, this);
    header->row()->addWidget(m_where, 1);
    for (QPushButton* button : {m_copy, m_open}) {
        button->setProperty("compact", true);
        header->row()->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_table, 1);
    connect(m_copy, &QPushButton::clicked, this, &RunFiles::copyPath);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT folderOpenRequested(m_folder); });
    connect(m_table, &TextTable::idActivated, this, &RunFiles::openFile);
}

void RunFiles::setFolder(const QString& folder)
{
    if (folder != m_folder) {
        m_folder = folder;
        m_where->setText(folder.isEmpty() ? QString() : tr("In %1").arg(visibleText(folder)));
        m_model->setRows({});
        ++m_request; // a listing of the folder before is no longer asked for
        m_copy->setEnabled(!folder.isEmpty());
        m_open->setEnabled(!folder.isEmpty());
        refresh();
    }
}

void RunFiles::refresh()
{
    if (!isVisible()) {
        return; // showEvent() asks
    }
    const int request = ++m_request;
    whenDone(QtConcurrent::run(&m_pool,
                               [folder = m_folder] {
                                   return folder.isEmpty() ? QVector<RunFile>() : runFiles(folder);
                               }),
             this, [this, request](const QVector<RunFile>& files) {
                 if (request == m_request) {
                     show(files);
                 }
             });
}

void RunFiles::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void RunFiles::show(const QVector<RunFile>& files)
{
    QVector<TextRow> rows;
    rows.reserve(files.size());
    for (const RunFile& file : files) {
        const QDateTime changed = file.changed.toLocalTime();
        TextRow row{file.name, QVector<TextCell>(4)};
        row.cells[0].text = visibleText(file.name);
        row.cells[1].text = countText(file.bytes);
        row.cells[1].sort = file.bytes;
        row.cells[2].text = changed.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
        row.cells[2].sort = file.changed;
        row.cells[3].text = whatItIs(file.name);
        rows.append(row);
    }
    m_model->setRows(rows);
    m_open->setEnabled(!files.isEmpty());
    m_copy->setEnabled(!files.isEmpty());
}

void RunFiles::openFile(const QString& name)
{
    if (!openLocalFile(m_folder + u'/' + name)) {
        Q_EMIT said(tr("%1 was not opened: the desktop would run it, or has no program for it.")
                        .arg(visibleText(name)));
    }
}

/// Of the chosen file, else of the folder.
void RunFiles::copyPath()
{
    const QString name = m_table->currentId();
    QGuiApplication::clipboard()->setText(name.isEmpty() ? m_folder : m_folder + u'/' + name);
    Q_EMIT said(name.isEmpty() ? tr("The path of the folder was copied.")
                               : tr("The path of %1 was copied.").arg(visibleText(name)));
}

} // namespace rocport
