#pragma once

#include "ui/theme/themeprovider.h"

#include <QPlainTextEdit>
#include <QStringList>
#include <QTimer>

namespace rocport {

/// A patch to look at, in the colours of the diff. It may be long: it is decoded on the pool and
/// comes into the window in slices, the beginning first, so that nothing waits for it.
class PatchTextView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit PatchTextView(ThemeProvider& provider, QWidget* parent = nullptr);

    /// Shows UTF-8; what is on its way from before comes no more. `keep`: what is shown stays until
    /// the beginning is there.
    void showBytes(const QByteArray& bytes, bool keep);
    /// Nothing is shown, and nothing comes.
    void showNothing();
    /// All of it is there.
    [[nodiscard]] bool isComplete() const { return m_decoded && m_slices.isEmpty(); }

Q_SIGNALS:
    void completed();

private:
    void addSlice();

    QStringList m_slices; ///< that are still to come
    QTimer m_timer;
    int m_request = 0;
    bool m_decoded = true;
    bool m_replace = false; ///< the first slice takes the place of what is shown
};

} // namespace rocport
