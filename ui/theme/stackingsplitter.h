#pragma once

#include <QSplitter>

namespace rocport {

/// Two panes side by side; above each other while there is not room for the least widths of both.
/// Side by side again they have the widths of before. So it never needs more width than the wider
/// pane does.
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
    /// Least widths of the panes that are shown.
    [[nodiscard]] QList<int> leastWidths() const;

    QList<int> m_widths; ///< of before it was stacked
};

} // namespace rocport
