#include "ui/review/placespanel.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/projectsources.h"
#include "ui/messages/messages.h"
#include "ui/review/foundlinedelegate.h"
#include "ui/review/searchmodel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTreeView>
#include <QVBoxLayout>

#include <array>

namespace rocport {

PlacesPanel::PlacesPanel(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_session(session), m_provider(provider), m_model(new SearchModel(this))
{
    setObjectName(QStringLiteral("placesPanel"));
    setAccessibleName(tr("Places of the inventory"));
    build();
    connect(&session, &ProjectSession::stateChanged, this, &PlacesPanel::stateChanged);
    connect(&session, &ProjectSession::opened, this, &PlacesPanel::stateChanged);
    connect(&session, &ProjectSession::closed, this, &PlacesPanel::stateChanged);
}

PlacesPanel::~PlacesPanel()
{
    m_cancel.cancel();
}

void PlacesPanel::build()
{
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, this);
    m_title = new ElidedLabel(m_provider, TextStep::BodyStrong);
    m_title->setObjectName(QStringLiteral("placesTitle"));
    m_parts = new SegmentedControl(m_provider, header);
    m_parts->setObjectName(QStringLiteral("placesParts"));
    m_parts->setAccessibleName(tr("Uses to list"));
    for (const QString& name :
         {tr("All"), tr("Supported"), tr("Experimental"), tr("Unsupported")}) {
        m_parts->addSegment(name);
    }
    m_parts->setCurrent(0);
    connect(m_parts, &SegmentedControl::currentChanged, this, &PlacesPanel::partChosen);
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, header);
    close->setObjectName(QStringLiteral("placesClose"));
    close->setProperty("compact", true);
    close->setToolTip(tr("Close the list (Esc)"));
    connect(close, &QPushButton::clicked, this, &PlacesPanel::closeRequested);
    header->row()->setSpacing(8);
    header->row()->addWidget(m_title, 1);
    header->row()->addWidget(m_parts);
    header->row()->addWidget(close);
    m_table = new QTreeView(this);
    m_table->setObjectName(QStringLiteral("placesTable"));
    m_table->setAccessibleName(tr("Places"));
    m_table->setModel(m_model);
    m_table->setRootIsDecorated(false);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->header()->setSectionsMovable(false);
    QVector<TableColumn> columns(SearchModel::ColumnCount);
    columns[SearchModel::PlaceColumn] = {ElideAs::Path, true, false, false, 200};
    columns[SearchModel::TextColumn] = {ElideAs::Sentence, false, true, false, 240};
    fitColumns(*m_table, m_provider, columns, new FoundLineDelegate(m_provider, *m_model, m_table));
    connect(m_table, &QTreeView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT lineChosen(m_model->lines()[index.row()]); });
    setFocusProxy(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(m_table, 1);
}

void PlacesPanel::open(const InventoryCount& count)
{
    const bool same = m_count && m_count->isSameRow(count) && !m_loading &&
                      m_scan == (m_session.state() ? m_session.state()->scan.get() : nullptr);
    m_count = count;
    m_parts->setVisible(count.kind == InventoryCount::Kind::Library);
    {
        const QSignalBlocker quiet(m_parts);
        m_parts->setCurrent(count.support ? static_cast<int>(*count.support) + 1 : 0);
    }
    if (same) {
        fill();
    } else {
        load();
    }
    m_table->setFocus(Qt::OtherFocusReason);
}

void PlacesPanel::stop()
{
    ++m_request;
    m_cancel.cancel();
    m_loading = false;
    m_count.reset();
}

void PlacesPanel::clear()
{
    stop();
    m_scan = nullptr;
    m_places = {};
    m_model->clear();
    m_title->setText({});
    for (int part = 0; part <= static_cast<int>(ApiSupport::Unsupported) + 1; ++part) {
        m_parts->setCount(part, 0);
    }
}

