#pragma once

#include "ui/rules/rulesmodel.h"

#include <QSortFilterProxyModel>

namespace rocport {

/// Which rules are listed.
enum class RulesShown : quint8 { All, Used, Off };

/// Shows the rows of a RulesModel that pass: all words occur anywhere in what a rule says, and it
/// is in the chosen pack, if any. Rules that point at nothing are folded away unless requested.
class RulesFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RulesFilter(RulesModel& model, QObject* parent = nullptr);
    /// `pack`: file; empty: all.
    void set(const QString& text, RulesShown shown, const QString& pack);
    /// Whether the filter narrows the list.
    [[nodiscard]] bool isNarrow() const
    {
        return !m_words.isEmpty() || m_shown != RulesShown::All || !m_pack.isEmpty();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    RulesModel& m_model;
    QStringList m_words;
    RulesShown m_shown = RulesShown::All;
    QString m_pack;
};

} // namespace rocport
