#include "core/rules/python/pythoncompile.h"
#include "core/text/bytes.h"

namespace rocport {

namespace {

/// The first statement at the top that imports `module` or something of it; -1: none.
qint32 importOf(const PythonFile& file, std::string_view module)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = tree.namedChild(0, 0); i >= 0; i = tree.at(i).nextSibling) {
        const SyntaxKind kind = tree.kind(i);
        if (kind != SyntaxKind::ImportStatement && kind != SyntaxKind::ImportFrom) {
            continue;
        }
        for (const qint32 name : tree.namedChildren(i)) {
            std::string_view text = tree.text(name);
            const std::string_view rest =
                text.starts_with(module) ? text.substr(module.size()) : std::string_view("x");
            if (rest.empty() || rest.front() == '.' || rest.front() == ' ') {
                return i;
            }
        }
    }
    return -1;
}

bool patchesCompile(const PythonFile& file)
{
    for (const qint32 assignment : file.nodes(SyntaxKind::Assignment)) {
        const qint32 left = file.tree().child(assignment, SyntaxField::Left);
        if (file.tree().kind(left) == SyntaxKind::Attribute &&
            file.qualified(left) == "torch.compile") {
            return true;
        }
    }
    return false;
}

void addSite(const PythonInput& input, qint32 statement, const QString& package,
             const QString& note, std::vector<PythonSite>& sites)
{
    PythonSite site = makeSite(input, statement, package, note);
    const QString block = input.rule.matcherParameters.value(QStringLiteral("block")).toString();
    for (const QString& line : block.trimmed().split(u'\n')) {
        site.flagBlock.append(line.toUtf8());
    }
    site.flagBlockEarly = true;
    sites.push_back(std::move(site));
}

} // namespace

void findHardcodedCompile(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    if (patchesCompile(file)) {
        return;
    }
    const std::string_view text = file.source().view();
    const QVariantList packages =
        input.rule.matcherParameters.value(QStringLiteral("packages")).toList();
    for (const QVariant& one : packages) {
        const QVariantMap package = one.toMap();
        const QString name = package.value(QStringLiteral("name")).toString();
        const qint32 statement = importOf(file, name.toStdString());
        const QStringList words = package.value(QStringLiteral("words")).toStringList();
        const bool uses = std::any_of(words.begin(), words.end(), [&](const QString& word) {
            return text.find(word.toStdString()) != std::string_view::npos;
        });
        if (statement >= 0 && uses) {
            addSite(input, statement, name, package.value(QStringLiteral("text")).toString(),
                    sites);
            return; // one block serves all
        }
    }
    for (const NamedValue& module : input.names.foreignGraphs()) {
        const qint32 statement = importOf(file, viewOf(module.name));
        if (statement >= 0) {
            addSite(input, statement, QString::fromUtf8(module.name),
                    input.note(QStringLiteral("foreign"))
                        .arg(module.path.display(), QString::number(module.line)),
                    sites);
            return;
        }
    }
}

} // namespace rocport
