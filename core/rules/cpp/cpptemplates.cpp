#include "core/rules/cpp/cpptemplates.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr int kLongestHead = 200; // tokens of a declaration before its parameters
constexpr size_t kMostBases = 32; // classes of one file that a class is followed to

/// Behind the '>' that closes the '<' at `open`; -1 where it is not to be seen.
int behindAngles(const CppFile& file, int open)
{
    int depth = 0;
    for (int i = open; i < file.size() && i - open < kLongestHead; ++i) {
        if (file.is(i, "(") || file.is(i, "[") || file.is(i, "{")) {
            i = file.match(i);
            if (i < 0) {
                return -1;
            }
            continue;
        }
        depth += file.is(i, "<") ? 1 : 0;
        depth -= file.is(i, ">") ? 1 : file.is(i, ">>") ? 2 : 0;
        if (depth <= 0) {
            return depth == 0 ? i + 1 : -1;
        }
        if (file.is(i, ";")) {
            return -1;
        }
    }
    return -1;
}

/// A function template or a specialisation of one: its head without the template's parameters.
struct TemplateHead
{
    int begin = 0;
    int name = 0;
    bool specialisation = false;
};

bool isTargetMacro(std::string_view word)
{
    static constexpr std::array kOthers = {"__forceinline__"sv,   "__noinline__"sv,  "__inline__"sv,
                                           "__restrict__"sv,      "__attribute__"sv, "__inline"sv,
                                           "__launch_bounds__"sv, "__declspec"sv};
    const bool underlined = word.starts_with("__") && word.ends_with("__");
    const bool capital = word.size() >= 4 && std::all_of(word.begin(), word.end(), [](char c) {
                             return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
                         });
    return (underlined || capital) &&
           std::find(kOthers.begin(), kOthers.end(), word) == kOthers.end();
}

/// The head that begins with the "template" at `at`, where it is one of a function.
bool readHead(const CppFile& file, int at, TemplateHead& head)
{
    if (!file.is(at + 1, "<")) {
        return false;
    }
    const int begin = behindAngles(file, at + 1);
    if (begin < 0 || file.is(begin, "template")) {
        return false;
    }
    head = {begin, -1, begin == at + 3};
    for (int i = begin; i < file.size() && i - begin < kLongestHead; ++i) {
        if (file.is(i, ";") || file.is(i, "{") || file.is(i, "=") || file.is(i, "class") ||
            file.is(i, "struct") || file.is(i, "using") || file.is(i, "operator")) {
            return false;
        }
        if (file.is(i, "<")) {
            i = behindAngles(file, i) - 1;
            if (i < 0) {
                return false;
            }
            continue;
        }
        if (!file.is(i, "(")) {
            continue;
        }
        int name = i - 1;
        if (file.is(name, ">")) { // f<int>(
            for (int depth = 0; name > begin; --name) {
                depth += file.is(name, ">") ? 1 : file.is(name, "<") ? -1 : 0;
                if (depth == 0) {
                    --name;
                    break;
                }
            }
        }
        if (file.is(name, "__attribute__") || file.is(name, "__launch_bounds__") ||
            file.is(name, "__declspec") || file.is(name, "decltype")) {
            i = file.match(i);
            if (i < 0) {
                return false;
            }
            continue;
        }
        head.name = name;
        return file.isKind(name, CTokenKind::Identifier) && !file.is(name - 1, "::");
    }
    return false;
}

