// The parts of the page of a port review, and how they are connected.
#include "core/project/session/projecttasks.h"
#include "core/project/session/session.h"
#include "ui/editor/keyrow.h"
#include "ui/portreview/armcheck.h"
#include "ui/portreview/hunkdetail.h"
#include "ui/portreview/hunkdiff.h"
#include "ui/portreview/hunktree.h"
#include "ui/portreview/missingpanel.h"
#include "ui/portreview/portactions.h"
#include "ui/portreview/portcommands.h"
#include "ui/portreview/portdrafts.h"
#include "ui/portreview/portheader.h"
#include "ui/portreview/portnotice.h"
#include "ui/portreview/portreviewpage.h"
#include "ui/portreview/threadspanel.h"
#include "ui/review/diffgutter.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QGuiApplication>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

const QString kTreeWidth = QStringLiteral("review/port-tree-width");
const QString kRowHeights = QStringLiteral("review/port-heights");
constexpr int kTree = 548; // grid pixels
constexpr int kTreeLeast = 440;

QVariantList toVariants(const QList<int>& sizes)
{
    QVariantList values;
    for (const int size : sizes) {
        values.append(size);
    }
    return values;
}

QList<int> sizesOf(const QVariant& value, const QList<int>& usual)
{
    QList<int> sizes;
    const QVariantList values = value.toList();
    for (const QVariant& one : values) {
        sizes.append(one.toInt());
    }
    return sizes.size() == usual.size() ? sizes : usual;
}

QSplitter* plainSplitter(Qt::Orientation orientation, QWidget* parent)
{
    auto* splitter = new QSplitter(orientation, parent);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

} // namespace

void PortReviewPage::build()
{
    m_notice = new PortNotice(m_provider, QStringLiteral("portNotice"), this);
    m_stranded = new PortNotice(m_provider, QStringLiteral("portStranded"), this);
    m_stranded->closeButton()->hide();
    m_header = new PortHeader(m_provider, this);
    m_pages = new QStackedWidget(this);
    m_pages->setAccessibleName(tr("Port review"));
    m_content = buildContent();
    m_pages->addWidget(m_content);
    m_actions = std::make_unique<PortActions>(
        PortActions::Parts{m_reviews, *m_commands, *m_tree, *m_diff, *m_threads});
    addCommands();
    m_armCheck = std::make_unique<ArmCheck>(ArmCheck::Parts{m_reviews, *m_commands, *m_tree,
                                                            *m_notice, *m_header->checkButton(),
                                                            m_provider, m_settings, *this});
    buildOpening();
    buildFailed();
    buildEmpty();
    buildKeys();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_notice);
    layout->addWidget(m_stranded);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_keys);
    m_header->follow(m_commands->at(QStringLiteral("portComments")),
                     m_commands->at(QStringLiteral("portClose")),
                     m_commands->at(QStringLiteral("portFinish")));
}

QWidget* PortReviewPage::buildContent()
{
    m_columns = plainSplitter(Qt::Horizontal, m_pages);
    m_tree = new HunkTree(m_provider, m_columns);
    keepWidth(*m_tree, m_provider, kTreeLeast);
    m_rows = plainSplitter(Qt::Vertical, m_columns);
    m_rows->addWidget(buildReading());
    m_detail = new HunkDetail(m_provider, m_rows);
    m_rows->addWidget(m_detail);
    m_missing = new MissingPanel(m_provider, m_rows);
    m_rows->addWidget(m_missing);
    m_rows->setStretchFactor(0, 1);
    m_rows->setSizes(sizesOf(m_settings.value(kRowHeights), {380, 150, 200}));
    m_columns->addWidget(m_tree);
    m_columns->addWidget(m_rows);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes(
        {m_settings.value(kTreeWidth, m_provider.theme().scaled(kTree)).toInt(), 840});
    connect(m_columns, &QSplitter::splitterMoved, this,
            [this] { m_settings.setValue(kTreeWidth, m_columns->sizes().value(0)); });
    connect(m_rows, &QSplitter::splitterMoved, this, [this] {
        fitThreads();
        if (!m_missing->isHidden()) {
            m_settings.setValue(kRowHeights, toVariants(m_rows->sizes()));
        }
    });
    return m_columns;
}

