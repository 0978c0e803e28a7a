#include "core/remote/node.h"

#include "core/remote/maskedtext.h"
#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"

#include <QRegularExpression>

namespace rocport {
namespace {

bool isWorkspace(const QString& path)
{
    return path.startsWith(u'/') || path == QStringLiteral("~") ||
           path.startsWith(QStringLiteral("~/"));
}

void checkEnvironment(const Node& node, QStringList& problems)
{
    for (const auto& [name, value] : node.environment) {
        if (name.isEmpty()) {
            problems << QStringLiteral("A line of the environment has no name before '='.");
        } else if (!isOfForm(name, "[A-Za-z_][A-Za-z0-9_]*")) {
            problems << QStringLiteral("“%1” is not the name of a variable.").arg(name);
        } else if (looksSecret(name)) {
            problems << QStringLiteral("%1 looks like a secret, and Rocport does not store "
                                       "secrets; set it on the node itself.")
                            .arg(name);
        }
        if (value.contains(QChar::Null)) {
            problems << QStringLiteral("The value of %1 contains a NUL byte.").arg(name);
        }
    }
}

/// Collects every text of a node that must be one line.
class TextCollector : public NodeFields
{
public:
    void text(const char* /*key*/, QString& value) override { m_texts.append(value); }
    void flag(const char* /*key*/, bool& /*value*/) override {}
    void number(const char* /*key*/, int& /*value*/) override {}
    void texts(const char* /*key*/, QStringList& values) override { m_texts += values; }
    void choice(const char* /*key*/, const QStringList& /*names*/, int& /*value*/) override {}
    void section(const char* /*key*/, bool& present,
                 const std::function<void(NodeFields&)>& fields) override
    {
        if (present) {
            fields(*this);
        }
    }
    [[nodiscard]] const QStringList& all() const { return m_texts; }

private:
    QStringList m_texts;
};

QStringList singleLines(Node node)
{
    TextCollector texts;
    for (const NodeKind* kind : nodeKinds()) {
        kind->fields(texts, node);
    }
    return texts.all() + QStringList{node.id, node.name, node.workspace};
}

QStringList kindProblems(const Node& node, bool places)
{
    QStringList problems;
    for (const NodeKind* kind : nodeKinds()) {
        if (kind->isPlace == places) {
            problems += kind->problems(node);
        }
    }
    return problems;
}

} // namespace

bool isOfForm(const QString& text, const char* form)
{
    const QRegularExpression whole(QRegularExpression::anchoredPattern(QString::fromLatin1(form)));
    return whole.match(text).hasMatch();
}

bool hasControl(const QString& text)
{
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return c.category() == QChar::Other_Control; });
}

Node localNode()
{
    Node node;
    node.id = QStringLiteral("local");
    node.name = QStringLiteral("This machine");
    node.place = nodeKindLocal().id;
    return node;
}

QStringList nodeProblems(const Node& node)
{
    QStringList problems;
    if (!isOfForm(node.id, "[A-Za-z0-9-]*") || node.id.startsWith(u'-')) {
        problems << QStringLiteral(
                        "“%1” is not the id of a node; an id consists of letters, digits and '-'.")
                        .arg(node.id);
    }
    if (node.name.trimmed().isEmpty()) {
        problems << QStringLiteral("The node has no name.");
    }
    const QStringList lines = singleLines(node);
    if (std::any_of(lines.begin(), lines.end(), hasControl)) {
        problems << QStringLiteral("A setting contains a line break or another control character.");
    }
    if (const NodeKind* kind = nodeKind(node.place); kind == nullptr || !kind->isPlace) {
        problems << QStringLiteral("“%1” is not a kind of node.").arg(node.place);
    }
    problems += kindProblems(node, true);
    if (!node.workspace.isEmpty() && !isWorkspace(node.workspace)) {
        problems << QStringLiteral("The workspace “%1” is not an absolute path; enter /… or ~/….")
                        .arg(node.workspace);
    }
    problems += kindProblems(node, false);
    checkEnvironment(node, problems);
    return problems;
}

} // namespace rocport
