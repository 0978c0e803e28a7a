#include "ui/report/patchesview.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/report/patchtextview.h"
#include "ui/theme/texttable.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QtConcurrentRun>
#include <QVBoxLayout>

namespace rocport {

namespace {

QVector<TextColumn> patchColumns()
{
    return {{PatchesView::tr("Patch"), 300, true, false, true},
            {PatchesView::tr("Files"), 72, false, true},
            {PatchesView::tr("Added"), 80, false, true},
            {PatchesView::tr("Removed"), 80, false, true}};
}

} // namespace

PatchesView::PatchesView(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_model(new TextTableModel(provider, patchColumns(), this)),
      m_table(new TextTable(provider, *m_model, tr("Patches of the series"), this)),
      m_text(new PatchTextView(provider, this)),
      m_rest(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::muted, this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(provider, Glyph::MarkTodo, tr("Nothing is committed yet"),
                             tr("Each commit of the port branch becomes a patch. Commit what was "
                                "decided in Review."),
                             this)),
      m_error(new ErrorPanel(provider, this))
{
    setObjectName(QStringLiteral("patchesPage"));
    m_table->setObjectName(QStringLiteral("patchesTable"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_text->setObjectName(QStringLiteral("patchText"));
    m_text->setAccessibleName(tr("Text of the patch"));
    m_rest->setContentsMargins(12, 4, 12, 4);
    m_rest->hide();
    auto* below = new Surface(provider, &ThemeColours::base, this);
    auto* inner = new QVBoxLayout(below);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(m_text, 1);
    inner->addWidget(m_rest);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(below);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({150, 450});
    m_pages->addWidget(m_empty);
    m_pages->addWidget(splitter);
    m_pages->addWidget(m_error);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    connect(m_table, &TextTable::currentIdChanged, this, &PatchesView::showText);
    connect(m_error, &ErrorPanel::retryRequested, this, &PatchesView::retryRequested);
}

PatchesView::~PatchesView()
{
    m_cancel.cancel();
}

void PatchesView::show(const std::shared_ptr<const ProjectState>& state)
{
    m_cancel.cancel();
    m_cancel = CancelToken();
    const int request = ++m_request;
    const auto make = [state, known = m_stamp, cancel = m_cancel]() -> Result<Series> {
        const Result<QByteArray> stamp = patchesStamp(*state);
        if (!stamp) {
            return stamp.error();
        }
        if (known == *stamp) {
            return Series{*stamp, std::nullopt}; // not for every decision
        }
        Result<QVector<PatchText>> patches = portPatches(*state, cancel);
        if (!patches) {
            return patches.error();
        }
        return Series{*stamp, *std::move(patches)};
    };
    whenDone(QtConcurrent::run(make), this, [this, request](const Result<Series>& made) {
        if (request == m_request) {
            showSeries(made);
            Q_EMIT shown();
        }
    });
}

void PatchesView::showSeries(const Result<Series>& made)
{
    if (!made) {
        m_stamp.reset();
        m_error->setError(made.error(), tr("All else of the report works."));
        m_pages->setCurrentWidget(m_error);
    } else if (made->patches) {
        m_stamp = made->stamp;
        showPatches(*made->patches);
    }
}

void PatchesView::leave()
{
    m_cancel.cancel();
    ++m_request;
    m_stamp.reset();
    showPatches({});
}

void PatchesView::showPatches(const QVector<PatchText>& patches)
{
    m_patches = patches;
    QVector<TextRow> rows;
    for (const PatchText& patch : patches) {
        TextRow row{patch.name, QVector<TextCell>(4)};
        row.cells[0].text = visibleText(patch.name);
        int column = 0;
        for (const int number : {patch.files, patch.added, patch.removed}) {
            row.cells[++column].text = countText(number);
            row.cells[column].sort = number;
        }
        rows.append(row);
    }
    const QString before = m_table->currentId();
    m_model->setRows(rows);
    m_pages->setCurrentIndex(patches.isEmpty() ? 0 : 1);
    if (!patches.isEmpty() && m_table->currentId().isEmpty()) {
        m_table->setCurrentId(patches.first().name);
    }
    if (m_table->currentId() == before) {
        showText(before); // the same name, another text
    }
}

void PatchesView::showText(const QString& name)
{
    for (const PatchText& patch : std::as_const(m_patches)) {
        if (patch.name != name) {
            continue;
        }
        if (patch.bytes != m_shown) {
            m_shown = patch.bytes;
            m_text->showBytes(patch.bytes, name == m_shownName);
        }
        m_shownName = name;
        m_rest->setVisible(patch.size > patch.bytes.size());
        m_rest->setText(tr("The first %1 of %2 bytes; the exported file has all of them.")
                            .arg(countText(patch.bytes.size()), countText(patch.size)));
        return;
    }
    m_shown.clear();
    m_shownName.clear();
    m_text->showNothing();
    m_rest->hide();
}

} // namespace rocport