/// The diff, and below it what was said about the hunk.
QWidget* PortReviewPage::buildReading()
{
    auto* reading = new QWidget(m_rows);
    auto* column = new QVBoxLayout(reading);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_threads = new ThreadsPanel(m_provider, *m_drafts, reading);
    column->addWidget(m_diff, 1);
    column->addWidget(m_threads);
    keepHeight(*m_diff, m_provider, 120);
    return reading;
}

void PortReviewPage::buildOpening()
{
    m_openingPage = new Surface(m_provider, &ThemeColours::base, m_pages);
    m_openingPage->setObjectName(QStringLiteral("portOpening"));
    m_opening =
        new EmptyState(m_provider, Glyph::MarkRunning, tr("Opening the port"), {}, m_openingPage);
    m_opening->setGlyph(Glyph::MarkRunning, &ThemeColours::accent);
    m_bar = new ThinProgressBar(m_provider, m_openingPage);
    m_bar->setAccessibleName(tr("Opening the port"));
    m_bar->setFixedWidth(m_provider.theme().scaled(240));
    m_progress =
        new TextLabel(m_provider, TextStep::Caption, {}, &ThemeColours::muted, m_openingPage);
    m_progress->setAlignment(Qt::AlignHCenter);
    QPushButton* cancel = m_opening->addAction(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("portOpeningCancel"));
    connect(cancel, &QPushButton::clicked, this, [this] {
        if (m_reviews.isOpening()) {
            m_session.tasks().cancel(m_task);
        }
    });
    auto* column = new QVBoxLayout(m_openingPage);
    column->addStretch(2);
    column->addWidget(m_opening);
    column->addWidget(m_bar, 0, Qt::AlignHCenter);
    column->addWidget(m_progress);
    column->addStretch(3);
    m_pages->addWidget(m_openingPage);
}

void PortReviewPage::buildFailed()
{
    m_failedPage = new Surface(m_provider, &ThemeColours::base, m_pages);
    m_failedPage->setObjectName(QStringLiteral("portFailed"));
    m_error = new ErrorPanel(m_provider, m_failedPage);
    connect(m_error, &ErrorPanel::retryRequested, this, &PortReviewPage::tryAgain);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* choose = makeButton(tr("Choose base…"), ButtonKind::Normal, m_failedPage);
    choose->setObjectName(QStringLiteral("portChooseBase"));
    connect(choose, &QPushButton::clicked, this, &PortReviewPage::askForPort);
    auto* close = makeButton(tr("Back to your changes"), ButtonKind::Normal, m_failedPage);
    close->setObjectName(QStringLiteral("portFailedClose"));
    followKey(*close, m_commands->at(QStringLiteral("portClose")), close->text());
    connect(close, &QPushButton::clicked, &m_commands->at(QStringLiteral("portClose")),
            &QAction::trigger);
    row->addStretch();
    row->addWidget(choose);
    row->addWidget(close);
    row->addStretch();
    auto* column = new QVBoxLayout(m_failedPage);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(m_error);
    column->addLayout(row);
    column->addStretch(2);
    m_pages->addWidget(m_failedPage);
}

void PortReviewPage::buildEmpty()
{
    m_empty =
        new EmptyState(m_provider, Glyph::File, tr("This range changes no file"), {}, m_pages);
    m_empty->setObjectName(QStringLiteral("portEmpty"));
    connect(m_empty->addAction(tr("Review another port…")), &QPushButton::clicked, this,
            &PortReviewPage::askForPort);
    m_pages->addWidget(m_empty);
}

