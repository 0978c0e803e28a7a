#include "ui/nodes/nodesarea.h"

#include "core/project/nodes/remoteservice.h"
#include "ui/messages/messages.h"
#include "ui/nodes/nodeeditor.h"
#include "ui/nodes/nodepage.h"
#include "ui/nodes/nodesmodel.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/stackingsplitter.h"
#include "ui/theme/twolinedelegate.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QListView>
#include <QMessageBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

const auto kWidthKey = QStringLiteral("nodes/list-width");
const auto kFolderKey = QStringLiteral("nodes/export-folder");
constexpr int kListWidth = 264;

} // namespace

NodesArea::NodesArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
                     QWidget* parent)
    : WorkArea({QStringLiteral("nodes"), tr("Nodes"), QStringLiteral("nodes-area")}, parent),
      m_remote(remote),
      m_provider(theme),
      m_settings(settings),
      m_model(new NodesModel(this)),
      m_pages(new QStackedWidget(this))
{
    auto* splitter = new StackingSplitter(m_pages);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    auto* list = new Surface(theme, &ThemeColours::base, splitter);
    list->setProperty("pane", true);
    list->setAccessibleName(tr("Nodes"));
    buildList(list);
    m_page = new NodePage(remote, theme, splitter);
    splitter->addWidget(list);
    splitter->addWidget(m_page);
    splitter->setStretchFactor(1, 1);
    const int width = settings.value(kWidthKey, theme.theme().scaled(kListWidth)).toInt();
    splitter->setSizes({width, 1200});
    connect(splitter, &QSplitter::splitterMoved, this, [this, splitter] {
        if (!splitter->isStacked()) {
            m_settings.setValue(kWidthKey, splitter->sizes().value(0));
        }
    });
    auto* none = new EmptyState(
        theme, Glyph::Server, tr("No nodes yet"),
        tr("A node is where the port is built and run: this machine, an SSH host, a container or a "
           "Slurm partition. Scanning and reviewing work without one."),
        m_pages);
    connect(none->addAction(tr("Add a node…"), true), &QPushButton::clicked, this,
            [this] { command(QStringLiteral("addNode"))->trigger(); });
    m_pages->addWidget(splitter);
    m_pages->addWidget(none);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_list);
    addCommands();
    m_page->followKeys(
        *command(QStringLiteral("editNode")), *command(QStringLiteral("testConnection")),
        *command(QStringLiteral("probeNode")), *command(QStringLiteral("openTerminal")));

    const auto trigger = [this](const char* name) {
        return [this, name] { command(QString::fromLatin1(name))->trigger(); };
    };
    connect(m_page, &NodePage::testRequested, this, trigger("testConnection"));
    connect(m_page, &NodePage::probeRequested, this, trigger("probeNode"));
    connect(m_page, &NodePage::cancelRequested, this, trigger("cancelNode"));
    connect(m_page, &NodePage::editRequested, this, trigger("editNode"));
    connect(m_page, &NodePage::exportRequested, this, trigger("exportEnvironment"));
    connect(m_page, &NodePage::terminalRequested, this, trigger("openTerminal"));
    connect(m_page, &NodePage::useRequested, this, trigger("useNode"));
    connect(m_page, &NodePage::jobStarted, this, &NodesArea::showJobRequested);
    connect(&remote, &RemoteService::nodesChanged, this, &NodesArea::refresh);
    connect(&theme, &ThemeProvider::changed, m_list, [this] { m_list->viewport()->update(); });
    refresh();
}

