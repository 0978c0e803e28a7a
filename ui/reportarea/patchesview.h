#pragma once

#include "core/project/exportreport.h"
#include "ui/theme/widgets.h"

class QPlainTextEdit;
class QStackedWidget;

namespace rocport {

class TextTable;
class TextTableModel;

/// The patch series as it would be exported now: its patches, and the text of the chosen one.
class PatchesView : public QWidget
{
    Q_OBJECT

public:
    explicit PatchesView(ThemeProvider& provider, QWidget* parent = nullptr);
    ~PatchesView() override;
    /// Makes the patches on a pool and shows them; those of before are cancelled.
    void show(const std::shared_ptr<const ProjectState>& state);

Q_SIGNALS:
    void retryRequested();

private:
    void showPatches(const QVector<PatchText>& patches);
    void showText(const QString& name);

    ThemeProvider& m_provider;
    TextTableModel* m_model;
    TextTable* m_table;
    QPlainTextEdit* m_text;
    TextLabel* m_rest;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    ErrorPanel* m_error;
    QVector<PatchText> m_patches;
    CancelToken m_cancel;
    int m_request = 0;
};

} // namespace rocport
