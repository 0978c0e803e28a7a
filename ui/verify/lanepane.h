#pragma once

#include "core/verify/verifyrun.h"
#include "ui/theme/widgets.h"
#include "ui/verify/laneerrors.h"

class QGridLayout;
class QStackedWidget;

namespace rocport {

class ErrorHistogramPlot;
class LaneErrorPlot;
class LaneMap;

/// What is known about one check of a run on lanes: the first element that differs with its value
/// in each run, the lanes of its wave, and the errors around it or against the tolerance.
class LanePane : public QWidget
{
    Q_OBJECT

public:
    explicit LanePane(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Null: nothing is selected. `hasChange`: a change of the port is where the check leads.
    void setCheck(const VerifyCheck* check, bool hasChange);
    /// What is shown of the first difference, one line "label: value" each.
    [[nodiscard]] QString plainText() const;
    /// The elements around the first difference as CSV: element, error.
    [[nodiscard]] QString valuesCsv() const;

Q_SIGNALS:
    void placeRequested();
    void changeRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildDifference();
    QWidget* buildLanes();
    QWidget* buildErrors();
    void clear();
    void addFact(const QString& label, const QString& value, ColourToken colour = nullptr);
    void addCopy(const LaneCopyCheck& copy);
    void addFigures(const TensorComparison& comparison);
    void showLegend();
    void layOut();

    ThemeProvider& m_provider;
    TextLabel* m_title = nullptr;
    ElidedLabel* m_subject = nullptr;
    MarkupLabel* m_sentence = nullptr;
    QWidget* m_facts = nullptr;
    QGridLayout* m_grid = nullptr;
    QPushButton* m_place = nullptr;
    TextLabel* m_none = nullptr;
    QPushButton* m_change = nullptr;
    QPushButton* m_copy = nullptr;
    QWidget* m_lanesPane = nullptr;
    ElidedLabel* m_block = nullptr;
    LaneMap* m_map = nullptr;
    TextLabel* m_equal = nullptr;
    TextLabel* m_differs = nullptr;
    QWidget* m_errorsPane = nullptr;
    SegmentedControl* m_kind = nullptr;
    QStackedWidget* m_plots = nullptr;
    LaneErrorPlot* m_plot = nullptr;
    ErrorHistogramPlot* m_histogram = nullptr;
    TextLabel* m_errorText = nullptr;
    LaneErrors m_errors;
    QString m_said;
    QStringList m_lines;
    int m_rows = 0;
};

} // namespace rocport
