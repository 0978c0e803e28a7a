#pragma once

#include "core/base/place.h"
#include "ui/theme/widgets.h"

#include <memory>

class QStackedWidget;

namespace rocport {

class AskSheet;
class DiffView;
class ExplanationPane;
class FindBar;
class ReviewCommands;
class ReviewDesk;
class ReviewQuestions;
class SyntaxRepository;
class UiSettings;

/// The page with the diff: the find bar above it; below it what is known about the current change,
/// or a question about it; then the row of keys, with the last failure.
class DiffPage : public Surface
{
    Q_OBJECT

public:
    /// All outlive it. Settings key: "review/explanation-height".
    DiffPage(ReviewDesk& desk, ThemeProvider& provider, UiSettings& settings,
             SyntaxRepository& syntax, QWidget* parent = nullptr);
    ~DiffPage() override;

    [[nodiscard]] DiffView& diff() const { return *m_diff; }
    [[nodiscard]] FindBar& bar() const { return *m_bar; }
    [[nodiscard]] ExplanationPane& explanation() const { return *m_explanation; }
    [[nodiscard]] AskSheet& sheet() const { return *m_sheet; }
    [[nodiscard]] ReviewQuestions& questions() const { return *m_questions; }
    /// Fills the row of keys; call once, after the commands were made.
    void addKeys(const ReviewCommands& commands);

Q_SIGNALS:
    /// Asks for a place to be shown that the explanation names and that is in another file.
    void placeRequested(const rocport::Place& place);

private:
    QWidget* buildDiff();
    void buildAbout();
    void buildProblem();
    void showPlace(const RepoPath& path, int line);

    ReviewDesk& m_desk;
    ThemeProvider& m_provider;
    FindBar* m_bar;
    DiffView* m_diff;
    QStackedWidget* m_below; ///< explanation or question
    ExplanationPane* m_explanation;
    AskSheet* m_sheet;
    PanelHeader* m_keys;
    Chip* m_problem;
    std::unique_ptr<ReviewQuestions> m_questions;
};

} // namespace rocport
