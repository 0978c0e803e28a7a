#pragma once

#include "core/project/session/projectreviews.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QDialog>

namespace rocport {

/// Asks what is to be run to find out about the ROCm arm of the open review, and says what is run
/// with.
class ArmDialog : public QDialog
{
    Q_OBJECT

public:
    /// Opened while a review is; collaborators outlive it. It closes with the review.
    ArmDialog(ProjectReviews& reviews, ThemeProvider& provider, const UiSettings& settings,
              QWidget* parent);
    ~ArmDialog() override;

    [[nodiscard]] ReviewCheck wishes() const;

Q_SIGNALS:
    void started(const rocport::ReviewCheck& wishes);

private:
    void build();
    void findCompiler();
    void showCompiler(const Result<HipCompiler>& found);
    void refresh();
    void start();

    ProjectReviews& m_reviews;
    ThemeProvider& m_provider;
    GateOptions m_gate;
    CancelToken m_cancel; ///< of the search for a compiler
    TextLabel* m_about;
    TextLabel* m_compiler;
    TextLabel* m_problem;
    QPushButton* m_start;
};

} // namespace rocport
