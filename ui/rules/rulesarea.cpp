#include "ui/rules/rulesarea.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/filetexts.h"
#include "core/project/session/projectsources.h"
#include "core/project/session/projecttasks.h"
#include "core/project/session/rulepacks.h"
#include "core/rules/analyse.h"
#include "core/rules/packs/packcheck.h"
#include "core/rules/packs/packtrust.h"
#include "ui/messages/messages.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/packtrustbar.h"
#include "ui/rules/ruledelegate.h"
#include "ui/rules/ruledetails.h"
#include "ui/rules/rulereason.h"
#include "ui/theme/commandkeys.h"

#include <QAction>
#include <QFileInfo>
#include <QMouseEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QtConcurrent>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kBothFrom = 981;  // width from which list and explanation stand side by side
constexpr int kTitleFrom = 700; // width of the list from which its toolbar has a title

/// Asks for the room of the wider part only: where there is no more, one is shown.
class OneOrBoth : public QSplitter
{
public:
    using QSplitter::QSplitter;
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        QSize least = QSplitter::minimumSizeHint();
        least.setWidth(0);
        for (int i = 0; i < count(); ++i) {
            least = least.expandedTo(widget(i)->minimumSizeHint());
        }
        return least;
    }
};

/// The first sample that becomes something else; null: none.
const RuleSample* changingSample(const Rule& rule)
{
    const auto found =
        std::find_if(rule.samples.begin(), rule.samples.end(), [](const RuleSample& sample) {
            return sample.match && sample.result && *sample.result != sample.code;
        });
    return found == rule.samples.end() ? nullptr : &*found;
}

} // namespace

RulesArea::RulesArea(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                     QWidget* parent)
    : WorkArea({QStringLiteral("rules"), tr("Rules"), QStringLiteral("rules")}, parent),
      m_session(session),
      m_provider(provider),
      m_settings(settings),
      m_model(new RulesModel(provider, this)),
      m_filter(new RulesFilter(*m_model, this)),
      m_pages(new QStackedWidget(this)),
      m_splitter(new OneOrBoth(Qt::Horizontal))
{
    auto* list = new Surface(provider, &ThemeColours::base, m_splitter);
    auto* rule = new Surface(provider, &ThemeColours::base, m_splitter);
    m_listPane = list;
    m_rulePane = rule;
    list->setProperty("pane", true);
    list->setAccessibleName(tr("Rules"));
    rule->setAccessibleName(tr("Explanation"));
    buildList(list);
    buildRule(rule);
    addCommands();
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(list);
    m_splitter->addWidget(rule);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({settings.value(QStringLiteral("rules/list-width"), 740).toInt(), 500});
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        m_settings.setValue(QStringLiteral("rules/list-width"), m_splitter->sizes().value(0));
        fitPanes();
    });
    auto* shown = new QWidget(m_pages);
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_splitter, 1);
    column->addWidget(buildKeyRow());
    auto* none = new EmptyState(provider, Glyph::Repository, tr("No project is open"),
                                tr("Open a repository to see what the rules find there."), m_pages);
    connect(none->addAction(tr("Open repository…"), true), &QPushButton::clicked, this,
            &RulesArea::openRequested);
    m_pages->addWidget(shown);
    m_pages->addWidget(none);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_tree);

    connect(&session, &ProjectSession::stateChanged, this, &RulesArea::refresh);
    connect(&session.rulePacks(), &RulePacks::changed, this, [this] {
        refresh();
        m_editor->reload();
    });
    connect(&session, &ProjectSession::opened, this, &RulesArea::projectChanged);
    connect(&session, &ProjectSession::closed, this, &RulesArea::projectChanged);
    connect(m_model, &RulesModel::switchRequested, this, &RulesArea::switchRule);
    connect(&provider, &ThemeProvider::changed, m_tree, [this] {
        m_tree->viewport()->update();
        fitPanes();
    });
    projectChanged();
}

RulesArea::~RulesArea() = default;

QModelIndex RulesArea::current() const
{
    return m_filter->mapToSource(m_tree->currentIndex()).siblingAtColumn(0);
}

void RulesArea::select(const QModelIndex& index)
{
    const std::optional<Phase> phase = m_model->phase(index);
    if (phase && index.data(RulesModel::QuietRole).toBool() && !m_filter->isNarrow()) {
        m_model->setUnfolded(*phase, true);
    }
    const QModelIndex shown = m_filter->mapFromSource(index);
    if (shown.isValid()) {
        m_tree->setExpanded(shown.parent(), true);
        m_tree->setCurrentIndex(shown);
        m_tree->scrollTo(shown);
    }
}

