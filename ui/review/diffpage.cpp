#include "ui/review/diffpage.h"

#include "ui/editor/keyrow.h"
#include "ui/review/asksheet.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/explanationpane.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewquestions.h"
#include "ui/theme/findbar.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>

namespace rocport {

namespace {

const QString kExplanationHeight = QStringLiteral("review/explanation-height");

} // namespace

DiffPage::DiffPage(ReviewDesk& desk, ThemeProvider& provider, UiSettings& settings,
                   SyntaxRepository& syntax, QWidget* parent)
    : Surface(provider, &ThemeColours::base, parent),
      m_desk(desk),
      m_provider(provider),
      m_bar(new FindBar(provider, QStringLiteral("find"), tr("Find in this file"), this)),
      m_diff(new DiffView(provider, syntax, this)),
      m_below(new QStackedWidget(this)),
      m_explanation(new ExplanationPane(provider, m_below)),
      m_sheet(new AskSheet(provider, m_below)),
      m_keys(new KeyRow(provider, this)),
      m_problem(new Chip(provider, {}, ChipTone::Critical, Glyph::SeverityCritical, m_keys))
{
    m_keys->setObjectName(QStringLiteral("keyRow"));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildDiff());
    buildAbout();
    splitter->addWidget(m_below);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({600, settings.value(kExplanationHeight, 232).toInt()});
    connect(splitter, &QSplitter::splitterMoved, this, [splitter, &settings] {
        settings.setValue(kExplanationHeight, splitter->sizes().value(1));
    });
    buildProblem();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(splitter, 1);
    column->addWidget(m_keys);
    m_questions = std::make_unique<ReviewQuestions>(*m_sheet, *m_below);
    connect(m_questions.get(), &ReviewQuestions::closed, m_diff, &DiffView::focusText);
    connect(m_explanation, &ExplanationPane::placeRequested, this, &DiffPage::showPlace);
}

DiffPage::~DiffPage() = default;

QWidget* DiffPage::buildDiff()
{
    auto* pane = new QWidget(this);
    pane->setProperty("pane", true);
    pane->setAccessibleName(tr("Diff"));
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_diff, 1);
    keepHeight(*m_diff, m_provider, 150); // a change with lines around it
    return pane;
}

/// Each column of the explanation is a pane; so is the question in their place.
void DiffPage::buildAbout()
{
    m_below->setAccessibleName(tr("About the change"));
    m_sheet->setProperty("pane", true);
    m_sheet->setAccessibleName(tr("Question about the change"));
    m_below->addWidget(m_explanation);
    m_below->addWidget(m_sheet);
    keepHeight(*m_below, m_provider, 160);
}

void DiffPage::buildProblem()
{
    m_problem->setObjectName(QStringLiteral("reviewProblem"));
    m_problem->hide();
    connect(&m_desk, &ReviewDesk::problemGone, m_problem, &QWidget::hide);
    connect(&m_desk, &ReviewDesk::problemFound, m_problem,
            [this](const QString& title, const QString& sentence) {
                m_problem->setText(title);
                m_problem->setToolTip(sentence);
                m_problem->setAccessibleName(sentence);
                m_problem->show();
            });
}

void DiffPage::addKeys(const ReviewCommands& commands)
{
    const std::initializer_list<std::pair<const char*, const char*>> keys = {
        {"accept", "a"},   {"reject", "r"},     {"edit", "e"}, {"defer", "s"}, {"next", "n"},
        {"previous", "p"}, {"acceptRule", "A"}, {"note", "c"}, {"undo", "u"}};
    for (const auto& [name, key] : keys) {
        m_keys->row()->addWidget(new KeyButton(m_provider, commands.at(QLatin1String(name)),
                                               QLatin1String(key), m_keys));
    }
    m_keys->row()->addStretch();
    m_keys->row()->addWidget(m_problem);
    m_diff->gutter().followKeys(commands.at(QStringLiteral("accept")),
                                commands.at(QStringLiteral("reject")),
                                commands.at(QStringLiteral("edit")));
    connect(m_explanation, &ExplanationPane::proofRequested,
            &commands.at(QStringLiteral("explainProof")), &QAction::trigger);
}

void DiffPage::showPlace(const RepoPath& path, int line)
{
    if (path == m_desk.texts().path) {
        m_diff->showLine(line, PlaceSide::Original);
    } else {
        Q_EMIT placeRequested({path, line, PlaceSide::Original});
    }
}

} // namespace rocport
