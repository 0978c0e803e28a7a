#pragma once

#include "core/rules/rule.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/themeprovider.h"

namespace rocport {

struct RuleSays;

/// What a rule says of itself: where it comes from, reason, change, reference, samples. Plain text
/// of packs is shown as text, whatever it holds.
class RuleDetails : public MarkupBrowser
{
    Q_OBJECT

public:
    explicit RuleDetails(ThemeProvider& provider, QWidget* parent = nullptr);
    /// `says`: of a place here or of a sample; `findings` in this project; `on`: switched on.
    void showRule(const Rule& rule, const RuleSays& says, int findings, bool on);
    void showProblem(const Error& problem);
    void clearRule();

private:
    void render();
    [[nodiscard]] QString styleSheet() const;

    ThemeProvider& m_provider;
    QString m_html;
};

} // namespace rocport
