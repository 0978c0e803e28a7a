#pragma once

#include "core/probe/probereport.h"
#include "ui/theme/widgets.h"

class QGridLayout;

namespace rocport {

/// One fact of the grid.
struct NodeFact
{
    QString label, value;
    bool problem = false; ///< drawn with the critical mark
    bool code = false;
};
/// The facts that a porter looks for first, from a probe.
QVector<NodeFact> headFacts(const ProbeReport& report);

/// Facts in four columns, or in two if there is little room.
class FactsGrid : public QWidget
{
    Q_OBJECT

public:
    explicit FactsGrid(ThemeProvider& provider, QWidget* parent = nullptr);
    void setFacts(const QVector<NodeFact>& facts);
    [[nodiscard]] int columns() const { return m_columns; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    ThemeProvider& m_provider;
    QGridLayout* m_grid;
    QVector<NodeFact> m_facts;
    QVector<QWidget*> m_cells;
    int m_columns = 4;
};

} // namespace rocport
