#pragma once

#include "core/rules/rule.h"
#include "ui/rules/rulefacts.h"
#include "ui/rules/rulesmodel.h"
#include "ui/theme/markupbrowser.h"
#include "ui/theme/themeprovider.h"

#include <QPointer>

namespace rocport {

class SyntaxRepository;

/// What is known about a rule in this project.
struct RuleView
{
    RuleSays says; ///< about a place here or about a sample
    RuleTally tally;
    RuleFacts facts;
    QVector<CodeRow> diff; ///< before and after; empty: nothing is proposed, or not known yet
    QString diffOf;        ///< what is compared
    RepoPath diffPath;     ///< path of its file, for syntax colours
    Language diffLanguage = Language::Other;
    QString whyOff;
    QString replacedBy; ///< by this pack; empty: by none
    bool on = true;
    bool applies = true; ///< the project's targets are among the rule's
    bool scanned = false;
};

/// The explanation of a rule: what it says here, its reason, what happens to the code, where it
/// applies, the facts behind it, the way out, the reference, and its samples. Plain text from packs
/// is shown as text, whatever it holds.
class RuleDetails : public MarkupBrowser
{
    Q_OBJECT

public:
    explicit RuleDetails(ThemeProvider& provider, QWidget* parent = nullptr);
    void showRule(const Rule& rule, const RuleView& view);
    void showProblem(const Error& problem);
    /// Shows a phase: its name and how many rules it has.
    void showGroup(const QString& name, const QString& note, const QString& tally);
    void clearRule();
    /// Colours code from now on, once `syntax` is ready.
    void setSyntax(SyntaxRepository& syntax);

Q_SIGNALS:
    /// The place that the rule is about was clicked.
    void placeRequested();

private:
    void render();
    [[nodiscard]] QString styleSheet() const;
    [[nodiscard]] QString headHtml(const Rule& rule, const RuleView& view) const;
    [[nodiscard]] QString diffHtml(const RuleView& view) const;
    [[nodiscard]] QStringList codeHtml(const RuleView& view) const;
    [[nodiscard]] QString whereHtml(const Rule& rule, const RuleView& view) const;
    [[nodiscard]] QString behindHtml(const RuleFacts& facts) const;
    [[nodiscard]] QString factsHtml(const RuleFacts& facts) const;
    [[nodiscard]] QString chip(const QString& text, const QColor& fill, const QColor& colour) const;
    [[nodiscard]] QString framed(const QString& inner) const;

    ThemeProvider& m_provider;
    std::function<QString()> m_make; ///< with the colours of the current theme
    QString m_html;
    QPointer<SyntaxRepository> m_syntax;
};

} // namespace rocport
