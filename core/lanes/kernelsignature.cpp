#include "core/lanes/kernelsignature.h"

#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/lanes/kerneldeclaration.h"
#include "core/text/bytes.h"
#include "core/text/linecounter.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMostDeclaration = 4096; // tokens
constexpr qsizetype kMostShown = 300;  // characters of a signature
constexpr qsizetype kMostNamed = 5;    // kernels in a message
constexpr qsizetype kMostScopes = 256; // namespaces in each other

QString textOf(const TokenWalk& walk, int i)
{
    const std::string_view text = walk.text(i);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Tokens as text, with blanks between words and behind commas.
void append(QString& text, const QString& word)
{
    const auto isWord = [](QChar c) { return c.isLetterOrNumber() || c == u'_'; };
    const bool apart = !text.isEmpty() && (text.back() == u',' || isWord(word.front())) &&
                       (text.back() == u',' || text.back() == u'*' || text.back() == u'&' ||
                        text.back() == u'>' || isWord(text.back()));
    text += apart ? u' ' + word : word;
}

bool isTypeWord(std::string_view word)
{
    return isOneOf(word, {"unsigned", "signed", "char", "short", "int", "long", "float", "double",
                          "bool", "void", "size_t", "const", "volatile", "half", "auto"});
}

bool isDroppedWord(std::string_view word)
{
    return isOneOf(word, {"__restrict__", "__restrict", "RESTRICT", "C10_RESTRICT", "volatile",
                          "__grid_constant__", "struct", "typename", "register"});
}

/// A list between brackets, split at commas where no bracket is open: ranges of tokens, the end
/// exclusive. False: it does not end within some tokens.
bool splitList(const TokenWalk& walk, int open, int close, QVector<QVector<int>>& parts)
{
    QVector<int> part;
    int depth = 0;
    int steps = 0;
    for (int at = walk.next(open); at >= 0 && at != close; at = walk.next(at)) {
        const std::string_view word = walk.text(at);
        if (++steps > kMostDeclaration || word == "__global__") {
            return false; // the next kernel's: each token is read once
        }
        depth += isOneOf(word, {"<", "(", "[", "{"})   ? 1
                 : isOneOf(word, {">", ")", "]", "}"}) ? -1
                                                       : 0;
        depth -= word == ">>" ? 2 : 0;
        if (word == "," && depth <= 0) {
            parts.append(part);
            part.clear();
        } else {
            part.append(at);
        }
    }
    if (!part.isEmpty() || !parts.isEmpty()) {
        parts.append(part);
    }
    return true;
}

/// Tokens before a default value.
QVector<int> withoutDefault(const TokenWalk& walk, const QVector<int>& part, bool& hasDefault)
{
    const auto equals =
        std::find_if(part.begin(), part.end(), [&](int at) { return walk.is(at, "="); });
    hasDefault = equals != part.end();
    return {part.begin(), equals};
}

/// "torch::PackedTensorAccessor32<scalar_t, 2, …>": what it holds.
void readAccessor(const TokenWalk& walk, const QVector<int>& part, KernelParameter& parameter)
{
    const auto word = std::find_if(part.begin(), part.end(), [&](int at) {
        return walk.text(at).find("TensorAccessor") != std::string_view::npos;
    });
    if (word == part.end()) {
        return;
    }
    parameter.isAccessor = true;
    int depth = 0;
    int place = 0;
    for (auto at = word + 1; at != part.end(); ++at) {
        const std::string_view text = walk.text(*at);
        if (text == ">" && depth == 1) {
            break;
        }
        if (text == "," && depth == 1) {
            ++place;
        } else if (depth >= 1 && place == 0) {
            append(parameter.element, textOf(walk, *at));
        } else if (depth == 1 && place == 1) {
            parameter.dimensions = textOf(walk, *at).toInt();
        }
        depth += text == "<" ? 1 : text == ">" ? -1 : text == ">>" ? -2 : 0;
    }
    parameter.isConst = parameter.element.startsWith(QLatin1StringView("const "));
}

KernelParameter parameterOf(const TokenWalk& walk, const QVector<int>& tokens)
{
    KernelParameter parameter;
    bool hasDefault = false;
    QVector<int> part = withoutDefault(walk, tokens, hasDefault);
    part.removeIf([&](int at) { return isDroppedWord(walk.text(at)); });
    const auto bracket =
        std::find_if(part.begin(), part.end(), [&](int at) { return walk.is(at, "["); });
    const bool isArray = bracket != part.end();
    part = QVector<int>(part.begin(), bracket);
    const bool hasName = part.size() > 1 && walk.isIdentifier(part.last()) &&
                         !isTypeWord(walk.text(part.last())) &&
                         !walk.is(part[part.size() - 2], "::");
    if (hasName) {
        parameter.name = textOf(walk, part.takeLast());
        const bool onlyConst =
            std::all_of(part.begin(), part.end(), [&](int at) { return walk.is(at, "const"); });
        if (onlyConst) { // "const T", a type alone
            append(parameter.element, parameter.name);
            parameter.type = parameter.name;
            parameter.name.clear();
        }
    }
    int depth = 0;
    bool isConst = false;
    for (const int at : std::as_const(part)) {
        const std::string_view word = walk.text(at);
        append(parameter.type, textOf(walk, at));
        depth += word == "<" ? 1 : word == ">" ? -1 : word == ">>" ? -2 : 0;
        if (word == "*" && depth == 0) {
            parameter.isConst = parameter.pointers == 0 && isConst;
            ++parameter.pointers;
        } else if (word == "const") {
            isConst = isConst || depth == 0;
        } else if (parameter.pointers == 0) {
            append(parameter.element, textOf(walk, at));
        }
    }
    if (isArray) {
        parameter.isConst = parameter.pointers == 0 && isConst;
        ++parameter.pointers;
        parameter.type += u'*';
    }
    if (parameter.pointers == 0) {
        const QString element = std::exchange(parameter.element, QString());
        readAccessor(walk, part, parameter);
        parameter.element = parameter.isAccessor ? parameter.element : element;
    }
    return parameter;
}

class SignatureReader
{
    const QStringList kBody = {QStringLiteral("{")}; // what opens and is no namespace

public:
    explicit SignatureReader(const TokenWalk& walk) : m_walk(walk), m_lines(walk.source()) {}

    QVector<KernelSignature> read()
    {
        for (int i = 0; i < m_walk.count(); ++i) {
            const CTokenKind kind = m_walk.kind(i);
            if (m_walk.token(i).inDirective || kind == CTokenKind::Comment) {
                continue;
            }
            if (m_walk.is(i, "{")) {
                m_open.append(scopeOf(i));
                m_bodies += m_open.last() == kBody ? 1 : 0;
            } else if (m_walk.is(i, ";") || m_walk.is(i, "}")) {
                m_template = -1;
                if (m_walk.is(i, "}") && !m_open.isEmpty()) {
                    m_bodies -= m_open.takeLast() == kBody ? 1 : 0;
                }
            } else if (m_walk.is(i, "template") && m_walk.is(m_walk.next(i), "<")) {
                const int close = closingAngle(m_walk, m_walk.next(i));
                m_template = close < 0 ? -1 : i;
                i = std::max(i, close);
            } else if (m_walk.is(i, "__global__")) {
                readKernel(i);
                m_template = -1;
            }
        }
        return m_found;
    }

private:
    /// What a '{' opens: the names of a namespace, "" for one without a name, and "{" for all else.
    [[nodiscard]] QStringList scopeOf(int i) const
    {
        QStringList names;
        int at = m_walk.previous(i);
        constexpr int kMostSteps = 16;
        for (int steps = 0; at >= 0 && steps < kMostSteps; ++steps, at = m_walk.previous(at)) {
            if (m_walk.is(at, "namespace") || m_walk.is(at, "extern")) {
                return m_walk.is(at, "extern") || names.isEmpty() ? QStringList{QString()} : names;
            }
            if (m_walk.isIdentifier(at)) {
                if (!m_walk.is(at, "inline")) {
                    names.prepend(textOf(m_walk, at));
                }
            } else if (!m_walk.is(at, "::") && m_walk.kind(at) != CTokenKind::String) {
                break;
            }
        }
        return kBody;
    }

    void readKernel(int i)
    {
        if (m_bodies > 0 || m_open.size() > kMostScopes) {
            return; // a member, or in a function
        }
        const KernelDeclaration found = kernelDeclaration(m_walk, i);
        if (found.name < 0 || found.body < 0) {
            return;
        }
        KernelSignature kernel;
        kernel.name = textOf(m_walk, found.name);
        kernel.begin = m_walk.token(found.name).begin;
        for (const QStringList& scope : std::as_const(m_open)) {
            kernel.scopes += scope;
        }
        kernel.scopes.removeAll(QString());
        m_lines.moveTo(kernel.begin);
        kernel.line = m_lines.line();
        QVector<QVector<int>> parts;
        if (!readTemplate(kernel) ||
            !splitList(m_walk, found.open, m_walk.partner(found.open), parts)) {
            return;
        }
        for (const QVector<int>& part : std::as_const(parts)) {
            const bool isVoid = parts.size() == 1 && part.size() == 1 && m_walk.is(part[0], "void");
            if (!isVoid && !part.isEmpty()) {
                kernel.parameters.append(parameterOf(m_walk, part));
            }
        }
        m_found.append(kernel);
    }

    bool readTemplate(KernelSignature& kernel) const
    {
        if (m_template < 0) {
            return true;
        }
        kernel.isTemplate = true;
        const int open = m_walk.next(m_template);
        const int close = closingAngle(m_walk, open);
        QVector<QVector<int>> parts;
        if (close < 0 || !splitList(m_walk, open, close, parts)) {
            return false;
        }
        for (const QVector<int>& all : std::as_const(parts)) {
            KernelTemplateParameter one;
            const QVector<int> part = withoutDefault(m_walk, all, one.hasDefault);
            one.isPack =
                std::any_of(part.begin(), part.end(), [&](int at) { return m_walk.is(at, "..."); });
            if (part.size() > 1 && m_walk.isIdentifier(part.last())) {
                one.name = textOf(m_walk, part.last());
            }
            kernel.templateParameters.append(one);
        }
        return true;
    }

    const TokenWalk& m_walk;
    LineCounter m_lines;
    QVector<QStringList> m_open;
    qsizetype m_bodies = 0; ///< of m_open: those of no namespace
    int m_template = -1;    ///< that of the declaration that begins
    QVector<KernelSignature> m_found;
};

/// A type with the template's arguments in place of its parameters.
QString withArguments(const QString& type, const KernelSignature& kernel, const KernelName& name)
{
    for (qsizetype i = 0; i < kernel.templateParameters.size(); ++i) {
        if (kernel.templateParameters[i].name == type && i < name.templateArguments.size()) {
            return name.templateArguments[i];
        }
    }
    return type;
}

/// Whether memory of `wanted` may hold `given`: the same, or raw bytes and words of its size.
bool isHeldBy(ElementType wanted, ElementType given)
{
    if (wanted == given) {
        return true;
    }
    const bool isRaw = wanted == ElementType::Int8 || wanted == ElementType::UInt8 ||
                       (wanted == ElementType::UInt16 && isFloating(given));
    return isRaw && elementSize(wanted) == elementSize(given);
}

/// Why an argument does not fit; empty: it does.
QString misfit(const KernelParameter& parameter, const QString& element,
               const KernelArgument& argument)
{
    const QString given = QStringLiteral("--arg %1").arg(visibleLine(argument.text));
    if (parameter.pointers > 1) {
        return QStringLiteral("is %1, and --arg gives no pointers to pointers").arg(parameter.type);
    }
    if (parameter.takesBuffer() != argument.isBuffer) {
        return parameter.takesBuffer()
                   ? QStringLiteral("is %1, which takes a buffer (%2[1024]=…), and \"%3\" is a "
                                    "number")
                         .arg(parameter.type, argument.typeName, given)
                   : QStringLiteral("is %1, which takes a number (%2=1), and \"%3\" is a buffer")
                         .arg(parameter.type, argument.typeName, given);
    }
    if (parameter.dimensions > 0 && parameter.dimensions != argument.shape.size()) {
        return QStringLiteral("is %1, with %2, and \"%3\" has %4")
            .arg(parameter.type, counted(parameter.dimensions, "dimension", "dimensions"), given,
                 QString::number(argument.shape.size()));
    }
    const auto wanted = kernelElementType(element);
    const bool isAny = !wanted || element == u"void";
    const bool fits =
        isAny || (argument.isBuffer ? isHeldBy(*wanted, argument.type) : *wanted == argument.type);
    return fits ? QString()
                : QStringLiteral("is %1%2, and \"%3\" is %4")
                      .arg(parameter.type,
                           parameter.type.contains(element)
                               ? QString()
                               : QStringLiteral(" with %1").arg(visibleLine(element)),
                           given, argument.typeName);
}

/// Why `call` does not fit the kernel; empty: it does.
QString misfitOf(const KernelCall& call, const KernelName& name, const KernelSignature& kernel)
{
    const qsizetype most = kernel.templateParameters.size();
    const auto needed =
        std::count_if(kernel.templateParameters.begin(), kernel.templateParameters.end(),
                      [](const auto& one) { return !one.hasDefault && !one.isPack; });
    const bool hasPack =
        std::any_of(kernel.templateParameters.begin(), kernel.templateParameters.end(),
                    [](const auto& one) { return one.isPack; });
    const qsizetype given = name.templateArguments.size();
    if (name.hasTemplateArguments && !kernel.isTemplate) {
        return QStringLiteral("it is not a template");
    }
    if (given < needed || (given > most && !hasPack)) {
        return QStringLiteral("it is a template that needs %1 behind its name, such as "
                              "\"%2<float>\", and not %3")
            .arg(counted(needed, "argument", "arguments"), kernel.name, QString::number(given));
    }
    if (call.arguments.size() != kernel.parameters.size()) {
        return QStringLiteral("it takes %1, and --arg was given %2")
            .arg(counted(kernel.parameters.size(), "argument", "arguments"),
                 counted(call.arguments.size(), "time", "times"));
    }
    for (qsizetype i = 0; i < kernel.parameters.size(); ++i) {
        const KernelParameter& parameter = kernel.parameters[i];
        const QString why =
            misfit(parameter, withArguments(parameter.element, kernel, name), call.arguments[i]);
        if (!why.isEmpty()) {
            return parameter.shownName(i) + u' ' + why;
        }
    }
    return {};
}

} // namespace

