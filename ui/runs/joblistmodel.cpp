#include "ui/runs/joblistmodel.h"

#include "core/project/nodes/matrixrequest.h"
#include "ui/runs/runtext.h"
#include "ui/theme/elide.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace rocport {

namespace {

QString headingOf(const JobEntry& job, const QDateTime& now)
{
    if (!isEnded(job.status.state)) {
        return JobListModel::tr("Now");
    }
    const QDateTime ended = job.status.ended.isValid() ? job.status.ended : job.spec.created;
    const qint64 days = ended.toLocalTime().date().daysTo(now.toLocalTime().date());
    return days <= 0   ? JobListModel::tr("Earlier today")
           : days == 1 ? JobListModel::tr("Yesterday")
                       : JobListModel::tr("Older");
}

bool fits(const JobEntry& job, const QString& number, const QStringList& words,
          const QString& nodeId)
{
    if (!nodeId.isEmpty() && job.spec.node.id != nodeId) {
        return false;
    }
    const QString text = job.spec.title + u' ' + jobLine(job) + u' ' + job.spec.id + number;
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace

void JobListModel::set(const std::shared_ptr<const RemoteState>& state, const QString& filter,
                       const QString& nodeId, const QDateTime& now)
{
    const QHash<QString, int> numbers = jobNumbers(*state);
    const QStringList words = filter.split(u' ', Qt::SkipEmptyParts);
    QVector<JobEntry> jobs;
    std::copy_if(
        state->jobs.begin(), state->jobs.end(), std::back_inserter(jobs), [&](const JobEntry& job) {
            return fits(job, QStringLiteral(" #%1").arg(numbers.value(job.spec.id)), words, nodeId);
        });
    QVector<Row> found = rowsOf(jobs, *state, numbers);
    std::stable_sort(found.begin(), found.end(), [](const Row& a, const Row& b) {
        return !isEnded(a.job.status.state) && isEnded(b.job.status.state);
    });
    QVector<Row> rows;
    QString heading = tr("Now"); // what goes on needs no heading on top
    for (const Row& row : std::as_const(found)) {
        if (const QString own = headingOf(row.job, now); own != heading) {
            heading = own;
            rows.append({own, {}, 0, {}, {}, {}});
        }
        rows.append(row);
    }
    const bool same =
        rows.size() == m_rows.size() &&
        std::equal(rows.begin(), rows.end(), m_rows.begin(), [](const Row& a, const Row& b) {
            return a.heading == b.heading && a.job.spec.id == b.job.spec.id && a.matrix == b.matrix;
        });
    m_now = now;
    if (same) {
        m_rows = rows;
        if (!rows.isEmpty()) {
            Q_EMIT dataChanged(index(0), index(static_cast<int>(rows.size()) - 1));
        }
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

/// A matrix stands where the newest of its cells that fit does, and tells of all of them.
QVector<JobListModel::Row> JobListModel::rowsOf(const QVector<JobEntry>& jobs,
                                                const RemoteState& state,
                                                const QHash<QString, int>& numbers)
{
    QHash<QString, Matrix> matrices;
    QVector<Matrix> all = matricesOf(state.jobs);
    for (Matrix& matrix : all) {
        addRuns(matrix, state.runs);
        matrices.insert(matrix.id, matrix);
    }
    QHash<QString, qsizetype> places; // in rows, by matrix
    QVector<Row> rows;
    for (const JobEntry& job : jobs) {
        const QString id = job.replayed ? QString() : matrixIdOf(job.spec);
        if (id.isEmpty()) {
            rows.append({{}, job, numbers.value(job.spec.id), {}, {}, {}});
            continue;
        }
        if (!places.contains(id)) {
            const Matrix matrix = matrices.value(id);
            Row row;
            row.job = job;
            row.job.spec.title = tr("Matrix %1").arg(matrix.title);
            row.job.status = matrixStatus(matrix);
            row.matrix = id;
            row.line = matrix.nodeName + QStringLiteral(", ") + matrix.sentence();
            places.insert(id, rows.size());
            rows.append(row);
        }
        rows[places.value(id)].cells.insert(job.spec.id);
    }
    return rows;
}

void JobListModel::tick(const QDateTime& now)
{
    m_now = now;
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].heading.isEmpty() && !isEnded(m_rows[row].job.status.state)) {
            Q_EMIT dataChanged(index(row), index(row), {TimeRole});
        }
    }
}

QModelIndex JobListModel::indexOf(const QString& id) const
{
    for (int row = 0; row < m_rows.size() && !id.isEmpty(); ++row) {
        const Row& one = m_rows.at(row);
        if (one.heading.isEmpty() &&
            (one.matrix.isEmpty() ? one.job.spec.id == id
                                  : one.matrix == id || one.cells.contains(id))) {
            return index(row);
        }
    }
    return {};
}

int JobListModel::jobCount() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
                                          [](const Row& row) { return row.heading.isEmpty(); }));
}

int JobListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant JobListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = m_rows[index.row()];
    if (!row.heading.isEmpty()) {
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(row.heading)
                                                                         : QVariant();
    }
    const JobStatus& status = row.job.status;
    const auto time = workTime(status, m_now);
    const QString elapsed = time ? elapsedText(*time) : QStringLiteral("–");
    const QString line = row.matrix.isEmpty() ? jobLine(row.job) : row.line;
    switch (role) {
    case Qt::DisplayRole:
        return row.job.spec.title;
    case Qt::ToolTipRole:
        return status.sentence.isEmpty() ? QVariant() : QVariant(status.sentence);
    case Qt::AccessibleTextRole:
        return (row.number > 0 ? tr("Job %1, ").arg(row.number) : QString()) +
               tr("%1, %2, %3, %4")
                   .arg(row.job.spec.title, jobStateName(status.state), line, elapsed);
    case JobIdRole:
        return row.matrix.isEmpty() ? row.job.spec.id : row.matrix;
    case MatrixIdRole:
        return row.matrix;
    case LineRole:
        return line;
    case TimeRole:
        return elapsed;
    case StateRole:
        return static_cast<int>(status.state);
    case ReplayedRole:
        return row.job.replayed;
    case NumberRole:
        return row.number > 0 ? QString::number(row.number) : QString();
    default:
        return {};
    }
}

Qt::ItemFlags JobListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid() || !m_rows[index.row()].heading.isEmpty()) {
        return Qt::NoItemFlags;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QSize JobDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const
{
    const bool heading = index.data(JobListModel::JobIdRole).toString().isEmpty();
    return {120, m_provider.theme().scaled(heading ? 28 : 52)};
}

void JobDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const QRect row = option.rect;
    painter->save();
    if (index.data(JobListModel::JobIdRole).toString().isEmpty()) {
        painter->fillRect(row, theme.alt);
        painter->setPen(theme.border);
        painter->drawLine(row.topLeft(), row.topRight());
        painter->drawLine(row.bottomLeft(), row.bottomRight());
        painter->setFont(theme.font(TextStep::Caption));
        painter->setPen(theme.text2);
        painter->drawText(row.adjusted(12, 0, -12, 0), Qt::AlignVCenter, index.data().toString());
        painter->restore();
        return;
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool focused = view != nullptr && view->hasFocus();
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(row, focused ? theme.selected : theme.well);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(row, theme.hover);
    }
    if (focused && (option.state & QStyle::State_HasFocus)) {
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRect(row.adjusted(1, 1, -1, -1));
    }
    const auto state = static_cast<JobState>(index.data(JobListModel::StateRole).toInt());
    const Mark mark = jobMark(state);
    const int title = theme.lineHeight(TextStep::Body);
    const int line = theme.lineHeight(TextStep::Small);
    const int top = row.top() + (row.height() - title - line) / 2;
    paintGlyph(*painter, mark.glyph, QRectF(row.left() + 12, top + (title - 16) / 2.0, 16, 16),
               theme.*mark.colour);
    painter->setFont(theme.font(TextStep::CodeSmall));
    painter->setPen(theme.text2);
    const QString time = index.data(JobListModel::TimeRole).toString();
    const int timeWidth = painter->fontMetrics().horizontalAdvance(time);
    painter->drawText(QRect(row.right() - 12 - timeWidth, top, timeWidth + 1, title),
                      Qt::AlignVCenter, time);
    const int left = row.left() + 40;
    const auto text = [&](int from, TextStep step, const QColor& colour, const QString& words,
                          int y, int height, int right, ElideAs as) {
        painter->setFont(theme.font(step));
        painter->setPen(colour);
        const int width = std::max(0, right - from);
        painter->drawText(QRect(from, y, width, height), Qt::AlignVCenter,
                          elided(painter->fontMetrics(), words, as, width));
    };
    int named = left;
    if (const QString number = index.data(JobListModel::NumberRole).toString(); !number.isEmpty()) {
        painter->setFont(theme.font(TextStep::Code));
        painter->setPen(theme.muted);
        const QString shown = u'#' + number;
        const int width = painter->fontMetrics().horizontalAdvance(shown);
        painter->drawText(QRect(left, top, width + 1, title), Qt::AlignVCenter, shown);
        named += width + 8;
    }
    text(named, TextStep::BodyMedium, theme.text, index.data().toString(), top, title,
         row.right() - 20 - timeWidth, ElideAs::Name);
    text(left, TextStep::Small, theme.muted, index.data(JobListModel::LineRole).toString(),
         top + title, line, row.right() - 12, ElideAs::Sentence);
    painter->restore();
}

} // namespace rocport
