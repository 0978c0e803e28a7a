// setup.py: lists of requirements wherever they stand, and the files that it reads.
#include "core/isolation/syntaxtree.h"
#include "core/rules/manifests/manifestreaders.h"
#include "core/rules/manifests/requirement.h"
#include "core/text/bytes.h"

#include <QHash>

namespace rocport {

namespace {

QByteArray groupOfArgument(std::string_view name)
{
    if (name == "install_requires") {
        return {};
    }
    if (name == "setup_requires") {
        return "build";
    }
    return name == "tests_require" ? QByteArray("group:test") : QByteArray();
}

bool isRequirementArgument(std::string_view name)
{
    return name == "install_requires" || name == "setup_requires" || name == "tests_require" ||
           name == "extras_require";
}

class SetupListReader
{
public:
    SetupListReader(const SyntaxTree& tree, const SourceBuffer& source, ManifestSummary& summary)
        : m_tree(tree), m_source(source), m_summary(summary)
    {
    }

    void run()
    {
        const auto count = static_cast<qint32>(m_tree.nodes().size());
        for (qint32 i = 0; i < count; ++i) {
            if (m_tree.kind(i) == SyntaxKind::KeywordArgument) {
                readArgument(i);
            }
        }
        for (qint32 i = 0; i < count; ++i) {
            std::string_view text;
            if (m_tree.kind(i) == SyntaxKind::String && m_tree.plainString(i, &text)) {
                readString(i, text);
            }
        }
    }

private:
    /// install_requires=NAME: what NAME holds is what the package needs.
    void readArgument(qint32 argument)
    {
        const std::string_view name = m_tree.text(m_tree.child(argument, SyntaxField::Name));
        const qint32 value = m_tree.child(argument, SyntaxField::Value);
        if (isRequirementArgument(name)) {
            m_summary.project = true;
            for (qint32 i = value; i >= 0 && i < m_tree.at(value).subtreeEnd; ++i) {
                if (m_tree.kind(i) == SyntaxKind::Identifier) {
                    m_named.insert(toBytes(m_tree.text(i)), toBytes(name));
                }
            }
        } else if (name == "python_requires") {
            std::string_view text;
            if (m_tree.plainString(value, &text)) {
                const ByteRange range = m_tree.range(value);
                m_summary.python = {toBytes(text), {}, m_source.lineOf(range.begin), range};
            }
        }
    }

    /// The group of a string in a list; `known` is false where nothing says what the list is for.
    QByteArray groupOf(qint32 node, bool* known) const
    {
        QByteArray key;
        for (qint32 at = m_tree.parent(node), from = node; at >= 0;
             from = at, at = m_tree.parent(at)) {
            std::string_view text;
            if (m_tree.kind(at) == SyntaxKind::Pair && key.isEmpty() &&
                m_tree.plainString(m_tree.child(at, SyntaxField::Key), &text) &&
                m_tree.child(at, SyntaxField::Value) == from) {
                key = toBytes(text);
            }
            QByteArray name;
            if (m_tree.kind(at) == SyntaxKind::KeywordArgument) {
                name = toBytes(m_tree.text(m_tree.child(at, SyntaxField::Name)));
            } else if (m_tree.kind(at) == SyntaxKind::Assignment ||
                       m_tree.kind(at) == SyntaxKind::AugmentedAssignment) {
                const qint32 left = m_tree.child(at, SyntaxField::Left);
                name = m_named.value(toBytes(m_tree.text(left)));
                std::string_view extra;
                if (m_tree.kind(left) == SyntaxKind::Subscript && key.isEmpty() &&
                    m_tree.plainString(m_tree.child(left, SyntaxField::Subscript), &extra)) {
                    key = toBytes(extra);
                    name = "extras_require";
                }
            }
            if (isRequirementArgument(viewOf(name))) {
                *known = true;
                return name == "extras_require" ? "extra:" + key : groupOfArgument(viewOf(name));
            }
        }
        *known = false;
        return "listed";
    }

    void readString(qint32 node, std::string_view text)
    {
        const SyntaxKind outer = m_tree.kind(m_tree.parent(node));
        const QByteArray value = toBytes(text);
        const qsizetype at = text.data() - m_tree.source().data();
        const ByteRange range{at, at + value.size()};
        const QByteArray name = value.mid(value.lastIndexOf('/') + 1);
        if (value.endsWith(".txt") || value.endsWith(".in")) {
            const bool readme = name.startsWith("README") || name.startsWith("CMakeLists") ||
                                name.startsWith("LICENSE") || name.startsWith("version") ||
                                name.startsWith("VERSION");
            if (!readme && !value.contains('*') && !value.contains(' ')) {
                m_summary.includes.append({value, false, m_source.lineOf(at)});
            }
            return;
        }
        const bool listed = outer == SyntaxKind::List || outer == SyntaxKind::Tuple ||
                            outer == SyntaxKind::Pair || outer == SyntaxKind::ArgumentList;
        const bool isKey = outer == SyntaxKind::Pair &&
                           m_tree.child(m_tree.parent(node), SyntaxField::Key) == node;
        bool known = false;
        const QByteArray group = listed && !isKey ? groupOf(node, &known) : QByteArray();
        const bool parsed = parseRequirement(value).has_value();
        if (!known && value.contains("://")) {
            addEntry(m_source, m_summary.indexes, range, value, {});
            return;
        }
        // What the arguments of setup() list is a requirement, in whatever form; not so the
        // arguments of a call there: open("requirements.txt", "r").
        known = known && outer != SyntaxKind::ArgumentList;
        if (!listed || isKey || !(parsed || (known && value.contains('/')))) {
            return;
        }
        // A list of which the use is not known holds requirements only where versions say so.
        const bool versioned = value.contains("==") || value.contains(">=") ||
                               value.contains('[') || value.startsWith("nvidia-") ||
                               value.startsWith("cupy");
        if (known || versioned) {
            addEntry(m_source, m_summary.entries, range, value, group);
        }
    }

    const SyntaxTree& m_tree;
    const SourceBuffer& m_source;
    ManifestSummary& m_summary;
    QHash<QByteArray, QByteArray> m_named; ///< variable -> argument of setup()
};

} // namespace

void readSetupPy(const SyntaxTree& tree, const SourceBuffer& source, ManifestSummary& summary)
{
    SetupListReader(tree, source, summary).run();
    const auto& nodes = tree.nodes();
    for (qint32 i = 0; i < static_cast<qint32>(nodes.size()) && !summary.project; ++i) {
        const std::string_view function = tree.kind(i) == SyntaxKind::Call
                                              ? tree.text(tree.child(i, SyntaxField::Function))
                                              : std::string_view();
        summary.project = function == "setup" || function.ends_with(".setup");
    }
}

} // namespace rocport
