#include "ui/report/decisionstable.h"

#include "core/base/linerange.h"
#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/report/compose.h"
#include "ui/theme/listkeys.h"

#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

enum Column { WhenColumn, DecisionColumn, WhatColumn, PlaceColumn, ByColumn, NoteColumn, Columns };

QVector<TextColumn> decisionColumns()
{
    return {{DecisionsTable::tr("When"), 130, true},
            {DecisionsTable::tr("Decision"), 110},
            {DecisionsTable::tr("Change or finding"), 220, false, false, true, false, true},
            {DecisionsTable::tr("Place"), 160, true, false, false, true, true},
            {DecisionsTable::tr("By"), 80},
            {DecisionsTable::tr("Note"), 140, false, false, false, false, true}};
}

TextRow row(const QString& id, const QString& decision, Mark mark, const QString& what)
{
    TextRow made{id, QVector<TextCell>(Columns)};
    made.cells[DecisionColumn].text = decision;
    made.cells[DecisionColumn].mark = mark;
    made.cells[WhatColumn].text = visibleText(what);
    return made;
}

TextRow changeRow(const ReportChange& change)
{
    const Hunk& hunk = *change.hunk;
    TextRow made = row(QString::fromLatin1(hunk.key.toHex()), decisionName(change.decision),
                       changeMark(change.decision, change.verdict), hunk.title);
    if (change.time.isValid()) {
        made.cells[WhenColumn].text =
            change.time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    }
    made.cells[WhenColumn].sort = change.time;
    made.cells[DecisionColumn].toolTip =
        DecisionsTable::tr("%1. NVIDIA path: %2")
            .arg(decisionName(change.decision), verdictName(change.verdict));
    made.cells[PlaceColumn].text = placeText(hunk.targetPath, hunk.firstLine);
    made.cells[ByColumn].text = visibleText(change.author);
    QStringList notes;
    for (const QString& note : {change.overrideReason, change.note}) {
        if (!note.isEmpty()) {
            notes.append(visibleText(note));
        }
    }
    made.cells[NoteColumn].text = notes.join(QStringLiteral("; "));
    return made;
}

void addChanges(const ReportModel& report, DecisionRows& made)
{
    QVector<const ReportChange*> changes;
    for (const ReportPhase& phase : report.phases) {
        for (const ReportChange& change : phase.changes) {
            if (change.decision != DecisionKind::Open) {
                changes.append(&change);
            }
        }
    }
    std::stable_sort(
        changes.begin(), changes.end(),
        [](const ReportChange* a, const ReportChange* b) { return a->time > b->time; });
    for (const ReportChange* change : std::as_const(changes)) {
        made.rows.append(changeRow(*change));
        made.changes.insert(made.rows.last().id, change->hunk->key);
    }
}

void addFindings(const ReportModel& report, DecisionRows& made)
{
    for (const ReportPhase& phase : report.phases) {
        for (const ReportTicked& ticked : phase.ticked) {
            const bool done = ticked.state == FindingState::Done;
            const QString id =
                QStringLiteral("finding ") + QString::fromLatin1(ticked.finding->id.toHex());
            TextRow one =
                row(id, done ? DecisionsTable::tr("Done") : DecisionsTable::tr("Not needed"),
                    {done ? Glyph::MarkDone : Glyph::MarkSkipped,
                     done ? &ThemeColours::okFill : &ThemeColours::control},
                    ticked.finding->message);
            one.cells[PlaceColumn].text = placeText(ticked.finding->path, ticked.finding->line);
            one.cells[NoteColumn].text = visibleText(ticked.note);
            made.rows.append(one);
            made.places.insert(id,
                               {ticked.finding->path, ticked.finding->line, PlaceSide::Original});
        }
    }
}

