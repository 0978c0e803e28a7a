#pragma once

#include "core/project/port/exportreport.h"
#include "ui/theme/widgets.h"

#include <optional>

class QStackedWidget;

namespace rocport {

class PatchTextView;
class TextTable;
class TextTableModel;

/// The patch series as it would be exported now: its patches, and the text of the chosen one.
class PatchesView : public QWidget
{
    Q_OBJECT

public:
    explicit PatchesView(ThemeProvider& provider, QWidget* parent = nullptr);
    ~PatchesView() override;
    /// Makes the patches on a pool and shows them, where the port branch is not where it was; those
    /// of before are cancelled.
    void show(const std::shared_ptr<const ProjectState>& state);
    /// The project is closed: nothing of it is shown or made any more.
    void leave();

Q_SIGNALS:
    /// What show() was called for last stands there.
    void shown();
    void retryRequested();

private:
    struct Series
    {
        QByteArray stamp;
        std::optional<QVector<PatchText>> patches; ///< nothing: those that are shown
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
    QByteArray m_shown;                ///< of the chosen one
    QString m_shownName;
    CancelToken m_cancel;
    int m_request = 0;
};

} // namespace rocport
