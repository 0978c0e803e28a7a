#include "ui/nodes/nodeeditor.h"

#include "ui/messages/messages.h"
#include "ui/theme/plaintext.h"
#include "ui/theme/typedtext.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rocport {

NodeEditor::NodeEditor(RemoteService& remote, ThemeProvider& provider, const Node& node,
                       QWidget* parent)
    : QDialog(parent), m_remote(remote), m_provider(provider), m_node(node)
{
    setObjectName(QStringLiteral("nodeEditor"));
    keepTypedText(*this);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(node.id.isEmpty() ? tr("Add a node") : titleText(tr("Edit %1").arg(node.name)));
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* body = new Surface(provider, &ThemeColours::window, area);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    buildPlaces(section(column, body, {}));
    for (const NodeFormKind& kind : nodeFormKinds()) {
        if (!kind.kind->isPlace) {
            addForm(kind, section(column, body, kind.kind->title));
        }
    }
    buildRest(section(column, body, tr("Jobs")));
    column->addStretch(1);
    area->setWidget(body);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area, 1);
    buildBottom(layout);
    resize(provider.theme().scaled(620), provider.theme().scaled(680));
    fill();
    connectFields();
    updateFields();
    m_name->setFocus();
}

NodeEditor::~NodeEditor() = default;

FormRows NodeEditor::section(QVBoxLayout* column, QWidget* body, const QString& title)
{
    if (!title.isEmpty()) {
        column->addWidget(
            new TextLabel(m_provider, TextStep::BodyStrong, title, &ThemeColours::text, body));
    }
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    column->addLayout(form);
    return {*form, m_provider, this};
}

void NodeEditor::buildBottom(QVBoxLayout* layout)
{
    m_problems = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::crit, this);
    m_problems->setObjectName(QStringLiteral("nodeProblems"));
    m_problems->setWordWrap(true);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    m_save =
        makeButton(m_node.id.isEmpty() ? tr("Add node") : tr("Save"), ButtonKind::Primary, this);
    m_save->setObjectName(QStringLiteral("saveNode"));
    m_save->setDefault(true); // Enter in any field of one line
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(16, 8, 16, 16);
    buttons->setSpacing(8);
    buttons->addWidget(m_problems, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &NodeEditor::save);
}

void NodeEditor::buildPlaces(FormRows rows)
{
    m_name = rows.addLine(tr("Name"), QStringLiteral("nodeNameField"), tr("any name you like"));
    m_place = new QComboBox(this);
    m_place->setObjectName(QStringLiteral("nodeKind"));
    m_place->setAccessibleName(tr("Where"));
    for (const NodeKind* kind : nodeKinds()) {
        if (kind->isPlace) {
            // The kind that a new node is of comes first.
            m_place->insertItem(kind->id == Node().place ? 0 : m_place->count(), kind->title,
                                kind->id);
        }
    }
    rows.add(tr("Where"), m_place);
    for (const NodeFormKind& kind : nodeFormKinds()) {
        if (kind.kind->isPlace) {
            addForm(kind, rows);
        }
    }
}

void NodeEditor::addForm(const NodeFormKind& kind, const FormRows& rows)
{
    m_forms.push_back(
        kind.make({*kind.kind, m_remote, rows.emptyCopy(), [this] { return node(); }}));
}

void NodeEditor::buildRest(FormRows rows)
{
    m_workspace = rows.addLine(tr("Workspace"), QStringLiteral("nodeWorkspace"),
                               QStringLiteral("~/.cache/rocport"));
    m_environment = rows.addLines(tr("Environment"), QStringLiteral("nodeEnvironment"),
                                  tr("NAME=value, one per line, set for every job there"));
}

void NodeEditor::fill()
{
    m_name->setText(m_node.name);
    m_place->setCurrentIndex(qMax(0, m_place->findData(m_node.place)));
    for (const auto& form : m_forms) {
        form->fill(m_node);
    }
    m_workspace->setText(m_node.workspace);
    QStringList lines;
    for (const auto& [name, value] : m_node.environment) {
        lines.append(name + u'=' + value);
    }
    m_environment->setPlainText(lines.join(u'\n'));
}

void NodeEditor::connectFields()
{
    for (const auto& form : m_forms) {
        connect(form.get(), &NodeForm::changed, this, &NodeEditor::updateFields);
    }
    connect(m_name, &QLineEdit::textChanged, this, &NodeEditor::updateFields);
    connect(m_place, &QComboBox::currentTextChanged, this, &NodeEditor::updateFields);
    connect(m_workspace, &QLineEdit::textChanged, this, &NodeEditor::updateFields);
    connect(m_environment, &QPlainTextEdit::textChanged, this, &NodeEditor::updateFields);
}

Node NodeEditor::node() const
{
    Node node = m_node;
    node.name = m_name->text().trimmed();
    node.place = m_place->currentData().toString();
    node.settings = {}; // all of them have fields
    for (const auto& form : m_forms) {
        if (!form->kind().isPlace || isOfKind(node, form->kind())) {
            form->take(node);
        }
    }
    node.workspace = m_workspace->text().trimmed();
    node.environment.clear();
    for (const QString& line : linesOf(m_environment)) {
        const qsizetype sign = line.indexOf(u'=');
        node.environment.append({line.left(sign < 0 ? line.size() : sign).trimmed(),
                                 sign < 0 ? QString() : line.mid(sign + 1)});
    }
    return node;
}

/// Whether nothing is wrong with `node` but that fields which need a text have none yet.
bool NodeEditor::onlyLacksTexts(Node node) const
{
    QVector<QString*> texts{&node.name};
    for (const auto& form : m_forms) {
        texts += form->neededTexts(node);
    }
    for (QString* text : std::as_const(texts)) {
        if (text->isEmpty()) {
            *text = QStringLiteral("any");
        }
    }
    return nodeProblems(node).isEmpty();
}

void NodeEditor::updateFields()
{
    const Node now = node();
    for (const auto& form : m_forms) {
        form->refresh(now);
    }
    const QStringList problems = nodeProblems(now);
    m_problems->setText(problems.join(u'\n'));
    // What is not typed in yet is no mistake.
    m_problems->setColour(onlyLacksTexts(now) ? &ThemeColours::text2 : &ThemeColours::crit);
    m_save->setEnabled(problems.isEmpty());
}

void NodeEditor::save()
{
    const Result<QString> id = m_remote.saveNode(node());
    if (!id) {
        m_problems->setColour(&ThemeColours::crit);
        m_problems->setText(messageFor(id.error()));
        return;
    }
    Q_EMIT saved(id.value());
    accept();
}

} // namespace rocport