QString KernelParameter::shownName(qsizetype number) const
{
    return name.isEmpty() ? QStringLiteral("argument %1").arg(number + 1) : name;
}

QString KernelSignature::fullName() const
{
    return (scopes + QStringList{name}).join(QStringLiteral("::"));
}

QString KernelSignature::shown() const
{
    QString text = fullName();
    if (isTemplate) {
        QStringList names;
        for (const KernelTemplateParameter& one : templateParameters) {
            names.append(one.name.isEmpty() ? QStringLiteral("…") : one.name);
        }
        text += QStringLiteral("<%1>").arg(names.join(QStringLiteral(", ")));
    }
    QStringList all;
    for (const KernelParameter& parameter : parameters) {
        all.append((parameter.type + u' ' + parameter.name).trimmed());
    }
    text += QStringLiteral("(%1)").arg(all.join(QStringLiteral(", ")));
    text = visibleLine(text);
    return text.size() > kMostShown ? text.left(kMostShown) + u'…' : text;
}

QVector<KernelSignature> kernelSignatures(const TokenWalk& walk)
{
    return SignatureReader(walk).read();
}

Result<KernelSignature> fittingKernel(const KernelCall& call,
                                      const QVector<KernelSignature>& signatures)
{
    const auto name = kernelName(call.name);
    if (!name) {
        return name.error();
    }
    QString why;
    QVector<KernelSignature> fitting;
    for (const KernelSignature& kernel : signatures) {
        const QStringList& scopes = kernel.scopes;
        // As in the source: inner namespaces are enough where they name it.
        const bool isNamed = kernel.name == name->name && scopes.size() >= name->scopes.size() &&
                             scopes.mid(scopes.size() - name->scopes.size()) == name->scopes;
        if (!isNamed) {
            continue;
        }
        const QString misfit = misfitOf(call, *name, kernel);
        if (misfit.isEmpty()) {
            fitting.append(kernel);
        } else if (why.isEmpty()) {
            why = QStringLiteral("%1 does not fit: %2").arg(kernel.shown(), misfit);
        }
    }
    if (!fitting.isEmpty()) {
        const bool isOne = std::all_of(fitting.begin(), fitting.end(), [&](const auto& one) {
            return one.scopes == fitting.first().scopes; // else arms of #if
        });
        if (isOne) {
            return fitting.first();
        }
        why = QStringLiteral("several namespaces have a kernel %1, such as %2 and %3")
                  .arg(name->name, fitting.first().shown(), fitting.last().shown());
    } else if (why.isEmpty()) {
        QStringList known;
        for (const KernelSignature& kernel : signatures) {
            known.append(visibleLine(kernel.fullName()));
        }
        known.removeDuplicates();
        const bool isMore = known.size() > kMostNamed;
        why =
            QStringLiteral("no kernel %1 is defined there%2")
                .arg(visibleLine(call.name),
                     known.isEmpty() ? QString()
                                     : QStringLiteral("; there are %1%2")
                                           .arg(known.mid(0, kMostNamed).join(QStringLiteral(", ")),
                                                isMore ? QStringLiteral(" and more") : QString()));
    }
    return Error{ErrorCode::InvalidArgument, why, QStringLiteral("--kernel")};
}

} // namespace rocport