QStringList RulesArea::prepareToLeave(Leaving)
{
    QStringList lines;
    const QStringList files = m_editor->unsaved();
    for (const QString& file : files) {
        lines.append(tr("your changes of the rule pack %1").arg(file));
    }
    if (!m_reason->rule().isEmpty() && !m_reason->reason().isEmpty()) {
        lines.append(tr("why the rule %1 is switched off").arg(m_reason->rule()));
    }
    return lines;
}

/// What was typed goes with the project that it was typed for.
void RulesArea::projectChanged()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const QString project = state ? state->projectFile : QString();
    if (m_project != project) {
        if (!m_project.isEmpty()) {
            m_editor->dropChanges();
            reasonGiven(false);
        }
        m_folds.clear();
        m_pack.clear();
        m_packs->setText(tr("All packs"));
    }
    m_project = project;
    refresh();
}

void RulesArea::refresh()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    m_pages->setCurrentIndex(state ? 0 : 1);
    m_stale = true;
    if (state && !isVisible()) {
        updateCommands();
        return; // counting everything can wait until it is looked at
    }
    m_stale = false;
    if (!state || m_diffScan.lock() != state->scan) {
        m_diffKey.clear();
        m_diffScan = state ? state->scan : nullptr;
    }
    const QModelIndex before = current();
    const QString id = before.data(RulesModel::RuleIdRole).toString();
    const QString file = before.data(RulesModel::FileRole).toString();
    const bool wasScanned = m_model->isScanned();
    m_refreshing = true;
    m_model->setRules(m_session.rulePacks().rules(), m_session.rulePacks().problems(), state);
    applyFilter();
    // What was current before it was known which rules are used here unfolds none that are not.
    const auto isEarly = [&](const QModelIndex& index) {
        return !wasScanned && index.data(RulesModel::QuietRole).toBool();
    };
    if (isEarly(current())) {
        m_tree->setCurrentIndex({});
    }
    if (!current().isValid()) { // the model started over
        const QModelIndex same = m_model->indexOf(id);
        const QModelIndex again = same.isValid() ? same : m_model->indexOfPack(file); // mended
        if (again.isValid() && !isEarly(again)) {
            select(again);
        }
        selectAny();
    }
    m_refreshing = false;
    showCurrent(false);
    if (const QModelIndex made = m_model->indexOfPack(m_selectFile);
        !m_selectFile.isEmpty() && made.isValid()) {
        m_selectFile.clear();
        select(made);
        showExplanation(true);
        m_editor->setFocus();
    }
    updateToolbar();
    makeExamples();
    placeReason();
}

void RulesArea::updateToolbar()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    m_shown->setCount(0, m_model->ruleCount());
    m_shown->setCount(1, m_model->isScanned() ? m_model->usedCount() : -1);
    m_shown->setCount(2, m_model->offCount());
    const bool scans = !m_session.tasks().running().isEmpty();
    m_scanBar->setVisible(state && !state->scan);
    m_scan->setVisible(!scans);
    m_scanText->setText(scans ? tr("The repository is being scanned. What rules point at here "
                                   "appears when that is done.")
                              : tr("Not scanned yet: what rules point at here is not known."));
}

void RulesArea::showEvent(QShowEvent* event)
{
    WorkArea::showEvent(event);
    if (m_stale) {
        refresh();
    }
    makeExamples();
    fitPanes();
}

void RulesArea::resizeEvent(QResizeEvent* event)
{
    WorkArea::resizeEvent(event);
    fitPanes();
}

bool RulesArea::eventFilter(QObject* watched, QEvent* event)
{
    if (m_tree == nullptr || watched != m_tree->viewport()) {
        return WorkArea::eventFilter(watched, event);
    }
    if (event->type() == QEvent::MouseMove) {
        const QModelIndex at = m_tree->indexAt(static_cast<QMouseEvent*>(event)->pos());
        const bool leads = at.data(RulesModel::LinkRole).toBool() ||
                           at.data(RulesModel::KindRole).toInt() == RulesModel::FoldKind;
        m_tree->viewport()->setCursor(at.isValid() && leads ? Qt::PointingHandCursor
                                                            : Qt::ArrowCursor);
    } else if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        QMetaObject::invokeMethod(
            this, [this] { placeReason(); }, Qt::QueuedConnection);
    }
    return WorkArea::eventFilter(watched, event);
}

/// Where there is no room for both, one of list and explanation is shown.
void RulesArea::fitPanes()
{
    m_narrow = width() < m_provider.theme().scaled(kBothFrom);
    m_explains = m_explains && m_narrow;
    const bool hadFocus = m_rulePane->isAncestorOf(focusWidget());
    m_listPane->setVisible(!m_narrow || !m_explains);
    m_rulePane->setVisible(!m_narrow || m_explains);
    m_back->setVisible(m_narrow);
    command(QStringLiteral("closeExplanation"))->setEnabled(m_narrow && m_explains);
    command(QStringLiteral("closeExplanation"))->setVisible(m_narrow && m_explains);
    m_title->setVisible(m_listPane->width() >= m_provider.theme().scaled(kTitleFrom));
    if (hadFocus && m_rulePane->isHidden()) {
        m_tree->setFocus();
    }
    placeReason();
}

