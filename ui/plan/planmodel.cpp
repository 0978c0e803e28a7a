#include "ui/plan/planmodel.h"

#include "ui/theme/glyph.h"

#include <QCoreApplication>

namespace rocport {

namespace {

const auto kPhasePrefix = QStringLiteral("phase-");

const PlanPhase* phaseOf(const Plan& plan, const QString& id)
{
    if (!id.startsWith(kPhasePrefix)) {
        return nullptr;
    }
    const int number = QStringView(id).mid(kPhasePrefix.size()).toInt();
    for (const PlanPhase& phase : plan.phases) {
        if (int(phase.phase) == number) {
            return &phase;
        }
    }
    return nullptr;
}

const PlanNode* nodeOf(const Plan& plan, const QString& id)
{
    for (const PlanNode& node : plan.nodes) {
        if (node.id == id) {
            return &node;
        }
    }
    return nullptr;
}

} // namespace

QString phaseSubjectId(Phase phase)
{
    return kPhasePrefix + QString::number(int(phase));
}

std::optional<Phase> phaseOfSubject(const QString& id)
{
    if (!id.startsWith(kPhasePrefix)) {
        return std::nullopt;
    }
    bool ok = false;
    const int number = QStringView(id).mid(kPhasePrefix.size()).toInt(&ok);
    return ok && number >= 0 && number < kPhaseCount ? std::optional(static_cast<Phase>(number))
                                                     : std::nullopt;
}

QString phaseShortName(Phase phase)
{
    static constexpr std::array kNames = {QT_TRANSLATE_NOOP("rocport::Words", "Environment"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Detection"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Source"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Wavefront"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Build"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Libraries"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Compile"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Graphs"),
                                          QT_TRANSLATE_NOOP("rocport::Words", "Verification")};
    return QCoreApplication::translate("rocport::Words", kNames[static_cast<size_t>(phase)]);
}

PlanSubject planSubject(const Plan& plan, const QString& id)
{
    PlanSubject subject;
    if (const PlanPhase* phase = phaseOf(plan, id)) {
        subject.id = id;
        subject.isPhase = true;
        subject.title = phaseName(phase->phase);
        subject.subtitle =
            QCoreApplication::translate("rocport::PlanSubject", "Phase %1").arg(int(phase->phase));
        subject.taken = phase->run;
        subject.detected = phase->detectedRun;
        subject.overridden = phase->overridden;
        subject.reason = phase->reason;
        subject.checklist = phase->checklist;
    } else if (const PlanNode* node = nodeOf(plan, id)) {
        subject.id = id;
        subject.title = node->title;
        subject.subtitle = node->subtitle;
        subject.isQuestion = node->isQuestion;
        subject.isRoot = node->parent.isEmpty();
        subject.taken = node->taken;
        subject.detected = node->detected;
        subject.overridden = node->overridden;
        subject.reason = node->overridden ? node->overrideReason : node->note;
        subject.evidence = node->evidence;
        subject.evidenceCount = node->evidenceCount;
    }
    return subject;
}

QString PlanSubject::stateText() const
{
    const char* const context = "rocport::PlanSubject";
    const auto tr = [context](const char* text) {
        return QCoreApplication::translate(context, text);
    };
    if (isPhase) {
        if (overridden) {
            return taken ? tr("Runs, overridden") : tr("Skipped, overridden");
        }
        return taken ? tr("Runs, detected") : tr("Skipped, detected");
    }
    if (overridden) {
        return taken ? tr("Taken, overridden") : tr("Not taken, overridden");
    }
    return taken ? tr("Taken, detected") : tr("Not taken, detected");
}

int PlanModel::add(const QString& id, int parent)
{
    const int at = int(m_entries.size());
    QVector<int>& siblings = parent < 0 ? m_roots : m_entries[parent].children;
    const int row = int(siblings.size());
    siblings.append(at); // before the entries move
    m_entries.append({id, parent, row, {}});
    return at;
}

void PlanModel::setPlan(const Plan& plan, const QVector<PhaseCounts>& counts)
{
    beginResetModel();
    m_plan = plan;
    m_counts = counts;
    m_entries.clear();
    m_roots.clear();
    QHash<QString, int> places;
    for (const PlanNode& node : m_plan.nodes) {
        places.insert(node.id, add(node.id, places.value(node.parent, -1)));
    }
    if (!m_plan.phases.isEmpty()) {
        const int group = add({}, -1);
        for (const PlanPhase& phase : m_plan.phases) {
            add(phaseSubjectId(phase.phase), group);
        }
    }
    endResetModel();
}

PhaseState PlanModel::state(Phase phase) const
{
    for (const PlanPhase& planned : m_plan.phases) {
        if (planned.phase == phase) {
            return phaseState(planned, m_counts.value(int(phase)));
        }
    }
    return PhaseState::Todo;
}

QModelIndex PlanModel::indexOf(const QString& id) const
{
    for (int i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].id == id && !id.isEmpty()) {
            return createIndex(m_entries[i].row, 0, quintptr(i));
        }
    }
    return {};
}

QModelIndex PlanModel::index(int row, int column, const QModelIndex& parent) const
{
    if (column < 0 || column >= ColumnCount || row < 0 ||
        (parent.isValid() && parent.column() != 0)) {
        return {};
    }
    const QVector<int>& rows =
        parent.isValid() ? m_entries[int(parent.internalId())].children : m_roots;
    return row < rows.size() ? createIndex(row, column, quintptr(rows[row])) : QModelIndex();
}

QModelIndex PlanModel::parent(const QModelIndex& child) const
{
    if (!child.isValid()) {
        return {};
    }
    const int above = m_entries[int(child.internalId())].parent;
    return above < 0 ? QModelIndex() : createIndex(m_entries[above].row, 0, quintptr(above));
}

int PlanModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return int(m_roots.size());
    }
    return parent.column() == 0 ? int(m_entries[int(parent.internalId())].children.size()) : 0;
}

int PlanModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant PlanModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Entry& entry = m_entries[int(index.internalId())];
    if (entry.id.isEmpty()) {
        return role == Qt::DisplayRole && index.column() == 0 ? tr("Phases") : QVariant();
    }
    const PlanSubject subject = planSubject(m_plan, entry.id);
    switch (role) {
    case IdRole:
        return entry.id;
    case TakenRole:
        return subject.taken;
    case Qt::DisplayRole:
        if (index.column() == TitleColumn) {
            return subject.isPhase ? QStringLiteral("%1 %2").arg(entry.row).arg(subject.title)
                                   : subject.title;
        }
        return index.column() == StateColumn ? subject.stateText() : subject.reason;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(subject.title, subject.stateText());
    case Qt::ToolTipRole:
        return subject.reason.isEmpty() ? QVariant() : subject.reason;
    default:
        return {};
    }
}

QVariant PlanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case TitleColumn:
        return tr("Question or answer");
    case StateColumn:
        return tr("State");
    case ReasonColumn:
        return tr("Reason");
    default:
        return {};
    }
}

} // namespace rocport
