#include "ui/runs/matrixmodel.h"

#include "ui/runs/runtext.h"
#include "ui/theme/elide.h"

#include <QAbstractItemView>
#include <QPainter>

namespace rocport {

Mark matrixCellMark(const MatrixCell& cell)
{
    return jobMark(cell.checkFailed ? JobState::Failed : cell.status.state);
}

void MatrixModel::set(const Matrix& matrix, const QDateTime& now)
{
    const bool same = m_matrix.id == matrix.id && m_matrix.checks == matrix.checks &&
                      m_matrix.places == matrix.places;
    m_now = now;
    if (same) {
        m_matrix = matrix;
        if (rowCount() > 0 && columnCount() > 0) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
        return;
    }
    beginResetModel();
    m_matrix = matrix;
    endResetModel();
}

void MatrixModel::tick(const QDateTime& now)
{
    m_now = now;
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            const JobStatus& status = m_matrix.cells.at(row).at(column).status;
            if (status.started.isValid() && !status.ended.isValid()) {
                Q_EMIT dataChanged(index(row, column), index(row, column), {TimeRole});
            }
        }
    }
}

const MatrixCell* MatrixModel::cell(const QModelIndex& index) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return nullptr;
    }
    return &m_matrix.cells.at(index.row()).at(index.column());
}

QModelIndex MatrixModel::indexOf(const QString& jobId) const
{
    for (int row = 0; row < rowCount() && !jobId.isEmpty(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            if (m_matrix.cells.at(row).at(column).jobId == jobId) {
                return index(row, column);
            }
        }
    }
    return {};
}

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.checks.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.places.size());
}

QString MatrixModel::timeOf(const MatrixCell& cell) const
{
    const auto time = workTime(cell.status, m_now);
    return time ? elapsedText(*time) : QString();
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    const MatrixCell* one = cell(index);
    if (one == nullptr) {
        return {};
    }
    const QString words = one->jobId.isEmpty() ? tr("No record") : one->words;
    const QString time = timeOf(*one);
    switch (role) {
    case Qt::DisplayRole:
    case WordsRole:
        return words;
    case Qt::ToolTipRole:
        return one->status.sentence.isEmpty() ? words : one->status.sentence;
    case Qt::AccessibleTextRole: {
        const QString text =
            tr("%1, %2: %3")
                .arg(m_matrix.checks.at(index.row()), m_matrix.places.at(index.column()), words);
        return time.isEmpty() ? text : text + QStringLiteral(", ") + time;
    }
    case JobIdRole:
        return one->jobId;
    case TimeRole:
        return time;
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    return orientation == Qt::Horizontal ? m_matrix.places.value(section)
                                         : m_matrix.checks.value(section);
}

QSize MatrixDelegate::sizeHint(const QStyleOptionViewItem& /*option*/,
                               const QModelIndex& /*index*/) const
{
    const Theme& theme = m_provider.theme();
    return {theme.scaled(180),
            std::max(theme.scaled(52), theme.lineHeight(TextStep::Body) +
                                           theme.lineHeight(TextStep::CodeSmall) +
                                           theme.scaled(16))};
}

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto* model = qobject_cast<const MatrixModel*>(index.model());
    const MatrixCell* cell = model != nullptr ? model->cell(index) : nullptr;
    if (cell == nullptr) {
        return;
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool focused = view != nullptr && view->hasFocus();
    painter->save();
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(option.rect, focused ? theme.selected : theme.well);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, theme.hover);
    }
    if (focused && (option.state & QStyle::State_HasFocus)) {
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    const Mark mark = matrixCellMark(*cell);
    const int words = theme.lineHeight(TextStep::Body);
    const int line = theme.lineHeight(TextStep::CodeSmall);
    const QString time = index.data(MatrixModel::TimeRole).toString();
    const int height = time.isEmpty() ? words : words + line;
    const int top = option.rect.top() + (option.rect.height() - height) / 2;
    const int left = option.rect.left() + theme.scaled(36);
    const int width = std::max(0, option.rect.right() - theme.scaled(8) - left);
    paintGlyph(*painter, mark.glyph,
               QRectF(option.rect.left() + theme.scaled(12), top + (words - 16) / 2.0, 16, 16),
               theme.*mark.colour);
    painter->setFont(theme.font(TextStep::Body));
    painter->setPen(theme.text);
    painter->drawText(
        QRect(left, top, width, words), Qt::AlignVCenter,
        elided(painter->fontMetrics(), index.data().toString(), ElideAs::Sentence, width));
    painter->setFont(theme.font(TextStep::CodeSmall));
    painter->setPen(theme.text2);
    painter->drawText(QRect(left, top + words, width, line), Qt::AlignVCenter, time);
    painter->restore();
}

} // namespace rocport
