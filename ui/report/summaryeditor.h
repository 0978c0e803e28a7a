#pragma once

#include "core/plan/plan.h"
#include "ui/report/sectionhead.h"

#include <QTimer>

class QPlainTextEdit;

namespace rocport {

class MarkdownBar;

/// One phase summary: a row that opens to its text. What is typed is passed to save() once typing
/// has stopped for 500 ms, or when the field is left.
class SummaryEditor : public FoldingSection
{
    Q_OBJECT

public:
    SummaryEditor(Phase phase, ThemeProvider& provider, QWidget* parent = nullptr);

    /// `savedAt` is when the user last edited it; invalid when generated. Text that the user is
    /// typing is not replaced.
    void setSummary(const QString& text, bool edited, const QDateTime& savedAt, PhaseState state,
                    bool readOnly);
    [[nodiscard]] Phase phase() const { return m_phase; }
    /// Saves at once what is waiting to be saved.
    void flush();
    /// Whether what was typed is longer than kLongestSummary and is not saved.
    [[nodiscard]] bool isTooLong() const;

Q_SIGNALS:
    void saveRequested(rocport::Phase phase, const QString& text);
    void resetRequested(rocport::Phase phase);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void save();

    const Phase m_phase;
    ThemeProvider& m_provider;
    QPlainTextEdit* m_text;
    MarkdownBar* m_bar;
    QPushButton* m_reset;
    TextLabel* m_saved;
    QTimer m_timer;
    QString m_shown; ///< the text as it was last shown or typed
    bool m_loading = false;
};

} // namespace rocport