void NodesArea::buildList(QWidget* pane)
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, pane);
    header->row()->setSpacing(8);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Nodes"), &ThemeColours::text, header));
    m_count = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, header);
    header->row()->addWidget(m_count);
    header->row()->addStretch(1);
    auto* add = makeButton(tr("Add node…"), ButtonKind::Normal, header);
    add->setObjectName(QStringLiteral("addNodeButton"));
    add->setIcon(m_provider.icon(Glyph::Plus));
    add->setProperty("compact", true);
    header->row()->addWidget(add);
    m_list = new QListView(pane);
    m_list->setObjectName(QStringLiteral("nodeList"));
    m_list->setAccessibleName(tr("Nodes by kind"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setMouseTracking(true);
    m_list->setItemDelegate(new TwoLineDelegate(m_provider, m_list));
    m_list->setModel(m_model);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(m_list, 1);
    keepHeight(*m_list, m_provider, 128);
    keepWidth(*column, m_provider, 200);
    connect(add, &QPushButton::clicked, this,
            [this] { command(QStringLiteral("addNode"))->trigger(); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        m_page->showNode(currentNode());
        updateCommands();
    });
    connect(m_list, &QListView::activated, this,
            [this] { command(QStringLiteral("useNode"))->trigger(); });
}

void NodesArea::addCommands()
{
    addCommand(QStringLiteral("addNode"), tr("Add a node…"), {}, {QKeySequence(tr("Ctrl+N"))},
               [this] { openEditor({}); });
    addCommand(QStringLiteral("editNode"), tr("Edit node…"), {}, {QKeySequence(Qt::Key_E)}, [this] {
        if (const NodeEntry* entry = m_remote.state()->node(currentNode())) {
            openEditor(entry->node);
        }
    });
    addCommand(QStringLiteral("removeNode"), tr("Remove node…"), {}, {QKeySequence(Qt::Key_Delete)},
               [this] { askRemove(); });
    addCommand(QStringLiteral("testConnection"), tr("Test connection"), {},
               {QKeySequence(Qt::Key_T)}, [this] { m_remote.testConnection(currentNode()); });
    addCommand(QStringLiteral("probeNode"), tr("Probe node"), {}, {QKeySequence(Qt::Key_F5)},
               [this] { m_remote.probe(currentNode()); })
        ->setShortcutContext(Qt::WindowShortcut); // wherever the focus is, the rail too
    addCommand(QStringLiteral("cancelNode"), tr("Cancel test or probe"), {}, {},
               [this] { m_remote.cancelNode(currentNode()); });
    addCommand(QStringLiteral("useNode"), tr("Use node for jobs"), {}, {},
               [this] { m_remote.setCurrentNode(currentNode()); });
    addCommand(QStringLiteral("exportEnvironment"), tr("Export env.sh…"), {}, {},
               [this] { askExport(); });
    addCommand(QStringLiteral("openTerminal"), tr("Open a terminal on the node"), {},
               {QKeySequence(Qt::SHIFT | Qt::Key_T)}, [this] { openTerminal(); });
    addCommand(QStringLiteral("compareProbes"), tr("Compare probes"), {}, {QKeySequence(Qt::Key_C)},
               [this] { m_page->setPage(NodePage::ComparePage); });
}

/// The user's own terminal program; no shell of this machine reads the command.
void NodesArea::openTerminal()
{
    const NodeEntry* entry = m_remote.state()->node(currentNode());
    if (entry == nullptr) {
        return;
    }
    const Result<void> started = m_remote.openTerminal(
        entry->node.id, m_settings.value(QStringLiteral("terminal/command"), QString()).toString());
    m_page->say(started ? tr("A terminal on %1 was started.").arg(entry->node.name)
                        : messageFor(started.error()),
                !started);
}

QStringList NodesArea::prepareToLeave(Leaving leaving)
{
    if (leaving != Leaving::Program) {
        return {}; // nodes go on
    }
    QStringList lines;
    const auto state = m_remote.state();
    for (const NodeEntry& entry : state->nodes) {
        if (!entry.activity.isEmpty()) {
            lines.append(tr("the work on %1: %2").arg(entry.node.name, entry.activity));
        }
    }
    return lines;
}

QString NodesArea::currentNode() const
{
    return m_list->currentIndex().data(NodesModel::NodeIdRole).toString();
}

void NodesArea::showNode(const QString& nodeId)
{
    const QModelIndex index = m_model->indexOf(nodeId);
    if (index.isValid()) {
        m_list->setCurrentIndex(index);
        m_list->scrollTo(index);
    } else {
        m_selectNext = nodeId;
    }
}

void NodesArea::refresh()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    QString wanted = currentNode();
    m_model->setState(state);
    m_count->setText(QString::number(state->nodes.size()));
    m_pages->setCurrentIndex(state->nodes.isEmpty() ? 1 : 0);
    if (m_model->indexOf(m_selectNext).isValid()) {
        wanted = std::exchange(m_selectNext, QString());
    }
    for (const QString& id : {wanted, state->currentNode}) {
        if (m_model->indexOf(id).isValid()) {
            showNode(id);
            break;
        }
    }
    if (!m_list->currentIndex().isValid() && m_model->first().isValid()) {
        m_list->setCurrentIndex(m_model->first());
    }
    m_page->showNode(currentNode());
    updateCommands();
}

