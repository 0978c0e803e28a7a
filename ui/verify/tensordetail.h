#pragma once

#include "core/verify/verifyrun.h"
#include "ui/theme/widgets.h"

class QGridLayout;

namespace rocport {

/// All figures of one tensor, or what is known of another check.
class TensorDetail : public QWidget
{
    Q_OBJECT

public:
    explicit TensorDetail(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Null: nothing is selected.
    void setCheck(const VerifyCheck* check, bool mayChange);
    /// What is shown, one line "label: value" each.
    [[nodiscard]] QString plainText() const;
    [[nodiscard]] QPushButton* toleranceButton() const { return m_tolerance; }

Q_SIGNALS:
    void toleranceRequested();
    void placeRequested();

private:
    void addFigure(const QString& label, const QString& value, bool problem = false);
    void addTensor(const TensorComparison& tensor);
    void addPlaces(const TensorComparison& tensor);
    void say(const QString& sentence);
    void clear();
    ThemeProvider& m_provider;
    TextLabel* m_title;
    MarkupLabel* m_sentence;
    QWidget* m_figures;
    QGridLayout* m_grid;
    QPushButton* m_tolerance;
    QPushButton* m_file;
    QString m_path;
    QString m_said;
    QStringList m_lines;
    int m_rows = 0;
};

} // namespace rocport