void PlacesPanel::load()
{
    m_cancel.cancel();
    m_cancel = CancelToken();
    m_model->clear();
    m_places = {};
    m_loading = true;
    m_scan = m_session.state() ? m_session.state()->scan.get() : nullptr;
    m_title->setText(tr("%1: looking for the places…").arg(m_count->title));
    const int request = ++m_request;
    whenDone(m_session.sources().inventoryPlaces(*m_count, m_cancel), this,
             [this, request](const Result<InventoryPlaces>& places) {
                 if (request != m_request) {
                     return; // something else was asked for since
                 }
                 m_loading = false;
                 if (places) {
                     m_places = *places;
                     fill();
                 } else {
                     m_title->setText(messageFor(places.error()));
                 }
             });
}

void PlacesPanel::partChosen(int part)
{
    if (m_count) {
        m_count->support =
            part == 0 ? std::nullopt : std::optional(static_cast<ApiSupport>(part - 1));
        if (!m_loading) {
            fill();
        }
    }
}

void PlacesPanel::fill()
{
    std::array<int, 3> bySupport{};
    QVector<FoundLine> lines;
    QSet<RepoPath> files;
    int uses = 0;
    int listed = 0;
    for (const CountedPlace& place : std::as_const(m_places.places)) {
        FoundLine found;
        found.path = place.path;
        found.side = HitSide::Original;
        found.line = found.shownLine = place.line;
        QVector<TextMatch> hits;
        for (const CountedPlace::Hit& hit : place.hits) {
            ++bySupport.at(static_cast<size_t>(hit.support));
            if (!m_count->support || hit.support == *m_count->support) {
                hits.append({hit.start, hit.length});
            }
        }
        if (!place.hits.isEmpty() && hits.isEmpty()) {
            continue;
        }
        uses += m_count->support ? static_cast<int>(hits.size()) : place.uses;
        ++listed;
        files.insert(place.path);
        if (lines.size() >= kLimit) {
            continue;
        }
        if (hits.isEmpty()) {
            found.text = QString::fromUtf8(place.text);
        } else {
            found.start = static_cast<int>(hits.first().start);
            found.length = static_cast<int>(hits.first().length);
            showLine(found, place.text, hits);
        }
        lines.append(found);
    }
    m_model->clear();
    m_model->append(lines);
    m_parts->setCount(0, bySupport[0] + bySupport[1] + bySupport[2]);
    for (int i = 0; i < static_cast<int>(bySupport.size()); ++i) {
        m_parts->setCount(i + 1, bySupport.at(static_cast<size_t>(i)));
    }
    const QString filesText = counted(files.size(), tr("file"), tr("files"));
    const QString linesText = counted(listed, tr("line"), tr("lines"));
    const bool library = m_count->kind == InventoryCount::Kind::Library;
    QString text = m_count->kind == InventoryCount::Kind::Language
                       ? tr("%1: %2").arg(m_count->title, filesText)
                       : tr("%1: %2 on %3 in %4")
                             .arg(m_count->title,
                                  library ? counted(uses, tr("use"), tr("uses"))
                                          : counted(uses, tr("place"), tr("places")),
                                  linesText, filesText);
    if (listed > lines.size()) {
        text += tr("; the first %1 are listed").arg(counted(lines.size(), tr("line"), tr("lines")));
    }
    if (!m_places.note.isEmpty()) {
        text += tr("; listed: %1").arg(m_places.note);
    }
    if (m_places.unreadable > 0) {
        text +=
            tr("; %1 could not be read").arg(counted(m_places.unreadable, tr("file"), tr("files")));
    }
    m_title->setText(text);
    m_table->setAccessibleDescription(text);
    m_table->setCurrentIndex(m_model->index(0, 0));
}

void PlacesPanel::stateChanged()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const void* scan = state ? state->scan.get() : nullptr;
    if (scan == m_scan || !m_count) {
        return;
    }
    if (scan != nullptr) {
        load();
    } else {
        clear();
    }
}

void PlacesPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closeRequested();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace rocport
