#include "core/rules/build/buildmakecompiler.h"

#include "core/rules/manifests/shellcommands.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rocport {

namespace {

/// Whether a command looks up where a program is.
bool isSearch(QByteArrayView command)
{
    constexpr std::array kSearches = {"which",   "command -v", "where",
                                      "type -p", "type -P",    "whereis"};
    QByteArrayView head = command.trimmed();
    while (head.endsWith('"') || head.endsWith('\'')) {
        head.chop(1);
    }
    head = head.trimmed();
    return std::any_of(kSearches.begin(), kSearches.end(), [head](const char* one) {
        const QByteArrayView word(one);
        const qsizetype before = head.size() - word.size() - 1;
        return head.endsWith(word) && (before < 0 || !isMakeNameByte(head.at(before)));
    });
}

} // namespace

qsizetype nextNvcc(QByteArrayView text, qsizetype from)
{
    for (qsizetype at = text.indexOf("nvcc", from); at >= 0; at = text.indexOf("nvcc", at + 4)) {
        const char after = at + 4 < text.size() ? text.at(at + 4) : ' ';
        const char before = at > 0 ? text.at(at - 1) : ' ';
        const bool longer = isMakeNameByte(after) || after == '.' || after == '/' || after == '+' ||
                            after == ':' || isMakeNameByte(before) || before == '.';
        if (!longer) {
            return at;
        }
    }
    return -1;
}

MakeWordPlace compilerPlace(const QByteArray& text, qsizetype begin, qsizetype tick)
{
    constexpr qsizetype kLookBack = 400;
    const qsizetype from = std::max<qsizetype>(0, begin - kLookBack);
    qsizetype open = tick < 0 ? -1 : tick + 1; // of the text that the shell reads
    int depth = 0;
    for (qsizetype at = begin - 1; at >= from && open < 0; --at) {
        depth += text.at(at) == ')' ? 1 : 0;
        depth -= text.at(at) == '(' ? 1 : 0;
        if (depth < 0) {
            depth = 0;
            if (at > 0 && text.at(at - 1) == '$' &&
                QByteArrayView(text).sliced(at + 1).startsWith("shell ")) {
                open = at + 7;
            }
        }
    }
    if (open < 0) {
        const QByteArrayView line = QByteArrayView(text).sliced(from, begin - from);
        return isSearch(line) ? MakeWordPlace::Search : MakeWordPlace::Call;
    }
    return isSearch(QByteArrayView(text).sliced(open, begin - open)) ? MakeWordPlace::Search
                                                                     : MakeWordPlace::Question;
}

bool isFunctionText(const QByteArray& text, qsizetype begin)
{
    constexpr qsizetype kLookBack = 400;
    constexpr std::array<std::pair<const char*, int>, 5> kFunctions = {
        {{"subst ", 2}, {"patsubst ", 2}, {"filter ", 1}, {"filter-out ", 1}, {"findstring ", 1}}};
    int depth = 0;
    int commas = 0;
    for (qsizetype at = begin - 1; at >= std::max<qsizetype>(1, begin - kLookBack); --at) {
        const char c = text.at(at);
        depth += c == ')' ? 1 : 0;
        commas += c == ',' && depth == 0 ? 1 : 0;
        if (c == '(' && --depth < 0) {
            const QByteArrayView inner = QByteArrayView(text).sliced(at + 1);
            return text.at(at - 1) == '$' &&
                   std::any_of(kFunctions.begin(), kFunctions.end(), [&](const auto& one) {
                       return inner.startsWith(one.first) && commas < one.second;
                   });
        }
    }
    return false;
}

