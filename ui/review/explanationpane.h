#pragma once

#include "core/project/session/projectstate.h"
#include "ui/review/gatemodel.h"
#include "ui/theme/widgets.h"

class QScrollArea;
class QVBoxLayout;

namespace rocport {

/// Everything that the explanation says about one change; see changeexplanation.h.
struct Explanation
{
    std::shared_ptr<const ProjectState> state; ///< holds what hunk, findings and needs point at
    const Hunk* hunk = nullptr;                ///< null: no change is selected
    const Finding* finding = nullptr;          ///< without a change: what led to the place shown
    QString title;                             ///< of the finding's rule
    int number = 0, count = 0;                 ///< "Change 4 of 7"
    DecisionKind kind = DecisionKind::Open;
    Verdict verdict = Verdict::Unproved;
    QString verdictReason;
    QString reason, change; ///< from the rule if the hunk has none
    int ruleChanges = 0, ruleFiles = 0, ruleAccepted = 0, ruleOpen = 0;
    QVector<const Finding*> findings;
    QVector<const Hunk*> needs;
    QString note, overrideReason, author;
    QVector<ProposedDecision> proposed; ///< by agents, about this change
    QDateTime time;
    bool committed = false;
    bool draft = false; ///< an edit of it was begun and not saved
    QString conflict;   ///< why an in-place edit waits for a person; empty: none does
    GuardWidth width = GuardWidth::Line;
    bool guardable = false; ///< guards are possible in this kind of file
    bool guarded = false;   ///< the change is under a guard
    int members = 0;        ///< changes that folded into its guard
    GateWord compile;       ///< of the newest compile check; empty text: none
};

/// Why a change is proposed, what it does on ROCm and what is known about the NVIDIA path: a header
/// and three columns. Below 1,000 pixels the evidence moves under the second column.
class ExplanationPane : public QWidget
{
    Q_OBJECT

public:
    explicit ExplanationPane(ThemeProvider& provider, QWidget* parent = nullptr);
    void setExplanation(const Explanation& explanation);

Q_SIGNALS:
    void placeRequested(const rocport::RepoPath& path, int line);
    /// Asks for the proof to be shown.
    void proofRequested();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Column
    {
        QWidget* content = nullptr;
        QVBoxLayout* layout = nullptr;
        QScrollArea* area = nullptr;
    };
    Column makeColumn(const QString& name);
    MarkupLabel* addText(Column& column, TextStep step, ColourToken colour);
    TextLabel* addTitle(Column& column, const QString& text);
    void fillWhy();
    void fillChange();
    void fillEvidence();
    void fillDecision();
    void fillFinding(const Finding& finding);
    [[nodiscard]] QString guardText() const;
    [[nodiscard]] QString rich(const QString& markdown) const;
    [[nodiscard]] QString placeLink(const RepoPath& path, int line) const;
    void openLink(const QString& link);
    void arrange();

    ThemeProvider& m_provider;
    Explanation m_shown;
    PanelHeader* m_header;
    TextLabel* m_position;
    Chip* m_rule;
    ElidedLabel* m_title;
    Chip* m_phase;
    Chip* m_names;
    VerdictLabel* m_verdict;
    Column m_why, m_change, m_evidence;
    MarkupLabel* m_reason;
    MarkupLabel* m_ruleCounts;
    MarkupLabel* m_decision;
    MarkupLabel* m_changeText;
    MarkupLabel* m_needs;
    MarkupLabel* m_guard;
    TextLabel* m_changeTitle;
    MarkupLabel* m_places;
    TextLabel* m_placesTitle;
    bool m_allPlaces = false;
    MarkupLabel* m_proof;
    MarkupLabel* m_proofLink;
    GlyphLabel* m_proofMark;
    GlyphLabel* m_compileMark;
    TextLabel* m_compile;
    MarkupLabel* m_reference;
    TextLabel* m_referenceTitle;
};

} // namespace rocport