void NodesArea::updateCommands()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const NodeEntry* entry = state->node(currentNode());
    const bool busy = entry != nullptr && entry->state == NodeEntry::State::Checking;
    const QString none = entry == nullptr ? tr("No node is chosen.") : QString();
    const QString atWork = busy ? tr("The node is being tested or probed.") : none;
    const auto enable = [this, &none](const char* name, bool on, const QString& whyNot) {
        QAction& action = *command(QString::fromLatin1(name));
        setWhyNot(action, none.isEmpty() ? whyNot : none);
        action.setEnabled(on);
    };
    enable("editNode", entry != nullptr, {});
    enable("removeNode", entry != nullptr && !busy, atWork);
    enable("testConnection", entry != nullptr && !busy, atWork);
    enable("probeNode", entry != nullptr && !busy, atWork);
    enable("cancelNode", busy, tr("No test or probe is running."));
    enable("useNode", entry != nullptr && state->currentNode != entry->node.id,
           tr("The node is already used for jobs."));
    enable("exportEnvironment", entry != nullptr && !entry->probes.isEmpty(),
           tr("The node has not been probed yet."));
    enable("compareProbes", entry != nullptr, {});
    enable("openTerminal", entry != nullptr, {});
}

void NodesArea::openEditor(const Node& node)
{
    auto* editor = new NodeEditor(m_remote, m_provider, node, this);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &NodeEditor::saved, this, [this](const QString& id) {
        m_selectNext = id;
        refresh();
    });
    editor->open();
}

void NodesArea::askRemove()
{
    const NodeEntry* entry = m_remote.state()->node(currentNode());
    if (entry == nullptr) {
        return;
    }
    QMessageBox* box = questionBox(
        tr("Remove node"), tr("Remove %1 from the list of nodes?").arg(entry->node.name), this);
    box->setStandardButtons(QMessageBox::Cancel);
    box->setObjectName(QStringLiteral("removeNodeBox"));
    box->setInformativeText(tr("Its probes and jobs stay in the project. Nothing on the node is "
                               "touched; jobs running there continue."));
    QPushButton* remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(remove, &QPushButton::clicked, this, [this, id = entry->node.id] {
        if (const Result<void> removed = m_remote.removeNode(id); !removed) {
            m_page->say(messageFor(removed.error()), true);
        }
    });
    box->open();
}

void NodesArea::askExport()
{
    const QString start = m_settings.value(kFolderKey, QDir::homePath()).toString();
    auto* dialog = new QFileDialog(this, tr("Export env.sh"), start, tr("Shell scripts (*.sh)"));
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QStringLiteral("env.sh"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id = currentNode()](const QString& file) {
                m_settings.setValue(kFolderKey, QFileInfo(file).absolutePath());
                const Result<void> written = m_remote.exportEnvironment(id, file);
                m_page->say(written ? tr("Written to %1. Source it before a job: . %1").arg(file)
                                    : messageFor(written.error()),
                            !written);
            });
    dialog->open();
}

} // namespace rocport
