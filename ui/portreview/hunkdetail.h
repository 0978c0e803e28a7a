#pragma once

#include "core/project/session/projectreviews.h"
#include "ui/theme/widgets.h"

class QPlainTextEdit;
class QScrollArea;
class QVBoxLayout;

namespace rocport {

class ArmFacts;

/// What is known of the current hunk of a port review: title, rule, proof and ROCm arm in a header,
/// and below it three columns: what the rules would write, the ROCm arm, and the NVIDIA path.
class HunkDetail : public QWidget
{
    Q_OBJECT

public:
    explicit HunkDetail(ThemeProvider& provider, QWidget* parent = nullptr);

    /// `state` may be null, and `hunk` empty.
    void setHunk(const std::shared_ptr<const ReviewState>& state, const QByteArray& hunk);
    /// The button that makes an edit of what the rules would write; the caller connects it and says
    /// whether it can be used.
    [[nodiscard]] QPushButton* useText() const { return m_useText; }

Q_SIGNALS:
    /// The user wants to see the run on lanes that says something of the hunk.
    void lanesRequested(const QByteArray& hunk);
    /// The user wants to see a rule in Rules.
    void ruleRequested(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Column
    {
        QScrollArea* area = nullptr;
        QWidget* content = nullptr;
        QVBoxLayout* layout = nullptr;
        TextLabel* title = nullptr;
    };
    Column makeColumn(const QString& title, QPushButton* button);
    MarkupLabel* addText(Column& column, ColourToken colour);
    QWidget* buildHeader();
    void fillRule(const ReviewFile& file, const ReviewHunk& hunk);
    void fillArm(const ReviewHunk& hunk);
    void fillNvidia(const ReviewFile& file, const ReviewHunk& hunk);

    ThemeProvider& m_provider;
    std::shared_ptr<const ReviewState> m_state;
    QByteArray m_hunk;
    ElidedLabel* m_title = nullptr;
    QPushButton* m_rule = nullptr;
    Chip* m_match = nullptr;
    Chip* m_former = nullptr;
    Chip* m_verdict = nullptr;
    Chip* m_arm = nullptr;
    QPushButton* m_useText = nullptr;
    QPushButton* m_showLanes = nullptr;
    Column m_rules;
    Column m_rocm;
    Column m_nvidia;
    QPlainTextEdit* m_ruleText = nullptr;
    MarkupLabel* m_ruleReason = nullptr;
    ArmFacts* m_armFacts = nullptr;
    MarkupLabel* m_leftOpen = nullptr;
    GlyphLabel* m_nvidiaMark = nullptr;
    MarkupLabel* m_nvidiaText = nullptr;
    MarkupLabel* m_wholeFile = nullptr;
};

} // namespace rocport
