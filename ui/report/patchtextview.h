#pragma once

#include "ui/theme/themeprovider.h"

#include <QPlainTextEdit>
#include <QStringList>
#include <QTimer>

namespace rocport {

/// A read-only patch, in the colours of the diff. It may be long: it is decoded in the pool and
/// shown in slices, the beginning first, so that nothing blocks on it.
class PatchTextView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit PatchTextView(ThemeProvider& provider, QWidget* parent = nullptr);

    /// Shows UTF-8 text; an earlier one still in progress is dropped. `keep`: what is shown stays
    /// until the beginning is ready.
    void showBytes(const QByteArray& bytes, bool keep);
    /// Shows nothing and drops what is in progress.
    void showNothing();
    /// Whether all of it is shown.
    [[nodiscard]] bool isComplete() const { return m_decoded && m_slices.isEmpty(); }

Q_SIGNALS:
    void completed();

private:
    void addSlice();

    QStringList m_slices; ///< still to be shown
    QTimer m_timer;
    int m_request = 0;
    bool m_decoded = true;
    bool m_replace = false; ///< the first slice replaces what is shown
};

} // namespace rocport
