#pragma once

#include "ui/review/asksheet.h"

#include <functional>

class QStackedWidget;

namespace rocport {

/// The questions that Review asks, one at a time, in place of the explanation. A new one replaces
/// the previous one, which then stays unanswered.
class ReviewQuestions : public QObject
{
    Q_OBJECT

public:
    /// `sheet` is a page of `pages`, whose first page is shown while nothing is asked; both outlive
    /// it.
    ReviewQuestions(AskSheet& sheet, QStackedWidget& pages, QObject* parent = nullptr);

    /// Asks; `yes` runs if that is the answer, after the question was closed.
    void ask(const AskSheet::Question& question, const std::function<void()>& yes);
    /// Withdraws the question. What was typed is kept for the next time.
    void close();
    /// What was typed into the field of the question that was answered last.
    [[nodiscard]] QString fieldText() const { return m_sheet.fieldText(); }
    /// Changes with each question that is asked or withdrawn, so that a late answer can be
    /// recognised.
    [[nodiscard]] int number() const { return m_number; }

Q_SIGNALS:
    /// A question was closed, answered or not.
    void closed();

private:
    AskSheet& m_sheet;
    QStackedWidget& m_pages;
    std::function<void()> m_onYes;
    int m_number = 0;
};

} // namespace rocport
