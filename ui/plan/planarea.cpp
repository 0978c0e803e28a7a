#include "ui/plan/planarea.h"

#include "core/base/wording.h"
#include "core/store/checksteps.h"
#include "ui/plan/decisiontreeview.h"
#include "ui/plan/evidencemodel.h"
#include "ui/plan/inventorymodel.h"
#include "ui/plan/overrideform.h"
#include "ui/theme/typedtext.h"
#include "ui/theme/uisettings.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeView>

namespace rocport {

namespace {

enum Page { ContentPage, ScanPage, ErrorPage, EmptyPage, BlankPage };

/// When and what was scanned, the longest first: "Scanned 14:02, 418 files in 3.1 s".
QStringList scannedTexts(const ProjectState& state)
{
    if (!state.scan) {
        return {};
    }
    const QLocale locale;
    const QDateTime when = state.scannedAt.toLocalTime();
    const QString time = when.date() == QDate::currentDate()
                             ? locale.toString(when.time(), QStringLiteral("HH:mm"))
                             : locale.toString(when, QStringLiteral("d MMM HH:mm"));
    const QString files =
        counted(state.scan->inventory.files, PlanArea::tr("file"), PlanArea::tr("files"));
    return {PlanArea::tr("Scanned %1, %2 in %3 s")
                .arg(time, files, locale.toString(double(state.scan->elapsedMs) / 1000.0, 'f', 1)),
            PlanArea::tr("Scanned %1, %2").arg(time, files), PlanArea::tr("Scanned %1").arg(time)};
}

/// The first phase that runs and has open changes.
std::optional<Phase> phaseToReview(const ProjectState& state)
{
    for (const PlanPhase& phase : state.plan.phases) {
        if (phase.run && state.counts.value(int(phase.phase)).open() > 0) {
            return phase.phase;
        }
    }
    return std::nullopt;
}

/// Rows of one height whose text keeps its colour when they are selected.
} // namespace

void PlanArea::expandAll()
{
    m_inventoryView->expandAll();
}

void PlanArea::setPhaseFilter(std::optional<Phase> phase)
{
    if (phase) {
        showSubject(phaseSubjectId(*phase));
    }
}

QStringList PlanArea::prepareToLeave(Leaving)
{
    return typedFields(*this).isEmpty() ? QStringList()
                                        : QStringList{tr("the reason that you typed in the plan")};
}

void PlanArea::setState(const std::shared_ptr<const ProjectState>& state)
{
    const bool newScan = !state || !m_state || state->scan != m_state->scan;
    m_state = state;
    m_plan->setPlan(state ? state->plan : Plan(), state ? state->counts : QVector<PhaseCounts>());
    m_outline->expandAll();
    if (newScan) {
        m_inventory->setScan(state ? state->scan : nullptr);
        if (state && state->scan) {
            m_error.reset();
        }
    }
    if (state && planSubject(state->plan, m_subject).id.isEmpty() && !state->plan.nodes.isEmpty()) {
        m_subject = state->plan.nodes.first().id;
    }
    m_form->setReadOnly(state && state->readOnly);
    updateHeader();
    updateLower();
    updatePage();
}

void PlanArea::setScanTask(const std::optional<TaskInfo>& task)
{
    if (!task || !m_task || task->id != m_task->id) {
        m_scanCancel->setEnabled(true);
        m_scanCancel->setText(tr("Cancel"));
    }
    if (task && !m_task) {
        m_cardDelay.start();
    }
    m_task = task;
    if (task) {
        m_error.reset();
        m_scanTitle->setText(
            task->total > 0 ? tr("Scanning %1").arg(counted(task->total, tr("file"), tr("files")))
                            : task->title);
        m_scanPercent->setText(task->total > 0
                                   ? QStringLiteral("%1 %").arg(100LL * task->done / task->total)
                                   : QString());
        m_scanBar->setProgress(task->done, task->total);
        m_scanFile->setText(task->detail);
    }
    updateHeader();
    updatePage();
}

void PlanArea::setScanError(const Error& error)
{
    m_error = error;
    m_failed->setError(error);
    updatePage();
}

void PlanArea::updatePage()
{
    if (m_state && m_state->scan) {
        m_pages->setCurrentIndex(ContentPage);
    } else if (m_task) {
        m_pages->setCurrentIndex(m_cardDelay.isActive() ? BlankPage : ScanPage);
    } else {
        m_pages->setCurrentIndex(m_error ? ErrorPage : EmptyPage);
    }
}

void PlanArea::updateHeader()
{
    if (!m_state) {
        return;
    }
    m_scannedTexts =
        m_task ? QStringList{tr("Scanning again; this plan is from %1")
                                 .arg(QLocale().toString(m_state->scannedAt.toLocalTime().time(),
                                                         QStringLiteral("HH:mm"))),
                             tr("Scanning again")}
               : scannedTexts(*m_state);
    m_rescan->setEnabled(!m_task);
    m_reviewPhase = phaseToReview(*m_state);
    m_review->setVisible(m_reviewPhase.has_value());
    if (m_reviewPhase) {
        m_review->setText(tr("Review phase %1").arg(int(*m_reviewPhase)));
    }
    fitHeader();
}

void PlanArea::fitHeader()
{
    // Where there is no room, what has a key or a menu entry goes first.
    const int room = m_header->width() - 24;
    int needed = m_mode->sizeHint().width() + 8;
    if (m_reviewPhase) {
        needed += m_review->sizeHint().width() + 8;
    }
    const int words = m_headerTitle->sizeHint().width() + 8;
    m_headerTitle->setVisible(needed + words <= room);
    needed += m_headerTitle->isHidden() ? 0 : words;
    // Of the scan as much as leaves the buttons their room, and never half a sentence.
    int buttons = 0;
    for (const QPushButton* button : {m_rescan, m_fit, m_zoom}) {
        buttons += button->sizeHint().width() + 8;
    }
    for (const QString& text : std::as_const(m_scannedTexts)) {
        m_scanned->setText(text);
        if (needed + m_scanned->sizeHint().width() + 8 + buttons <= room) {
            break;
        }
    }
    const int scanned = m_scanned->sizeHint().width() + 8;
    m_scanned->setVisible(!m_scannedTexts.isEmpty() && needed + scanned <= room);
    needed += m_scanned->isHidden() ? 0 : scanned;
    for (QPushButton* button : {m_rescan, m_fit, m_zoom}) {
        needed += button->sizeHint().width() + 8;
        button->setVisible(needed <= room);
    }
}

void PlanArea::resizeEvent(QResizeEvent* event)
{
    WorkArea::resizeEvent(event);
    if (!m_settings.value(splitKey()).isValid()) { // the user has not moved it
        const int inventory = qBound(320, width() * 307 / 1000, m_provider.theme().scaled(380));
        m_split->setSizes({width() - inventory - 1, inventory});
    }
    fitHeader();
}

bool PlanArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_header && event->type() == QEvent::Resize) {
        fitHeader();
    }
    if (event->type() == QEvent::Resize && watched == m_formViewport) {
        m_form->setAvailableWidth(m_formViewport->width());
    }
    if (m_inventoryView != nullptr && watched == m_inventoryView->viewport() &&
        event->type() == QEvent::MouseButtonRelease) {
        m_inventoryClick = static_cast<QMouseEvent*>(event)->pos();
    }
    if (m_inventoryView != nullptr && watched == m_inventoryView &&
        event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            showInventoryPlaces(m_inventoryView->currentIndex(), std::nullopt);
            return true;
        }
    }
    if (m_evidenceView != nullptr && watched == m_evidenceView &&
        event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool toggles = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
        if (toggles && toggleStep()) {
            return true;
        }
    }
    return WorkArea::eventFilter(watched, event);
}

