#pragma once

#include <QKeySequence>
#include <QLineEdit>
#include <QTimer>

namespace rocport {

/// A field that takes the next key as a value: one, or two letters typed quickly ("gg"). Esc
/// cancels; Tab leaves the field, as everywhere.
class KeyCatcher : public QLineEdit
{
    Q_OBJECT

public:
    explicit KeyCatcher(QWidget* parent = nullptr);
    /// Waits for a key.
    void start();

Q_SIGNALS:
    void caught(const QKeySequence& key);
    void cancelled();
    /// A key was pressed that lists and fields need themselves.
    void refused(const QString& sentence);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void finish();

    QTimer m_second; ///< time for another letter
    QKeySequence m_key;
};

} // namespace rocport
