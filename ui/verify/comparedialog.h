#pragma once

#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QVBoxLayout;

namespace rocport {

/// Asks for two sides to compare by hand, each a tensor file, a folder of these, or a golden
/// bundle. What was compared last is offered again.
class CompareDialog : public QDialog
{
    Q_OBJECT

public:
    /// `settings` outlives it.
    CompareDialog(ThemeProvider& provider, UiSettings& settings, QWidget* parent);
    /// What the fields name; for a bundle's manifest, its folder.
    [[nodiscard]] QString reference() const;
    [[nodiscard]] QString candidate() const;
    /// Why the two cannot be compared; empty: they can.
    [[nodiscard]] QString problem() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
    QLineEdit* addSide(QVBoxLayout& column, const QString& title, const QString& name);
    void choose(QLineEdit& field, const QString& title, bool folder);
    void refresh();
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    QLineEdit* m_reference;
    QLineEdit* m_candidate;
    TextLabel* m_problem;
    QPushButton* m_compare;
};

} // namespace rocport