/// Whether a word before a bracket in the body of a class is no function that it declares.
bool isNoDeclarator(std::string_view word)
{
    static constexpr std::array kWords = {
        "static_assert"sv, "_Static_assert"sv, "alignas"sv,  "alignof"sv,           "__align__"sv,
        "decltype"sv,      "typeof"sv,         "noexcept"sv, "explicit"sv,          "requires"sv,
        "sizeof"sv,        "throw"sv,          "operator"sv, "__attribute__"sv,     "__declspec"sv,
        "asm"sv,           "__typeof__"sv,     "__asm__"sv,  "__launch_bounds__"sv, "constexpr"sv};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// What the template says of its targets: words, or one macro; empty where that is not certain.
QByteArray targetsOf(const CppFile& file, const TemplateHead& head)
{
    bool host = false;
    bool device = false;
    std::vector<std::string_view> macros;
    for (int i = head.begin; i < head.name; ++i) {
        const std::string_view word = file.text(i);
        if (word == "__host__"sv || word == "__device__"sv) {
            (word == "__host__"sv ? host : device) = true;
        } else if (file.isKind(i, CTokenKind::Identifier) && isTargetMacro(word)) {
            macros.push_back(word);
        }
    }
    if (host || device) {
        return host && device && macros.empty() ? QByteArray("__host__ __device__") : QByteArray();
    }
    return macros.size() == 1
               ? QByteArray(macros[0].data(), static_cast<qsizetype>(macros[0].size()))
               : QByteArray();
}

/// A class of the file that has a body.
struct ClassBody
{
    std::string_view name;
    int open = 0;
    bool isTemplate = false;
    std::vector<std::string_view> bases;  ///< names, without scope and arguments
    bool dependsOnBase = false;           ///< a base has template arguments
    std::set<std::string_view> words;     ///< all that stand in its body, outside of functions
    std::set<std::string_view> functions; ///< what it declares, or takes over by `using`
    std::set<std::string_view> staticFunctions;
};

class BaseMembers
{
public:
    BaseMembers(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                QVector<Replacement>& edits)
        : m_file(file), m_rule(rule), m_writer(writer), m_edits(edits)
    {
    }

    void run()
    {
        for (int i = 0; i < m_file.size() && !isWorkCancelled(); ++i) {
            if (m_file.is(i, "struct") || m_file.is(i, "class")) {
                readClass(i);
            }
        }
        const bool any = std::any_of(m_classes.begin(), m_classes.end(),
                                     [](const ClassBody& c) { return c.dependsOnBase; });
        if (!any) {
            return;
        }
        readFreeNames();
        for (const CppFunction& function : m_file.functions()) {
            const ClassBody* const owner = ownerOf(function);
            if (owner != nullptr && !isWorkCancelled()) {
                judge(function, *owner);
            }
        }
    }

private:
    void readClass(int at)
    {
        ClassBody found;
        int i = at + 1;
        while (i - at < kLongestHead && m_file.isKind(i, CTokenKind::Identifier) &&
               !m_file.is(i, "final")) {
            found.name = m_file.text(i); // the last word: attributes and macros stand before
            ++i;
        }
        if (m_file.is(i, "final")) {
            ++i;
        }
        if (found.name.empty() || m_file.is(at - 1, "enum")) {
            return;
        }
        if (m_file.is(i, ":")) {
            for (++i; i < m_file.size() && i - at < kLongestHead && !m_file.is(i, "{"); ++i) {
                if (m_file.is(i, "<")) {
                    found.dependsOnBase = true;
                    i = behindAngles(m_file, i) - 1;
                    if (i < 0) {
                        return;
                    }
                } else if (m_file.isKind(i, CTokenKind::Identifier) && !m_file.is(i + 1, "::") &&
                           !m_file.is(i, "public") && !m_file.is(i, "private") &&
                           !m_file.is(i, "protected") && !m_file.is(i, "virtual")) {
                    found.bases.push_back(m_file.text(i));
                } else if (m_file.is(i, ";") || m_file.is(i, "(")) {
                    return;
                }
            }
        }
        if (!m_file.is(i, "{") || m_file.match(i) < 0) {
            return;
        }
        found.open = i;
        found.isTemplate = m_file.is(at - 1, ">");
        found.dependsOnBase = found.dependsOnBase && found.isTemplate;
        const int close = m_file.match(i);
        bool isStatic = false;
        for (int j = i + 1; j < close; ++j) {
            if (m_file.match(j) > j) { // what stands in brackets is not the class's own
                isStatic = isStatic && !m_file.is(j, "{");
                j = m_file.match(j);
            } else if (m_file.is(j, ";") || m_file.is(j, "}")) {
                isStatic = false;
            } else if (m_file.is(j, "static")) {
                isStatic = true;
            } else if (m_file.isKind(j, CTokenKind::Identifier)) {
                found.words.insert(m_file.text(j));
                const bool isFunction = m_file.is(j + 1, "(") && !m_file.is(j, found.name) &&
                                        !isNoDeclarator(m_file.text(j));
                if (isFunction || (m_file.is(j - 1, "::") && m_file.is(j + 1, ";"))) {
                    found.functions.insert(m_file.text(j));
                }
                if (isStatic && isFunction) {
                    found.staticFunctions.insert(m_file.text(j));
                }
            }
        }
        const auto [place, isNew] = m_byName.try_emplace(found.name, int(m_classes.size()));
        if (!isNew) {
            place->second = -1; // two of them
        }
        m_byOpen.emplace(found.open, m_classes.size());
        m_classes.push_back(std::move(found));
    }

    /// Names that stand before "(" outside of classes and functions, and those of macros.
    void readFreeNames()
    {
        for (int i = 0; i + 1 < m_file.size() && !isWorkCancelled(); ++i) {
            if (!m_file.isKind(i, CTokenKind::Identifier)) {
                continue;
            }
            const bool called = m_file.is(i + 1, "(") && !m_file.is(i - 1, "::");
            if (m_file.token(i).inDirective || (called && !isInside(m_file.enclosing(i)))) {
                m_free.insert(m_file.text(i));
            }
        }
    }

    /// Whether the bracket belongs to a class, a function or parameters: no namespace.
    [[nodiscard]] bool isInside(int bracket) const
    {
        for (; bracket >= 0; bracket = m_file.enclosing(bracket)) {
            const bool isNamespace =
                m_file.is(bracket, "{") &&
                (m_file.is(bracket - 1, "namespace") || m_file.is(bracket - 2, "namespace") ||
                 m_file.isKind(bracket - 1, CTokenKind::String));
            if (!isNamespace) {
                return true;
            }
        }
        return false;
    }

    /// The one class of that name; null where there are none or several.
    [[nodiscard]] const ClassBody* classNamed(std::string_view name) const
    {
        const auto found = m_byName.find(name);
        return found == m_byName.end() || found->second < 0
                   ? nullptr
                   : &m_classes[static_cast<size_t>(found->second)];
    }

    [[nodiscard]] const ClassBody* ownerOf(const CppFunction& function) const
    {
        const auto around = m_byOpen.find(m_file.enclosing(function.nameAt));
        const ClassBody* owner = around == m_byOpen.end() ? nullptr : &m_classes[around->second];
        if (owner == nullptr && m_file.is(function.nameAt - 1, "::") &&
            m_file.is(function.nameAt - 2, ">")) {
            int name = function.nameAt - 2;
            for (int depth = 0; name > function.head; --name) {
                depth += m_file.is(name, ">") ? 1 : m_file.is(name, "<") ? -1 : 0;
                if (depth == 0) {
                    --name;
                    break;
                }
            }
            owner = classNamed(m_file.text(name));
        }
        return owner != nullptr && owner->dependsOnBase &&
                       owner->staticFunctions.count(function.name) == 0
                   ? owner
                   : nullptr;
    }

    /// What the bases of the class that stand in this file declare; the nearest of them only.
    [[nodiscard]] const std::set<std::string_view>& inherited(const ClassBody& one)
    {
        const auto [at, isNew] = m_inherited.try_emplace(one.open);
        if (!isNew) {
            return at->second;
        }
        std::vector<const ClassBody*> seen = {&one};
        for (size_t i = 0; i < seen.size(); ++i) {
            for (const std::string_view base : seen[i]->bases) {
                const ClassBody* const found = classNamed(base);
                if (found != nullptr && seen.size() < kMostBases &&
                    std::find(seen.begin(), seen.end(), found) == seen.end()) {
                    seen.push_back(found);
                    at->second.insert(found->functions.begin(), found->functions.end());
                }
            }
        }
        return at->second;
    }

    void judge(const CppFunction& function, const ClassBody& owner)
    {
        for (int i = function.bodyOpen; i < function.bodyClose; ++i) {
            if (m_file.is(i, "]") && (m_file.is(i + 1, "(") || m_file.is(i + 1, "{"))) {
                return; // in a lambda `this` may not be there
            }
        }
        for (int i = function.bodyOpen + 1; i < function.bodyClose; ++i) {
            const std::string_view name = m_file.text(i);
            const int before = i - 1;
            const bool called = m_file.isKind(i, CTokenKind::Identifier) && m_file.is(i + 1, "(") &&
                                !m_file.token(i).inDirective;
            const bool plain =
                !m_file.is(before, ".") && !m_file.is(before, "->") && !m_file.is(before, "::") &&
                !m_file.is(before, ">") && !m_file.is(before, "*") && !m_file.is(before, "&") &&
                (!m_file.isKind(before, CTokenKind::Identifier) || m_file.is(before, "return"));
            if (!called || !plain || owner.words.count(name) != 0 || m_free.count(name) != 0 ||
                inherited(owner).count(name) == 0 || m_file.isInert(m_file.token(i).begin)) {
                continue;
            }
            const QString symbol = toText(name);
            const Captures captures = {{QStringLiteral("symbol"), symbol}};
            Replacement edit;
            edit.range = m_file.range(i);
            edit.text = "this->" + symbol.toUtf8();
            edit.rule = &m_rule;
            edit.findingId = m_writer.addFinding(m_rule, m_file.range(i), symbol, captures);
            edit.captures = captures;
            m_edits.append(edit);
        }
    }

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    std::vector<ClassBody> m_classes;
    std::map<std::string_view, int> m_byName; ///< index in m_classes; -1: several
    std::map<int, size_t> m_byOpen;           ///< by the bracket that opens it
    std::map<int, std::set<std::string_view>> m_inherited;
    std::set<std::string_view> m_free;
};

} // namespace

