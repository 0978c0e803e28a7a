#include "ui/rules/rulesfilter.h"

#include <algorithm>

namespace rocport {

RulesFilter::RulesFilter(RulesModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(&model);
    setRecursiveFilteringEnabled(true); // a group is there for its rows
}

void RulesFilter::set(const QString& text, RulesShown shown, const QString& pack)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    m_shown = shown;
    m_pack = pack;
    invalidateFilter();
}

bool RulesFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return false;
    }
    const QModelIndex index = m_model.index(row, 0, parent);
    const int kind = index.data(RulesModel::KindRole).toInt();
    const bool quiet = index.data(RulesModel::QuietRole).toBool();
    if (kind == RulesModel::FoldKind) {
        return quiet && !isNarrow();
    }
    switch (m_shown) {
    case RulesShown::All:
        break;
    case RulesShown::Used:
        if (!index.data(RulesModel::UsedRole).toBool()) {
            return false;
        }
        break;
    case RulesShown::Off:
        if (!index.data(RulesModel::OffRole).toBool()) {
            return false;
        }
        break;
    }
    if (!m_pack.isEmpty() && index.data(RulesModel::FileRole).toString() != m_pack) {
        return false;
    }
    const std::optional<Phase> phase = m_model.phase(index);
    if (quiet && !isNarrow() && phase && !m_model.isUnfolded(*phase)) {
        return false;
    }
    const QString text =
        m_words.isEmpty() ? QString() : index.data(RulesModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace rocport
