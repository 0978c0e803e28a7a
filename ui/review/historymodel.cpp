#include "ui/review/historymodel.h"

#include "core/base/linerange.h"
#include "core/base/visibletext.h"

#include <QFont>
#include <QGuiApplication>
#include <QLocale>
#include <QPalette>
#include <QSet>

#include <algorithm>

namespace rocport {

HistoryModel::HistoryModel(QObject* parent) : QAbstractTableModel(parent) {}

void HistoryModel::setState(const std::shared_ptr<const ProjectState>& state)
{
    beginResetModel();
    m_state = state;
    m_steps = state ? state->decisions.history() : QVector<HistoryStep>();
    std::reverse(m_steps.begin(), m_steps.end());
    m_scanned.clear();
    if (state && state->rawScan) {
        for (const Hunk& hunk : state->rawScan->hunks) {
            m_scanned.insert(hunk.key, &hunk);
        }
    }
    m_findings.clear();
    if (state && state->scan) {
        for (const auto& file : state->scan->files) {
            for (const Finding& finding : file->findings) {
                m_findings.insert(finding.id, &finding);
            }
        }
    }
    const auto stands = std::find_if(m_steps.begin(), m_steps.end(),
                                     [](const HistoryStep& step) { return step.applied; });
    m_now = state ? static_cast<int>(std::distance(m_steps.begin(), stands)) : -1;
    endResetModel();
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_state ? 0 : static_cast<int>(m_steps.size()) + 1;
}

int HistoryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

/// "k.cu:12", "k.cu and 3 more files"; empty for the whole project.
QString HistoryModel::whereOf(const DecisionBatch& batch) const
{
    QStringList files;
    QSet<QString> seen;
    QString place;
    const auto add = [&](const RepoPath& path, int line) {
        const QString file = path.display();
        if (!path.isEmpty() && !seen.contains(file)) {
            seen.insert(file);
            files.append(file);
            place = line > 0 ? placeText(path, line) : file;
        }
    };
    const auto addHunk = [&](const QByteArray& key) {
        if (const auto finding = findingOfKey(key)) {
            if (const Finding* one = m_findings.value(*finding)) {
                add(one->path, one->line);
            }
            return;
        }
        const Hunk* shown = m_state->hunk(key);
        if (const Hunk* hunk = shown != nullptr ? shown : m_scanned.value(key)) {
            add(hunk->targetPath, hunk->firstLine);
        } else if (const auto text = m_state->decisionTexts.constFind(key);
                   text != m_state->decisionTexts.constEnd()) {
            add(text->targetPath, text->firstLine);
        }
    };
    for (const UserGuardChange& change : batch.guards.guards) {
        add(change.guard.path, change.guard.firstLine);
    }
    for (const GuardChange& change : batch.guards.widths) {
        if (change.subject.startsWith(u"file:")) {
            add(RepoPath(QByteArray::fromPercentEncoding(change.subject.mid(5).toLatin1())), 0);
        } else if (change.subject.startsWith(u"hunk:")) {
            addHunk(change.subject.mid(5).toLatin1());
        }
    }
    for (const Decision& decision : batch.decisions) {
        addHunk(decision.hunkKey);
    }
    if (files.size() <= 1) {
        return batch.decisions.size() + batch.guards.widths.size() > 1 ? files.value(0) : place;
    }
    return files.size() == 2
               ? tr("%1 and 1 more file").arg(files.first())
               : tr("%1 and %2 more files").arg(files.first(), QString::number(files.size() - 1));
}

QString HistoryModel::textOf(int row, int column) const
{
    if (row >= m_steps.size()) {
        return column == WhatColumn ? tr("Start: nothing decided") : QString();
    }
    const DecisionBatch& batch = *m_steps[row].batch;
    switch (column) {
    case WhatColumn:
        return visibleText(m_steps[row].applied ? batch.label : tr("%1 (undone)").arg(batch.label));
    case WhereColumn:
        return visibleText(whereOf(batch));
    case WhenColumn:
        return QLocale().toString(batch.time.toLocalTime(), QLocale::ShortFormat);
    case WhoColumn:
        return visibleText(batch.author);
    default:
        return {};
    }
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const bool stands = index.row() >= m_steps.size() || m_steps[index.row()].applied;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(index.row(), index.column());
    case Qt::AccessibleTextRole:
        return index.column() == WhatColumn && index.row() == m_now
                   ? tr("%1, the current state").arg(textOf(index.row(), WhatColumn))
                   : textOf(index.row(), index.column());
    case Qt::ForegroundRole:
        return stands ? QVariant()
                      : QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText));
    case BatchIdRole:
        return index.row() < m_steps.size() ? m_steps[index.row()].batch->id : qint64(0);
    case StandsRole:
        return stands;
    case NowRole:
        return index.row() == m_now;
    case Qt::FontRole:
        if (index.row() == m_now) {
            QFont font = QGuiApplication::font();
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    default:
        return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case WhatColumn:
        return tr("What");
    case WhereColumn:
        return tr("Where");
    case WhenColumn:
        return tr("When");
    case WhoColumn:
        return tr("Who");
    default:
        return {};
    }
}

} // namespace rocport
