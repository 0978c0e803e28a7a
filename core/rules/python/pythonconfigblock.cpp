#include "core/facts/inductorkeys.h"
#include "core/rules/python/pythoncompile.h"

namespace rocport {

namespace {

/// A key of the profile with the value that it gets.
struct Choice
{
    const InductorKey* key;
    QByteArray value;
};

QString nameOf(const InductorKey& key)
{
    return QString::fromUtf8(key.key.mid(key.key.indexOf('.') + 1));
}

bool holds(const PythonFile& file, std::string_view word)
{
    return file.source().view().find(word) != std::string_view::npos;
}

/// Freezing acts without gradients only, and is for programs that do not train.
bool mayFreeze(const PythonFile& file)
{
    const bool without = holds(file, "no_grad") || holds(file, "inference_mode");
    return without && !holds(file, ".backward(") && !holds(file, "torch.optim") &&
           !holds(file, "optimizer");
}

class BlockMaker
{
public:
    explicit BlockMaker(const PythonInput& input)
        : m_input(input),
          m_byVariables(input.target().torch >= configIsPerThreadSince()),
          m_tuned(input.target().inductor == InductorProfile::TunedInference)
    {
        choose();
    }

    [[nodiscard]] QByteArrayList lines() const;
    [[nodiscard]] QByteArray firstComment() const;
    [[nodiscard]] QString description() const;
    [[nodiscard]] bool byVariables() const { return m_byVariables; }

private:
    void choose();

    const PythonInput& m_input;
    bool m_byVariables;
    bool m_tuned;
    QVector<Choice> m_choices;
    QStringList m_left; ///< keys of the profile that cannot be set this way
};

void BlockMaker::choose()
{
    const Version& torch = m_input.target().torch;
    for (const InductorKey& key : inductorKeys()) {
        const QByteArray value = m_tuned && !key.tuned.isEmpty() ? key.tuned : key.safe;
        if (value.isEmpty() || !key.existsIn(torch)) {
            continue;
        }
        const bool inherited = key.hasVariableIn(torch);
        if (key.key == "inductor.freezing" && !mayFreeze(m_input.file)) {
            m_left.append(m_input.note(QStringLiteral("no-freezing")));
        } else if (inherited || (value != key.safe && !m_byVariables)) {
            m_choices.append({&key, value});
        } else if (value != key.safe) {
            m_left.append(QStringLiteral("`%1` has no variable: pass it as `options={\"%1\": %2}`.")
                              .arg(nameOf(key), QString::fromUtf8(value)));
        }
    }
}

/// Whether the file has the name that the block uses when the block runs: imported at the top, with
/// nothing but imports between that and the import of torch.
bool importsConfig(const PythonFile& file)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = tree.namedChild(0, 0); i >= 0; i = tree.at(i).nextSibling) {
        const SyntaxKind kind = tree.kind(i);
        if (tree.text(i) == "from torch._inductor import config as inductor_config") {
            return true;
        }
        if (i > file.torchImport() && kind != SyntaxKind::ImportStatement &&
            kind != SyntaxKind::ImportFrom && kind != SyntaxKind::Comment) {
            return false;
        }
    }
    return false;
}

QByteArrayList BlockMaker::lines() const
{
    QByteArrayList result;
    if (!m_byVariables) {
        result.append(m_tuned ? "# Inductor tuned for inference, without searches and graphs."
                              : "# Inductor without searches and graphs of the environment.");
        if (!importsConfig(m_input.file)) {
            result.append("from torch._inductor import config as inductor_config");
            result.append(""); // black wants one after imports
        }
        for (const Choice& choice : m_choices) {
            result.append("inductor_config" + choice.key->key.mid(choice.key->key.indexOf('.')) +
                          " = " + choice.value);
        }
        return result;
    }
    result.append(m_tuned ? "# Inductor tuned for inference; read at its first import."
                          : "# Inductor without searches and graphs; read at its first import.");
    result.append("import os");
    result.append("");
    result.append("os.environ.update(");
    for (const Choice& choice : m_choices) {
        const QByteArray value = choice.value == "True"    ? "1"
                                 : choice.value == "False" ? "0"
                                                           : choice.value;
        result.append("    " + choice.key->variable + "=\"" + value + "\",");
    }
    result.append(")");
    return result;
}