namespace {

/// How a value comes to name nvcc.
enum class Found : quint8 {
    No,
    Word,   ///< it is written there
    Search, ///< it is looked for, and may come out empty
    Always  ///< it is looked for, with another where it is not found
};

/// The end of the first word: blanks in references and back quotes are part of it.
qsizetype endOfHead(QByteArrayView text)
{
    int depth = 0;
    char quote = '\0';
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char c = text.at(at);
        depth += c == '(' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == '}' ? 1 : 0;
        if (quote == '\0' && (c == '`' || c == '"' || c == '\'')) {
            quote = c;
        } else if (c == quote) {
            quote = '\0';
        } else if (quote == '\0' && depth <= 0 && (c == ' ' || c == '\t' || c == '\n')) {
            return at;
        }
    }
    return text.size();
}

/// The argument of "$(NAME …)" from end to end; nothing where the text is no such call.
std::optional<QByteArrayView> argumentOf(QByteArrayView text, const char* name)
{
    const QByteArray head = "$(" + QByteArray(name) + ' ';
    if (!text.startsWith(head) || !text.endsWith(')')) {
        return std::nullopt;
    }
    return text.sliced(head.size(), text.size() - head.size() - 1).trimmed();
}

/// The parts between commas outside of references.
QVector<QByteArrayView> partsOf(QByteArrayView text)
{
    QVector<QByteArrayView> parts;
    int depth = 0;
    qsizetype begin = 0;
    for (qsizetype at = 0; at <= text.size(); ++at) {
        const char c = at < text.size() ? text.at(at) : ',';
        depth += c == '(' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == '}' ? 1 : 0;
        if (c == ',' && (depth == 0 || at == text.size())) {
            parts.append(text.sliced(begin, at - begin).trimmed());
            begin = at + 1;
        }
    }
    return parts;
}

/// Where the path begins whose last name stands at `at`.
qsizetype beginOfPath(QByteArrayView text, qsizetype at)
{
    if (at == 0 || text.at(at - 1) != '/') {
        return at;
    }
    while (at > 0 && !isWordEnd(text.at(at - 1)) && text.at(at - 1) != '`') {
        --at;
    }
    return at;
}

Found foundByShell(QByteArrayView command)
{
    const qsizetype at = nextNvcc(command, 0);
    const qsizetype other = command.indexOf("||");
    // "which nvcc || echo /usr/local/cuda/bin/nvcc"
    const bool falls = other > at && command.sliced(other + 2).trimmed().startsWith("echo ") &&
                       nextNvcc(command, other) >= 0;
    if (at < 0 || !isSearch(command.first(beginOfPath(command, at)))) {
        return Found::No;
    }
    return falls ? Found::Always : Found::Search;
}

/// How the first word of a value names nvcc.
Found foundIn(QByteArrayView head, int depth = 0)
{
    constexpr int kDeepest = 8;
    if (depth > kDeepest || nextNvcc(head, 0) < 0) {
        return Found::No;
    }
    for (const char* name : {"strip", "firstword", "lastword", "realpath", "abspath"}) {
        if (const auto inner = argumentOf(head, name)) {
            const Found found = foundIn(*inner, depth + 1);
            return found == Found::Word ? Found::Always : found;
        }
    }
    if (const auto command = argumentOf(head, "shell")) {
        return foundByShell(*command);
    }
    if (head.size() > 2 && head.startsWith('`') && head.endsWith('`')) {
        return foundByShell(head.sliced(1, head.size() - 2));
    }
    if (const auto pattern = argumentOf(head, "wildcard")) {
        return pattern->endsWith("nvcc") && !pattern->contains(' ') ? Found::Search : Found::No;
    }
    const auto choice = argumentOf(head, "or");
    const auto arms = argumentOf(head, "if");
    if (choice || arms) {
        const QVector<QByteArrayView> parts = partsOf(choice ? *choice : *arms);
        bool all = parts.size() > (choice ? 0 : 2);
        bool always = false;
        for (qsizetype i = choice ? 0 : 1; i < parts.size(); ++i) {
            const Found found = foundIn(parts.at(i), depth + 1);
            all = all && found != Found::No;
            always = always || found == Found::Word || found == Found::Always;
        }
        return !all ? Found::No : always ? Found::Always : Found::Search;
    }
    QByteArrayView word = head;
    if (word.size() > 2 && (word.front() == '"' || word.front() == '\'') &&
        word.back() == word.front()) {
        word = word.sliced(1, word.size() - 2);
    }
    const bool calls = word.startsWith("$(") && word.endsWith(')');
    return word.endsWith("nvcc") && !calls && !word.contains('`') ? Found::Word : Found::No;
}

} // namespace