void PortReviewPage::addCommands()
{
    m_commands->add(QStringLiteral("reviewPort"), tr("Review a port…"), {}, {},
                    [this] { askForPort(); });
    m_commands->add(QStringLiteral("portSince"), tr("Since the revision, or against the base"),
                    tr("Since revision, base"), {"I"}, [this] { setSince(!m_since); });
    m_commands->add(QStringLiteral("portMissing"), tr("Show or hide what the port does not touch"),
                    tr("Not touched"), {"T"}, [this] {
                        m_missingWanted = m_missing->isHidden();
                        showMissing();
                    });
    m_commands->add(QStringLiteral("portUnified"), tr("Unified or side by side"), tr("Unified"),
                    {"V"}, [this] { switchUnified(); });
    m_commands->add(QStringLiteral("portComments"), tr("Take the comments elsewhere…"),
                    tr("Comments…"), {}, [this] { openComments(false); });
    m_commands->add(QStringLiteral("portFinish"), tr("Finish review…"), tr("Finish review…"),
                    {"Ctrl+Return", "Ctrl+Enter"}, [this] { openFinish(); });
    m_commands->add(QStringLiteral("portClose"), tr("Close review of the port"), tr("Close review"),
                    {}, [this] {
                        m_openError.reset();
                        m_reviews.close();
                        stateChanged();
                        if (m_session.state() && !m_drafts->lines().isEmpty()) {
                            Q_EMIT said(tr("What you typed is kept until the project is closed, "
                                           "and is there when the review is opened again."));
                        }
                    });
}

void PortReviewPage::buildKeys()
{
    m_keys = new KeyRow(m_provider, this);
    m_keys->setObjectName(QStringLiteral("portKeys"));
    const std::initializer_list<std::pair<const char*, const char*>> keys = {
        {"portAccept", "a"},   {"portReject", "r"},       {"portComment", "c"},
        {"portEdit", "e"},     {"portNext", "n"},         {"portPrevious", "p"},
        {"portNextFile", "]"}, {"portPreviousFile", "["}, {"portSince", "i"},
        {"portMissing", "t"},  {"portUndo", "u"}};
    for (const auto& [name, key] : keys) {
        m_keys->row()->addWidget(new KeyButton(m_provider, m_commands->at(QLatin1String(name)),
                                               QLatin1String(key), m_keys));
    }
    m_keys->row()->addStretch();
}

