#pragma once

#include "ui/review/asksheet.h"

#include <functional>

class QStackedWidget;

namespace rocport {

/// The questions that Review asks, one at a time, in the place of the explanation. A new one takes
/// the place of the one before, which is then not answered.
class ReviewQuestions : public QObject
{
    Q_OBJECT

public:
    /// `sheet` is a page of `pages`, whose first one is shown while nothing is asked; both outlive
    /// it.
    ReviewQuestions(AskSheet& sheet, QStackedWidget& pages, QObject* parent = nullptr);

    /// Asks; `yes` runs when that is the answer, after the question is gone.
    void ask(const AskSheet::Question& question, const std::function<void()>& yes);
    /// Takes the question back. What was typed stays for the next time.
    void close();
    /// What was typed into the field of the question that was answered last.
    [[nodiscard]] QString fieldText() const { return m_sheet.fieldText(); }
    /// Changes with each question that is asked or taken back: what a late answer looks at.
    [[nodiscard]] int number() const { return m_number; }

Q_SIGNALS:
    /// A question went, answered or not.
    void closed();

private:
    AskSheet& m_sheet;
    QStackedWidget& m_pages;
    std::function<void()> m_onYes;
    int m_number = 0;
};

} // namespace rocport