void proposeSpecialisations(const CppInput& input)
{
    const CppFile& file = input.file;
    std::map<std::string_view, QByteArray> templates; ///< name to targets; empty: unsure
    for (int i = 0; i < file.size() && !isWorkCancelledAt(i); ++i) {
        TemplateHead head;
        if (!file.is(i, "template") || file.token(i).inDirective || !readHead(file, i, head)) {
            continue;
        }
        const std::string_view name = file.text(head.name);
        if (!head.specialisation) {
            const QByteArray targets = targetsOf(file, head);
            const auto [at, isNew] = templates.try_emplace(name, targets);
            if (!isNew && at->second != targets) {
                at->second.clear();
            }
            continue;
        }
        const auto known = templates.find(name);
        if (known == templates.end() || known->second.isEmpty() ||
            file.isInert(file.token(i).begin)) {
            continue;
        }
        int device = -1;
        bool other = false;
        for (int j = head.begin; j < head.name; ++j) {
            if (file.is(j, "__device__")) {
                device = j;
            } else if (file.is(j, "__host__") ||
                       (file.isKind(j, CTokenKind::Identifier) && isTargetMacro(file.text(j)))) {
                other = true;
            }
        }
        if (device < 0 || other) {
            continue;
        }
        proposeText(input.writer, input.rule, file.range(device), known->second,
                    {{QStringLiteral("symbol"), toText(name)},
                     {QStringLiteral("targets"), QString::fromUtf8(known->second)}},
                    input.edits);
    }
}