void PortReviewPage::connectParts()
{
    connect(&m_reviews, &ProjectReviews::changed, this, &PortReviewPage::stateChanged);
    connect(&m_reviews, &ProjectReviews::openingChanged, this, &PortReviewPage::openingChanged);
    connect(&m_reviews, &ProjectReviews::openFailed, this, &PortReviewPage::openFailed);
    connect(&m_reviews, &ProjectReviews::failed, this, &PortReviewPage::failed);
    connect(&m_reviews, &ProjectReviews::takenBack, this, [this] {
        const std::shared_ptr<const ReviewState> now = m_reviews.state();
        if (m_state && now) {
            m_drafts->giveBack(*m_state, *now); // before it is shown that it is gone
        }
    });
    connect(&m_reviews, &ProjectReviews::newRevision, this, &PortReviewPage::newRevision);
    connect(&m_session.tasks(), &ProjectTasks::progress, this, &PortReviewPage::showProgress);
    connect(&m_session, &ProjectSession::opened, this, [this] {
        forgetDrafts();
        updateCommands();
    });
    connect(&m_session, &ProjectSession::closed, this, [this] {
        m_openError.reset();
        stateChanged();
        forgetDrafts();
    });
    connect(m_drafts, &PortDrafts::changed, this, &PortReviewPage::showStranded);
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this,
            [this](Qt::ApplicationState state) {
                if (state == Qt::ApplicationActive && m_state && !m_reviews.isOpening()) {
                    m_reviews.lookForRevision();
                }
            });
    connect(m_actions.get(), &PortActions::goingBack, this,
            [this](bool going) { m_going = going; });
    connect(m_armCheck.get(), &ArmCheck::said, this, &PortReviewPage::said);
    connect(m_armCheck.get(), &ArmCheck::placeRequested, this, &PortReviewPage::showPlace);
    connect(m_detail, &HunkDetail::lanesRequested, m_armCheck.get(), &ArmCheck::showLanes);
    connect(m_actions.get(), &PortActions::said, this, &PortReviewPage::said);
    connect(m_header, &PortHeader::sinceChosen, this, &PortReviewPage::setSince);
    connect(m_header, &PortHeader::revisionChosen, this, [this](int revision) {
        m_sinceWanted = revision > 0;
        if (m_state && m_state->since == revision) {
            setSince(std::exchange(m_sinceWanted, false));
        } else {
            m_reviews.compareWith(revision);
        }
    });
    connect(m_tree, &HunkTree::currentChanged, this, &PortReviewPage::hunkChanged);
    connect(m_tree, &HunkTree::chosenChanged, this, &PortReviewPage::updateCommands);
    connect(m_tree, &HunkTree::filterDropped, this,
            [this] { Q_EMIT said(tr("The filter hid this hunk, so it lists more now.")); });
    connect(m_tree, &HunkTree::readRequested, this, [this] { m_diff->view().focusText(); });
    connect(m_tree, &HunkTree::menuRequested, this, &PortReviewPage::openMenu);
    connect(m_diff, &HunkDiff::hunkRequested, m_tree, &HunkTree::setCurrent);
    connect(m_diff, &HunkDiff::shown, this, &PortReviewPage::updateCommands);
    DiffView& view = m_diff->view();
    // Buttons at a hunk of the diff are about that one, whatever is selected in the tree.
    const auto atHunk = [this](const char* name) {
        return [this, name] {
            if (!m_diff->hunk().isEmpty()) {
                m_tree->setCurrent(m_diff->hunk());
                m_commands->at(QLatin1String(name)).trigger();
            }
        };
    };
    connect(&view, &DiffView::acceptRequested, this, atHunk("portAccept"));
    connect(&view, &DiffView::rejectRequested, this, atHunk("portReject"));
    connect(&view, &DiffView::editRequested, this, atHunk("portEdit"));
    connect(&view, &DiffView::menuRequested, this, &PortReviewPage::openMenu);
    view.gutter().followKeys(m_commands->at(QStringLiteral("portAccept")),
                             m_commands->at(QStringLiteral("portReject")),
                             m_commands->at(QStringLiteral("portEdit")));
    connect(m_threads, &ThreadsPanel::commentWritten, this,
            [this](const QByteArray& hunk, bool onBase, int line, const QString& body) {
                if (m_reviews.comment(hunk, onBase, line, body).isEmpty()) {
                    m_threads->giveBack(hunk, onBase, line, body); // failed() says why
                }
            });
    connect(m_threads, &ThreadsPanel::replyWritten, this,
            [this](const QByteArray& thread, const QString& body) {
                if (!m_reviews.reply(thread, body)) {
                    m_threads->giveBackReply(thread, body);
                }
            });
    connect(m_threads, &ThreadsPanel::resolvedChanged, &m_reviews, &ProjectReviews::setResolved);
    connect(m_threads, &ThreadsPanel::replyTakenBack, &m_reviews, &ProjectReviews::removeReply);
    connect(m_threads, &ThreadsPanel::lineRequested, this, [this](bool onBase, int line) {
        if (const ReviewFile* file = m_state ? m_state->fileOf(m_tree->current()) : nullptr) {
            if (onBase) {
                setSince(false); // else the left lines are those of the older revision
            }
            m_diff->showLine(file->path, line, onBase);
        }
    });
    connect(m_threads, &ThreadsPanel::closed, &view, &DiffView::focusText);
    connect(m_threads, &ThreadsPanel::heightChanged, this, &PortReviewPage::fitThreads);
    connect(m_detail->useText(), &QPushButton::clicked,
            &m_commands->at(QStringLiteral("portUseRule")), &QAction::trigger);
    connect(m_detail, &HunkDetail::ruleRequested, this, &PortReviewPage::ruleRequested);
    connect(m_missing, &MissingPanel::placeRequested, this, &PortReviewPage::showPlace);
    connect(m_missing, &MissingPanel::commentRequested, this, [this] { openComments(true); });
    followKey(*m_missing->closeButton(), m_commands->at(QStringLiteral("portMissing")), tr("Hide"));
    connect(m_missing, &MissingPanel::closeRequested,
            &m_commands->at(QStringLiteral("portMissing")), &QAction::trigger);
}

} // namespace rocport