void PlanArea::showSubject(const QString& id)
{
    if (id.isEmpty()) {
        return;
    }
    m_subject = id;
    updateLower();
}

void PlanArea::updateLower()
{
    const PlanSubject subject = planSubject(m_plan->plan(), m_subject);
    m_tree->setCurrent(subject.id);
    const QModelIndex index = m_plan->indexOf(subject.id);
    if (index.isValid() && m_outline->currentIndex().siblingAtColumn(0) != index) {
        const QSignalBlocker quiet(m_outline->selectionModel());
        m_outline->setCurrentIndex(index);
    }
    m_subjectTitle->setText(subject.title);
    QString note = subject.isPhase || subject.reason.isEmpty() ? subject.subtitle : subject.reason;
    if (subject.isPhase && !subject.reason.isEmpty()) {
        note += QStringLiteral(": ") + subject.reason;
    }
    m_subjectNote->setText(note);
    m_subjectState->setText(subject.stateText());
    m_subjectState->setTone(subject.overridden ? ChipTone::Warn
                            : subject.taken    ? ChipTone::Accent
                                               : ChipTone::Neutral);
    m_subjectState->setVisible(!subject.id.isEmpty());
    const std::optional<Phase> phase = phaseOfSubject(subject.id);
    const PhaseCounts counts =
        phase && m_state ? m_state->counts.value(int(*phase)) : PhaseCounts();
    m_subjectChanges->setText(counted(counts.open(), tr("open change"), tr("open changes")));
    m_subjectChanges->setVisible(counts.open() > 0);
    m_subjectFindings->setText(
        counted(counts.openFindings(), tr("open finding"), tr("open findings")));
    m_subjectFindings->setVisible(counts.openFindings() > 0);
    const int row =
        m_shownSubject == subject.id ? std::max(0, m_evidenceView->currentIndex().row()) : 0;
    m_shownSubject = subject.id;
    m_evidence->setSubject(subject);
    updateSteps(subject);
    const bool any = m_evidence->rowCount() > 0;
    m_evidenceStack->setCurrentWidget(any ? static_cast<QWidget*>(m_evidenceView) : m_noEvidence);
    m_noEvidence->setText(subject.isPhase ? tr("This phase has no checklist.")
                                          : tr("Nothing in the repository points to this answer."));
    if (any) {
        m_evidenceView->setCurrentIndex(
            m_evidence->index(std::min(row, m_evidence->rowCount() - 1), 0));
    }
    m_form->setSubject(subject);
}

