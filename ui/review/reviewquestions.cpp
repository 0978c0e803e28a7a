#include "ui/review/reviewquestions.h"

#include <QStackedWidget>

namespace rocport {

ReviewQuestions::ReviewQuestions(AskSheet& sheet, QStackedWidget& pages, QObject* parent)
    : QObject(parent), m_sheet(sheet), m_pages(pages)
{
    connect(&sheet, &AskSheet::answered, this, [this](bool yes) {
        const std::function<void()> run = yes ? m_onYes : nullptr;
        close();
        if (run) {
            run();
        }
    });
}

void ReviewQuestions::ask(const AskSheet::Question& question, const std::function<void()>& yes)
{
    ++m_number;
    m_onYes = yes;
    m_pages.setCurrentWidget(&m_sheet);
    m_sheet.ask(question);
}

void ReviewQuestions::close()
{
    ++m_number;
    m_onYes = nullptr;
    if (m_pages.currentWidget() == &m_sheet) {
        m_sheet.leave();
        m_pages.setCurrentIndex(0);
        Q_EMIT closed();
    }
}

} // namespace rocport