void addOthers(const ReportModel& report, DecisionRows& made)
{
    for (const ReportOrphan& lost : report.orphaned) {
        TextRow one = row(QStringLiteral("lost ") + QString::fromLatin1(lost.key.toHex()),
                          lost.conflict ? DecisionsTable::tr("In conflict")
                                        : DecisionsTable::tr("Without a place"),
                          {Glyph::MarkAttention, &ThemeColours::warn}, lost.title);
        one.cells[PlaceColumn].text = placeText(lost.path, lost.line);
        one.cells[NoteColumn].text = visibleText(lost.note);
        made.rows.append(one);
    }
    for (const PlanOverride& planOverride : report.overrides) {
        TextRow one =
            row(QStringLiteral("plan ") + planOverride.subject, DecisionsTable::tr("Overridden"),
                {Glyph::MarkAttention, &ThemeColours::warn},
                DecisionsTable::tr("Plan: %1").arg(planOverride.subject));
        one.cells[NoteColumn].text = visibleText(planOverride.reason);
        made.rows.append(one);
    }
    for (auto off = report.rulesOff.begin(); off != report.rulesOff.end(); ++off) {
        TextRow one = row(QStringLiteral("rule ") + off.key(), DecisionsTable::tr("Rule off"),
                          {Glyph::MarkSkipped, &ThemeColours::control}, off.key());
        one.cells[NoteColumn].text = visibleText(*off);
        made.rows.append(one);
    }
}

} // namespace

DecisionRows decisionRows(const ReportModel& report)
{
    DecisionRows made;
    addChanges(report, made);
    addFindings(report, made);
    addOthers(report, made);
    return made;
}

DecisionsTable::DecisionsTable(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_filter(new SearchField(provider, tr("Filter decisions"), {}, Glyph::Filter, this)),
      m_count(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::muted, this)),
      m_model(new TextTableModel(provider, decisionColumns(), this)),
      m_table(new TextTable(provider, *m_model, tr("Decisions and overrides"), this)),
      m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(provider, Glyph::MarkTodo, tr("Nothing is decided yet"),
                             tr("What is accepted, rejected or deferred in Review is listed "
                                "here, with who decided it and why."),
                             this))
{
    setObjectName(QStringLiteral("decisionsPage"));
    m_filter->setObjectName(QStringLiteral("decisionFilter"));
    m_filter->setAccessibleName(tr("Filter decisions"));
    m_count->setObjectName(QStringLiteral("decisionCount"));
    m_table->setObjectName(QStringLiteral("decisionsTable"));
    m_table->setFrameShape(QFrame::NoFrame);
    auto* listed = new Surface(provider, &ThemeColours::base, this);
    auto* header = new PanelHeader(provider, 40, &ThemeColours::base, listed);
    header->row()->setSpacing(8);
    header->row()->addWidget(m_filter, 1);
    header->row()->addWidget(m_count);
    auto* inner = new QVBoxLayout(listed);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    inner->addWidget(header);
    inner->addWidget(m_table, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(listed);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    joinFilter(*m_filter, [this] { return m_table; });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_table->setFilter(words);
        updateCount();
    });
    connect(m_table, &TextTable::idActivated, this, [this](const QString& id) {
        if (const auto change = m_rows.changes.constFind(id); change != m_rows.changes.cend()) {
            Q_EMIT changeRequested(*change);
        } else if (const auto place = m_rows.places.constFind(id); place != m_rows.places.cend()) {
            Q_EMIT placeRequested(*place);
        }
    });
}

void DecisionsTable::show(QFuture<ReportModel> report)
{
    const int request = ++m_request;
    whenDoneInPool(report, this, &decisionRows, [this, request](const DecisionRows& rows) {
        if (request == m_request) {
            showRows(rows);
        }
    });
}

void DecisionsTable::showRows(const DecisionRows& rows)
{
    m_rows = rows;
    m_model->setRows(rows.rows);
    m_pages->setCurrentIndex(rows.rows.isEmpty() ? 0 : 1);
    updateCount();
}

void DecisionsTable::updateCount()
{
    const int shown = m_table->sorted().rowCount();
    const auto all = static_cast<int>(m_rows.rows.size());
    m_count->setText(shown == all ? counted(all, tr("row"), tr("rows"))
                                  : tr("%1 of %2").arg(countText(shown), countText(all)));
}

} // namespace rocport