/// Which steps are done.
void PlanArea::updateSteps(const PlanSubject& subject)
{
    const std::optional<Phase> phase = phaseOfSubject(subject.id);
    m_evidenceView->setAccessibleName(subject.isPhase ? tr("Checklist") : tr("Evidence"));
    if (!phase || !m_state || subject.checklist.isEmpty()) {
        return;
    }
    QVector<bool> done;
    for (const QString& step : subject.checklist) {
        done.append(m_state->decisions.kind(stepKey(*phase, step)) == DecisionKind::Accepted);
    }
    m_evidence->setDone(done, !m_state->readOnly);
}

bool PlanArea::toggleStep()
{
    const int row = m_evidenceView->currentIndex().row();
    if (row < 0 || m_evidence->step(row).isEmpty()) {
        return false;
    }
    return m_evidence->setData(m_evidence->index(row, EvidenceModel::PlaceColumn),
                               m_evidence->isDone(row) ? Qt::Unchecked : Qt::Checked,
                               Qt::CheckStateRole);
}

void PlanArea::clearOverrides(const QString& subject, const QString& except)
{
    // The first question has three names: itself and its two answers. An override of one shows at
    // all.
    const QStringList first{QStringLiteral("kernels"), QStringLiteral("python-only"),
                            QStringLiteral("dependencies")};
    const QStringList names = first.contains(subject) ? first : QStringList{subject};
    if (!m_state) {
        return;
    }
    const auto state = m_state; // a new one may come while this goes on
    for (const PlanOverride& each : state->overrides) {
        if (names.contains(each.subject) && each.subject != except) {
            Q_EMIT clearOverrideRequested(each.subject);
        }
    }
}

void PlanArea::showInventoryPlaces(const QModelIndex& index, const std::optional<QPoint>& at)
{
    std::optional<InventoryCount> count = m_inventory->countOf(index);
    if (!count) {
        return;
    }
    if (at && count->kind == InventoryCount::Kind::Library) {
        const auto* delegate =
            static_cast<const InventoryDelegate*>(m_inventoryView->itemDelegate());
        count->support = delegate->supportAt(m_inventoryView->visualRect(index), *at);
    }
    Q_EMIT placesRequested(*count);
}

} // namespace rocport