void RulesArea::showExplanation(bool shown)
{
    if (!m_narrow || m_explains == shown) {
        return;
    }
    m_explains = shown;
    fitPanes();
    if (shown) {
        m_details->setFocus();
    } else {
        m_tree->setFocus();
    }
}

void RulesArea::setSyntax(SyntaxRepository& syntax)
{
    m_details->setSyntax(syntax);
}

void RulesArea::makeExamples()
{
    const std::shared_ptr<const RuleSet> rules = m_session.rulePacks().rules();
    if (!isVisible() || !rules || rules == m_exampleRules) {
        return;
    }
    m_exampleRules = rules;
    whenDone(QtConcurrent::run([rules] {
                 QHash<QString, QString> examples;
                 for (const Rule& rule : rules->rules()) {
                     if (rule.message.contains(u'{')) {
                         examples.insert(rule.id, sampleMessage(rule));
                     }
                 }
                 return examples;
             }),
             this, [this, rules](const QHash<QString, QString>& examples) {
                 if (rules == m_exampleRules) {
                     m_model->setExamples(examples);
                     showCurrent(false);
                 }
             });
}

void RulesArea::applyFilter()
{
    m_filter->set(m_search->text(), static_cast<RulesShown>(m_shown->current()), m_pack);
    restoreFolds();
    m_lists->setCurrentIndex(m_filter->rowCount() > 0 ? 0 : 1);
}

/// As the user left them; at first those are open that have more than a fold to show.
void RulesArea::restoreFolds()
{
    const bool before = m_refreshing;
    m_refreshing = true;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex group = m_filter->index(row, 0);
        const std::optional<Phase> phase = m_model->phase(m_filter->mapToSource(group));
        const bool any =
            m_filter->index(0, 0, group).data(RulesModel::KindRole).toInt() != RulesModel::FoldKind;
        m_tree->setExpanded(group, m_filter->isNarrow() || !phase ||
                                       m_folds.value(static_cast<int>(*phase), any));
    }
    m_refreshing = before;
}

void RulesArea::selectAny()
{
    for (int row = 0; row < m_filter->rowCount() && !m_tree->currentIndex().isValid(); ++row) {
        const QModelIndex group = m_filter->index(row, 0);
        if (m_tree->isExpanded(group)) {
            m_tree->setCurrentIndex(m_filter->index(0, 0, group));
        }
    }
}

void RulesArea::filterChanged()
{
    if (m_refreshing || m_lists == nullptr) {
        return;
    }
    applyFilter();
    selectAny();
    placeReason();
}

void RulesArea::setPhaseFilter(std::optional<Phase> phase)
{
    if (!phase) {
        return;
    }
    if (m_stale && isVisible()) {
        refresh();
    }
    if (m_filter->isNarrow() && !m_filter->mapFromSource(m_model->indexOf(*phase)).isValid()) {
        m_search->clear();
        m_shown->setCurrent(0);
        m_pack.clear();
        m_packs->setText(tr("All packs"));
        filterChanged();
    }
    const QModelIndex group = m_filter->mapFromSource(m_model->indexOf(*phase));
    if (!group.isValid()) {
        Q_EMIT said(tr("No rule is of the phase %1.").arg(phaseName(*phase)));
        return;
    }
    m_tree->setExpanded(group, true);
    m_tree->setCurrentIndex(m_filter->index(0, 0, group));
    m_tree->scrollTo(group, QAbstractItemView::PositionAtTop);
}

bool RulesArea::offers(AreaOffer offer) const
{
    return offer == AreaOffer::Rules;
}

void RulesArea::goToRule(const QString& ruleId)
{
    if (m_stale && m_session.state()) {
        m_stale = false;
        m_model->setRules(m_session.rulePacks().rules(), m_session.rulePacks().problems(),
                          m_session.state());
    }
    if (!m_filter->mapFromSource(m_model->indexOf(ruleId)).isValid() && m_filter->isNarrow()) {
        m_search->clear();
        m_shown->setCurrent(0);
        m_pack.clear();
        m_packs->setText(tr("All packs"));
        filterChanged();
    }
    select(m_model->indexOf(ruleId));
    showExplanation(true);
}

