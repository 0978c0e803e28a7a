#pragma once

#include "ui/theme/celldelegate.h"

namespace rocport {

class SearchModel;

/// Rows of a SearchModel: the line in the code font with its matches marked. Plain text, whatever
/// it contains.
class FoundLineDelegate : public CellDelegate
{
public:
    /// Provider and model outlive it.
    FoundLineDelegate(ThemeProvider& provider, SearchModel& model, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    ThemeProvider& m_provider;
    SearchModel& m_model;
};

} // namespace rocport
