#include "ui/rules/packresultmodel.h"

#include "core/base/wording.h"
#include "ui/theme/glyph.h"

namespace rocport {

namespace {

constexpr quintptr kResultGroup = 0; // internal id of groups; of their rows: 1 + the group's row

} // namespace

PackResultModel::PackResultModel(ThemeProvider& provider, QObject* parent)
    : QAbstractItemModel(parent), m_provider(provider)
{
}

/// The groups stay, so that views keep what is open and selected there.
void PackResultModel::replaceRows(int group, int rows, const std::function<void()>& change)
{
    const QModelIndex parent = index(group, 0);
    if (const int before = rowCount(parent); before > 0) {
        beginRemoveRows(parent, 0, before - 1);
        (group == 0 ? m_problems.clear() : m_preview.places.clear());
        endRemoveRows();
    }
    if (rows > 0) {
        beginInsertRows(parent, 0, rows - 1);
        change();
        endInsertRows();
    } else {
        change();
    }
    Q_EMIT dataChanged(parent, index(group, ColumnCount - 1));
}

void PackResultModel::clear()
{
    m_checked = false;
    replaceRows(0, 0, [] {});
    setWaiting({});
}

void PackResultModel::setProblems(const QVector<Error>& problems, int samples)
{
    replaceRows(0, static_cast<int>(problems.size()), [&] {
        m_problems = problems;
        m_samples = samples;
        m_checked = true;
    });
}

void PackResultModel::setWaiting(const QString& text)
{
    replaceRows(1, 0, [&] {
        m_preview = {};
        m_waiting = text;
    });
}

void PackResultModel::setPreview(const RulePreview& preview)
{
    replaceRows(1, static_cast<int>(preview.places.size()), [&] {
        m_preview = preview;
        m_waiting.clear();
    });
}

QModelIndex PackResultModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : kResultGroup);
}

QModelIndex PackResultModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kResultGroup) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, kResultGroup);
}

int PackResultModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return 2;
    }
    if (parent.internalId() != kResultGroup || parent.column() != 0) {
        return 0;
    }
    return static_cast<int>(parent.row() == 0 ? m_problems.size() : m_preview.places.size());
}

int PackResultModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QString PackResultModel::groupText(int group) const
{
    if (group == 0) {
        if (!m_checked) {
            return tr("Checking");
        }
        const QString samples = counted(m_samples, tr("sample"), tr("samples"));
        return m_problems.isEmpty()
                   ? tr("No problems, %1").arg(samples)
                   : tr("%1, %2").arg(counted(m_problems.size(), tr("problem"), tr("problems")),
                                      samples);
    }
    if (m_preview.ruleId.isEmpty()) {
        return m_waiting.isEmpty() ? tr("No rule at the cursor") : m_waiting;
    }
    QString text;
    if (m_preview.count == 0) {
        text = tr("%1 finds nothing").arg(m_preview.ruleId);
    } else {
        text = tr("%1 finds %2 in %3")
                   .arg(m_preview.ruleId, counted(m_preview.count, tr("place"), tr("places")),
                        counted(m_preview.files, tr("file"), tr("files")));
    }
    if (m_preview.count > m_preview.places.size()) {
        text += tr(", the first %1 are shown").arg(m_preview.places.size());
    }
    text += tr(" (%1 read)").arg(counted(m_preview.read, tr("file"), tr("files")));
    return m_preview.problem.isEmpty() ? text : text + tr("; %1").arg(m_preview.problem);
}

QVariant PackResultModel::groupData(int group, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return column == PlaceColumn ? groupText(group) : QString();
    case Qt::FontRole:
        return m_provider.theme().font(TextStep::BodyMedium);
    case Qt::DecorationRole:
        if (column != PlaceColumn || group != 0 || !m_checked) {
            return {};
        }
        return m_problems.isEmpty() ? m_provider.icon(Glyph::MarkDone, &ThemeColours::ok)
                                    : m_provider.icon(Glyph::MarkAttention, &ThemeColours::warn);
    case LineRole:
        return 0;
    case PathRole:
        return QVariant::fromValue(RepoPath());
    default:
        return {};
    }
}

QVariant PackResultModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    if (index.internalId() == kResultGroup) {
        return groupData(index.row(), index.column(), role);
    }
    const bool isProblem = index.internalId() == kResultGroup + 1;
    const PreviewPlace place = isProblem ? PreviewPlace() : m_preview.places[index.row()];
    const int line = isProblem ? lineOf(m_problems[index.row()]) : place.line;
    const QString where =
        isProblem ? tr("Line %1").arg(line)
                  : QStringLiteral("%1:%2").arg(place.path.display(), QString::number(line));
    const QString text = isProblem ? m_problems[index.row()].detail : place.excerpt;
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == PlaceColumn ? where : text;
    case Qt::ToolTipRole:
        return text;
    case Qt::AccessibleTextRole:
        return index.column() == PlaceColumn ? QStringLiteral("%1: %2").arg(where, text) : text;
    case Qt::FontRole:
        return isProblem ? QVariant() : QVariant(m_provider.theme().font(TextStep::Code));
    case LineRole:
        return line;
    case PathRole:
        return QVariant::fromValue(place.path);
    default:
        return {};
    }
}

QVariant PackResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == PlaceColumn ? tr("Place") : tr("Text");
}

} // namespace rocport