/// The comment as it was when the first ports were decided about; it was longer than most lines may
/// be.
QByteArray BlockMaker::firstComment() const
{
    if (!m_byVariables) {
        return m_tuned ? "# Inductor tuned for inference; graphs and searches of the environment "
                         "are off."
                       : "# Inductor without the searches and graphs that the environment may "
                         "have turned on.";
    }
    return m_tuned ? "# Inductor tuned for inference; read when torch._inductor is first imported."
                   : "# No searches or graphs from the environment; read when torch._inductor is "
                     "first imported.";
}

QString BlockMaker::description() const
{
    QStringList parts;
    for (const Choice& choice : m_choices) {
        const QString since =
            choice.key->variableFrom ? QStringLiteral(", its variable from torch %1 on")
                                           .arg(choice.key->variableFrom->toString())
            : choice.key->from
                ? QStringLiteral(", from torch %1 on").arg(choice.key->from->toString())
                : QString();
        parts.append(QStringLiteral("`%1` = %2 (%3%4)")
                         .arg(nameOf(*choice.key), QString::fromUtf8(choice.value),
                              QString::fromUtf8(choice.key->meaning), since));
    }
    const QString how = m_input.note(m_byVariables ? QStringLiteral("by-variables")
                                                   : QStringLiteral("by-assignment"));
    QString text = QStringLiteral("%1 %2.").arg(how, parts.join(QStringLiteral("; ")));
    if (!m_left.isEmpty()) {
        text += QStringLiteral(" Left out: ") + m_left.join(QStringLiteral(" "));
    }
    return text;
}

/// Where the finding shows: the first compile in the file, or its main guard, or where torch is
/// imported.
qint32 placeIn(const PythonFile& file)
{
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        if (compileCallee(file, call) == CompileCallee::Torch) {
            return file.tree().child(call, SyntaxField::Function);
        }
    }
    for (const qint32 decorator : file.nodes(SyntaxKind::Decorator)) {
        if (file.qualified(file.tree().namedChild(decorator, 0)) == "torch.compile") {
            return file.tree().namedChild(decorator, 0);
        }
    }
    for (const qint32 branch : file.nodes(SyntaxKind::IfStatement)) {
        const qint32 condition = file.tree().child(branch, SyntaxField::Condition);
        if (file.tree().text(condition).find("__name__") != std::string_view::npos) {
            return condition;
        }
    }
    return file.torchImport();
}

QString programsText(const QVector<CompileProgram>& programs, const RepoPath& here)
{
    constexpr qsizetype kMaxNamed = 3;
    QStringList names;
    for (const CompileProgram& one : programs.mid(0, kMaxNamed)) {
        const bool other = one.compiles != one.program || one.program != here;
        names.append(other ? QStringLiteral("`%1` compiles at `%2:%3`")
                                 .arg(one.program.display(), one.compiles.display(),
                                      QString::number(one.line))
                           : QStringLiteral("this program compiles in line %1").arg(one.line));
    }
    const qsizetype more = programs.size() - names.size();
    return names.join(QStringLiteral(", ")) +
           (more > 0 ? QStringLiteral(" and so do %1 more programs").arg(more) : QString());
}

} // namespace

void findConfigBlock(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const QVector<CompileProgram> programs = input.names.settings();
    const qint32 place = programs.isEmpty() ? -1 : placeIn(input.file);
    if (place < 0) {
        return;
    }
    const BlockMaker maker(input);
    const bool tuned = input.target().inductor == InductorProfile::TunedInference;
    const QString note = input.note(maker.byVariables() ? QStringLiteral("facts-variables")
                                    : tuned             ? QStringLiteral("facts-tuned")
                                                        : QStringLiteral("facts"));
    PythonSite site = makeSite(input, place, QStringLiteral("torch.compile"),
                               input.note(QStringLiteral("program")) + QStringLiteral(" ") + note);
    site.captures.append({QStringLiteral("programs"), programsText(programs, input.path)});
    site.flagBlock = maker.lines();
    site.flagBlockKey = maker.firstComment();
    site.flagBlockEarly = maker.byVariables();
    site.change = maker.description();
    sites.push_back(std::move(site));
}

} // namespace rocport
