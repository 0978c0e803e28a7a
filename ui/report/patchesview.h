#pragma once

#include "core/project/port/exportreport.h"
#include "ui/theme/widgets.h"

#include <optional>

class QStackedWidget;

namespace rocport {

class PatchTextView;
class TextTable;
class TextTableModel;

/// The patch series as it would be exported now: its patches, and the text of the selected one.
class PatchesView : public QWidget
{
    Q_OBJECT

public:
    explicit PatchesView(ThemeProvider& provider, QWidget* parent = nullptr);
    ~PatchesView() override;
    /// Makes the patches in a pool and shows them, if the port branch has moved; earlier requests
    /// are cancelled.
    void show(const std::shared_ptr<const ProjectState>& state);
    /// To be called when the project is closed: shows nothing and cancels what is in progress.
    void leave();

Q_SIGNALS:
    /// The result of the last show() is displayed.
    void shown();
    void retryRequested();

private:
    struct Series
    {
        QByteArray stamp;
        std::optional<QVector<PatchText>> patches; ///< nothing: those shown are current
    };
    void showSeries(const Result<Series>& made);
    void showPatches(const QVector<PatchText>& patches);
    void showText(const QString& name);

    TextTableModel* m_model;
    TextTable* m_table;
    PatchTextView* m_text;
    TextLabel* m_rest;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    ErrorPanel* m_error;
    QVector<PatchText> m_patches;
    std::optional<QByteArray> m_stamp; ///< of the patches that are shown
    QByteArray m_shown;                ///< of the selected one
    QString m_shownName;
    CancelToken m_cancel;
    int m_request = 0;
};

} // namespace rocport