bool holdsCompiler(QByteArrayView value)
{
    constexpr int kMostBefore = 4; // "ccache nvcc", "$(TIME) env A=b nvcc"
    QByteArrayView text = value.trimmed();
    for (int i = 0; i <= kMostBefore && !text.isEmpty(); ++i) {
        const QByteArrayView head = text.first(endOfHead(text));
        if (foundIn(head) != Found::No) {
            return true;
        }
        if (!head.startsWith('$') && !head.contains('=') && !isCommandPrefix(head)) {
            return false;
        }
        text = text.sliced(head.size()).trimmed();
    }
    return false;
}

ByteRange replaceFoundCompiler(QByteArray& value, const QByteArray& flags)
{
    const auto* const blank =
        std::find_if(value.cbegin(), value.cend(), [](char c) { return c != ' ' && c != '\t'; });
    const qsizetype first = blank - value.cbegin();
    const QByteArrayView text = QByteArrayView(value).sliced(first);
    const QByteArray head = text.first(endOfHead(text)).toByteArray();
    const Found found = foundIn(head);
    if (found != Found::Search && found != Found::Always) {
        return {};
    }
    const qsizetype name = first + nextNvcc(head, 0);
    QByteArray now = "hipcc" + flags;
    if (found == Found::Search) { // an empty value stays one, so that conditions on it hold
        QByteArray search = head;
        if (head.contains("$(wildcard ") || head.contains("$(or ") || head.contains("$(if ")) {
            search = "$(shell command -v hipcc)";
        }
        for (qsizetype at = nextNvcc(search, 0); at >= 0; at = nextNvcc(search, at)) {
            const qsizetype begin = beginOfPath(search, at);
            search.replace(begin, at + 4 - begin, "hipcc");
            at = begin;
        }
        now = search.startsWith('`') ? search + flags // one word for the shell, two for make
                                     : "$(patsubst %,%" + flags + ',' + search + ')';
    }
    value.replace(first, head.size(), now);
    return {name, name + 4};
}

bool isWordEnd(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '"' || c == '\'' || c == ';';
}

namespace {

/// The root folder of the toolkit as makefiles spell it.
constexpr std::array<const char*, 10> kRoots = {
    "$(CUDA_HOME)", "$(CUDA_PATH)", "$(CUDA_ROOT)", "$(CUDA_DIR)", "$(CUDA_INSTALL_PATH)",
    "${CUDA_HOME}", "${CUDA_PATH}", "${CUDA_ROOT}", "${CUDA_DIR}", "/usr/local/cuda"};

} // namespace

QVector<ByteRange> toolkitPaths(const QByteArray& text)
{
    QVector<ByteRange> paths;
    qsizetype last = 0;
    for (qsizetype at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1)) {
        const char letter = at + 1 < text.size() ? text.at(at + 1) : ' ';
        const QByteArrayView rest = QByteArrayView(text).sliced(std::min(at + 2, text.size()));
        const bool known = (letter == 'I' || letter == 'L') && at >= last &&
                           std::any_of(kRoots.begin(), kRoots.end(),
                                       [&rest](const char* root) { return rest.startsWith(root); });
        if (!known) {
            continue;
        }
        const qsizetype close = rest.startsWith("$(") ? text.indexOf(')', at) : -1;
        qsizetype end = close >= 0 ? close + 1 : at + 2;
        while (end < text.size() && !isWordEnd(text.at(end)) && text.at(end) != ')') {
            ++end;
        }
        paths.append({at, end});
        last = end;
    }
    return paths;
}

} // namespace rocport