void proposeBaseMembers(const CppInput& input)
{
    BaseMembers(input.file, input.rule, input.writer, input.edits).run();
}

std::set<std::string_view> templateParameters(const CppFile& file, const CppFunction& function)
{
    std::set<std::string_view> names;
    int at = function.head;
    for (int steps = 0; at > 0 && !file.is(at, "template") && steps < kLongestHead; ++steps) {
        --at;
        if (file.is(at, ";") || file.is(at, "}") || file.is(at, "{")) {
            return names;
        }
    }
    const int behind =
        file.is(at, "template") && file.is(at + 1, "<") ? behindAngles(file, at + 1) : -1;
    for (int i = at + 2; i < behind; ++i) {
        if (file.isKind(i, CTokenKind::Identifier) &&
            (file.is(i + 1, ",") || file.is(i + 1, "=") || i + 2 == behind)) {
            names.insert(file.text(i));
        }
    }
    return names;
}

namespace {

/// Whether the token at `i` ends a declarator of the object in front of it: "smem," "smem)".
bool endsDeclarator(const CppFile& file, int i)
{
    return file.is(i, ",") || file.is(i, ")") || file.is(i, ";") || file.is(i, "=") ||
           file.is(i, "(") || file.is(i, "{");
}

/// Whether the arguments that end with the '>' at `close` name anything but types of the language
/// and numbers.
bool namesAnything(const CppFile& file, int close)
{
    constexpr std::array kPlain = {"int"sv,   "unsigned"sv, "float"sv,  "double"sv, "char"sv,
                                   "short"sv, "long"sv,     "signed"sv, "bool"sv,   "true"sv,
                                   "void"sv,  "false"sv,    "const"sv};
    int depth = 0;
    for (int i = close; i >= 0 && close - i < kLongestHead; --i) {
        depth += file.is(i, ">") ? 1 : file.is(i, "<") ? -1 : 0;
        if (depth == 0 || file.is(i, ";") || file.is(i, "{")) {
            return false;
        }
        if (file.isKind(i, CTokenKind::Identifier) &&
            std::find(kPlain.begin(), kPlain.end(), file.text(i)) == kPlain.end()) {
            return true;
        }
    }
    return false;
}

/// The objects that the function declares with a type that may depend on the parameters: of a
/// template with arguments, or of a parameter. Not `auto`, which mostly is no such type.
std::set<std::string_view> dependentObjects(const CppFile& file, const CppFunction& function,
                                            const std::set<std::string_view>& parameters)
{
    std::set<std::string_view> names;
    for (int i = function.paramsOpen; i < function.bodyClose; ++i) {
        if (!file.isKind(i, CTokenKind::Identifier) || !endsDeclarator(file, i + 1)) {
            continue;
        }
        int type = i - 1;
        while (file.is(type, "&") || file.is(type, "*") || file.is(type, "&&") ||
               file.is(type, "const") || file.is(type, "__restrict__")) {
            --type;
        }
        if (type > function.paramsOpen && ((file.is(type, ">") && namesAnything(file, type)) ||
                                           parameters.count(file.text(type)) != 0)) {
            names.insert(file.text(i));
        }
    }
    return names;
}

/// Whether "name<…>(" at `name` is written as a call of a template, without blanks around the
/// brackets, and not as two comparisons.
bool isTemplateCall(const CppFile& file, int name)
{
    if (!file.is(name + 1, "<") || file.token(name).end != file.token(name + 1).begin) {
        return false;
    }
    const int behind = behindAngles(file, name + 1);
    if (behind < 0 || !file.is(behind, "(") ||
        file.token(behind - 1).end != file.token(behind).begin) {
        return false;
    }
    for (int i = name + 2; i < behind - 1; ++i) {
        if (file.is(i, "&&") || file.is(i, "||") || file.is(i, "=") || file.is(i, "?")) {
            return false;
        }
    }
    return true;
}

} // namespace

