#pragma once

#include "core/project/session/projectreviews.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QStackedWidget;

namespace rocport {

class LaneFields;

/// Asks what is to be run to find out about the ROCm arm of the open review: a compiler, a program
/// on lanes, or one kernel; and says what is run with.
class ArmDialog : public QDialog
{
    Q_OBJECT

public:
    enum What { Compile, Program, Kernel };

    /// Opened while a review is; collaborators outlive it. It closes with the review.
    ArmDialog(ProjectReviews& reviews, ThemeProvider& provider, const UiSettings& settings,
              QWidget* parent);
    ~ArmDialog() override;

    void setWhat(What what);
    /// Errors: InvalidArgument, a clause about the kernel or its arguments.
    [[nodiscard]] Result<ReviewCheck> wishes() const;

Q_SIGNALS:
    void started(const rocport::ReviewCheck& wishes);

private:
    void build();
    QWidget* buildCompile();
    QWidget* buildLanes();
    QLineEdit* addField(const QString& label, const char* name, const QString& placeholder);
    void findCompiler();
    void showCompiler(const Result<HipCompiler>& found);
    void findPrograms();
    void listPrograms();
    void choosePlace(int row);
    [[nodiscard]] Result<ReviewExecution> execution() const;
    [[nodiscard]] QString missing() const;
    void refresh();
    void start();

    ProjectReviews& m_reviews;
    ThemeProvider& m_provider;
    GateOptions m_gate;
    CancelToken m_cancel; ///< of the searches
    std::optional<ReviewPrograms> m_programs;
    SegmentedControl* m_what;
    QStackedWidget* m_pages;
    QFormLayout* m_form = nullptr;
    TextLabel* m_compiler = nullptr;
    TextLabel* m_aboutLanes = nullptr;
    QComboBox* m_place = nullptr; ///< of what there is to run
    LaneFields* m_lanes = nullptr;
    QLineEdit* m_kernel = nullptr;
    QLineEdit* m_grid = nullptr;
    QLineEdit* m_block = nullptr;
    QLineEdit* m_shared = nullptr;
    QLineEdit* m_kernelArguments = nullptr;
    TextLabel* m_problem;
    QPushButton* m_start;
};

} // namespace rocport