void RulesArea::focusFilter()
{
    showExplanation(false);
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// `move`: a person chose it, so the editor goes there; else it stays where it is.
void RulesArea::showCurrent(bool move)
{
    const QModelIndex index = current();
    const QString file = index.data(RulesModel::FileRole).toString();
    const auto kind = static_cast<RulesModel::Kind>(index.data(RulesModel::KindRole).toInt());
    const std::shared_ptr<const ProjectState> state = m_session.state();
    if (const Rule* rule = m_model->anyRule(index)) {
        RuleView view;
        view.says = m_model->says(*rule);
        view.scanned = m_model->isScanned();
        view.applies = m_model->applies(*rule);
        view.replacedBy =
            kind == RulesModel::ReplacedKind ? m_model->replacedBy(rule->id) : QString();
        QByteArray change;
        if (kind == RulesModel::RuleKind) {
            view.tally = m_model->tally(rule->id);
            view.on = m_model->isOn(rule->id);
            view.whyOff = m_model->whyOff(rule->id);
            view.facts = state ? factsBehind(*state, rule->id) : RuleFacts();
            change = view.tally.firstChange;
        }
        const Hunk* hunk = state && !change.isEmpty() ? state->hunk(change) : nullptr;
        if (const RuleSample* sample = changingSample(*rule)) {
            view.diff = unifiedRows(sample->code, *sample->result);
            view.diffOf = tr("Sample of the rule, also its test");
            view.diffPath = RepoPath(sample->file);
            view.diffLanguage = sample->language;
        } else if (hunk != nullptr) {
            view.diffOf = tr("First change here, %1:%2")
                              .arg(hunk->targetPath.display(), QString::number(hunk->firstLine));
            view.diffPath = hunk->targetPath;
            view.diffLanguage = languageOfFile(hunk->targetPath.fileName());
            if (change == m_diffKey) {
                view.diff = m_diff;
            } else {
                loadDiff(change);
            }
        }
        m_details->showRule(*rule, view);
    } else if (kind == RulesModel::ProblemKind && index.isValid()) {
        m_details->showProblem(m_session.rulePacks().problems().value(index.row()));
    } else if (const std::optional<Phase> phase = m_model->phase(index)) {
        const QModelIndex group = m_model->indexOf(*phase);
        const RuleTally tally = m_model->tally(group);
        m_details->showGroup(
            group.data().toString(), group.data(RulesModel::NoteRole).toString(),
            !m_model->isScanned()
                ? tr("Not scanned yet")
                : tr("%1 and %2 open in this project.")
                      .arg(counted(tally.changes, tr("change"), tr("changes")),
                           counted(tally.openFindings, tr("finding"), tr("findings"))));
    } else {
        m_details->clearRule();
    }
    updateCommands();
    const bool looks = !move && !m_lookFile.isEmpty() && m_editor->file() == m_lookFile;
    m_lookFile = looks ? m_lookFile : QString();
    if (looks) {
        return;
    }
    if (!index.data(RulesModel::EditableRole).toBool()) {
        m_editor->hide();
    } else if (move || m_editor->file() != file || m_editor->isHidden()) {
        m_editor->show(file, index.data(RulesModel::LineRole).toInt());
    }
}

/// What a change makes of its file, without the others.
void RulesArea::loadDiff(const QByteArray& key)
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const Hunk hunk = *state->hunk(key);
    whenDoneInPool(
        m_session.sources().loadFile(hunk.targetPath), this,
        [hunk](const Result<FileTexts>& texts) {
            const Result<QByteArray> made =
                texts ? applyHunks(texts->original, {hunk}) : texts.error();
            return made ? unifiedRows(texts->original, *made) : QVector<CodeRow>();
        },
        [this, request = ++m_diffRequest, key](const QVector<CodeRow>& rows) {
            if (request == m_diffRequest) {
                m_diffKey = key;
                m_diff = rows;
                showCurrent(false);
            }
        });
}

void RulesArea::newPack(PackOrigin origin)
{
    whenDone(m_session.rulePacks().create(origin), this,
             [this](const Result<QString>& file) { packMade(file); });
}

void RulesArea::packMade(const Result<QString>& file)
{
    if (!file) {
        showError(file.error());
        return;
    }
    m_problem->hide();
    m_selectFile = *file;
    refresh();
}

void RulesArea::goToWaitingPack()
{
    const std::optional<WaitingPacks> waiting = m_session.rulePacks().waiting();
    if (!waiting || waiting->names.isEmpty()) {
        return;
    }
    const QString folder = m_session.rulePacks().projectFolder() + u'/';
    qsizetype next = 0;
    for (qsizetype i = 0; i < waiting->names.size(); ++i) {
        if (folder + waiting->names.at(i) == m_lookFile) {
            next = (i + 1) % waiting->names.size();
        }
    }
    m_lookFile = folder + waiting->names.at(next);
    showExplanation(true);
    m_editor->show(m_lookFile, 1);
}

void RulesArea::showError(const Error& error)
{
    showExplanation(true);
    m_problem->setText(titleFor(error));
    m_problem->setToolTip(messageFor(error));
    m_problem->setAccessibleName(messageFor(error));
    m_problem->show();
}

} // namespace rocport