void proposeMemberTemplates(const CppInput& input)
{
    const CppFile& file = input.file;
    for (const CppFunction& function : file.functions()) {
        if (isWorkCancelled()) {
            return;
        }
        const std::set<std::string_view> parameters = templateParameters(file, function);
        if (parameters.empty()) {
            continue;
        }
        std::set<std::string_view> objects;
        bool isRead = false;
        for (int i = function.bodyOpen + 1; i < function.bodyClose; ++i) {
            const bool member = (file.is(i, ".") || file.is(i, "->")) &&
                                file.isKind(i - 1, CTokenKind::Identifier) &&
                                file.isKind(i + 1, CTokenKind::Identifier);
            const bool first = member && !file.is(i - 2, ".") && !file.is(i - 2, "->") &&
                               !file.is(i - 2, "::") && isTemplateCall(file, i + 1);
            if (!first || file.isInert(file.token(i).begin)) {
                continue;
            }
            if (!isRead) {
                objects = dependentObjects(file, function, parameters);
                isRead = true;
            }
            if (objects.count(file.text(i - 1)) == 0) {
                continue;
            }
            proposeText(input.writer, input.rule, file.range(i + 1),
                        "template " + toBytes(file.text(i + 1)),
                        {{QStringLiteral("symbol"), toText(file.text(i + 1))}}, input.edits);
        }
    }
}

} // namespace rocport
