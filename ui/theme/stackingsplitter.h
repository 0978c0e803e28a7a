#pragma once

#include <QSplitter>

namespace rocport {

/// Two panes side by side, or one above the other while there is no room for the least widths of
/// both. Side by side again, they have their previous widths. So it never needs more width than the
/// wider pane.
class StackingSplitter : public QSplitter
{
    Q_OBJECT

public:
    explicit StackingSplitter(QWidget* parent = nullptr);
    [[nodiscard]] bool isStacked() const { return orientation() == Qt::Vertical; }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void stackedChanged(bool stacked);

protected:
    bool event(QEvent* event) override;

private:
    void fit();
    /// The least widths of the panes that are shown.
    [[nodiscard]] QList<int> leastWidths() const;

    QList<int> m_widths; ///< from before it was stacked
};

} // namespace rocport
