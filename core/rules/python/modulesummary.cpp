#include "core/base/cancelscope.h"
#include "core/rules/python/modulenames.h"
#include "core/rules/python/modulestops.h"
#include "core/rules/python/modulevalues.h"
#include "core/rules/python/pythonlines.h"
#include "core/text/bytes.h"
#include "core/text/wordfinder.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// A file without any of these gives no value that a rule would ask for.
const QVector<QByteArray>& valueWords()
{
    static const QVector<QByteArray> kWords = {
        "reduce-overhead", "max-autotune",    "cudagraph",       "cuda_graph",
        "compile_mode",    "torch_compile",   "compile_backend", "compile_options",
        "attn_impl",       "flash_attention", "max_autotune",    "attention_backend"};
    return kWords;
}

bool holdsValue(std::string_view text)
{
    static const WordFinder kFinder(valueWords());
    const std::vector<bool> found = kFinder.find(text);
    return std::any_of(found.begin(), found.end(), [](bool one) { return one; });
}

/// The dotted name that `text` begins with.
std::string_view dottedName(std::string_view text)
{
    size_t end = 0;
    while (end < text.size() && (isNameByte(text[end]) || text[end] == '.')) {
        ++end;
    }
    return text.substr(0, end);
}

/// Imports, the main guard and the first compile, by lines: files that need no tree get none.
class LineReader
{
public:
    LineReader(std::string_view text, ModuleSummary& summary) : m_text(text), m_summary(summary) {}

    void run()
    {
        const bool usesTorch = m_text.find("torch") != std::string_view::npos;
        PythonLines lines;
        ModuleStops stops;
        size_t at = 0;
        for (int line = 1; at < m_text.size() && !isWorkCancelledAt(line); ++line) {
            size_t end = m_text.find('\n', at);
            end = end == std::string_view::npos ? m_text.size() : end;
            const std::string_view whole = lines.code(m_text.substr(at, end - at));
            const std::string_view code = trimmed(whole);
            const bool top = !whole.empty() && whole.front() != ' ' && whole.front() != '\t';
            at = end + 1;
            if (code.empty()) {
                continue;
            }
            stops.read(whole.find_first_not_of(" \t\r\f"), trimmed(lines.plain()));
            if (usesTorch) {
                readTorch(code, line, top);
            }
            if (!m_open.isEmpty()) {
                addNames(code);
                continue;
            }
            if (code.starts_with("from ")) {
                addFrom(code.substr(5));
            } else if (code.starts_with("import ")) {
                addImports(code.substr(7));
            } else if (code.starts_with("if __name__") && m_summary.programLine == 0) {
                m_summary.programLine = line;
            }
            if (usesTorch) {
                const std::string_view plain = trimmed(lines.plain());
                const bool compiling = compiles(plain);
                note(m_summary.compileLine, line, compiling);
                note(m_summary.scriptLine, line,
                     top && (compiling || doesSomething(plain)) && !plain.starts_with('@'));
            }
        }
        m_summary.stops = stops.names();
        std::sort(m_summary.imports.begin(), m_summary.imports.end());
        m_summary.imports.erase(std::unique(m_summary.imports.begin(), m_summary.imports.end()),
                                m_summary.imports.end());
    }

private:
    static void note(int& slot, int line, bool found) { slot = slot == 0 && found ? line : slot; }

    void readTorch(std::string_view code, int line, bool top)
    {
        const auto has = [&](std::string_view word) {
            return code.find(word) != std::string_view::npos;
        };
        const size_t flag = code.find("is_rocm");
        note(m_summary.torchLine, line, top && code.starts_with("import ") && bindsTorch(code));
        note(m_summary.flagLine, line,
             top && flag != std::string_view::npos &&
                 (flag == 0 || (code.starts_with("from ") && has("import"))));
        if (has("max_autotune") || has("MAX_AUTOTUNE")) {
            const size_t equals = code.find('=');
            const std::string_view value = trimmed(
                equals == std::string_view::npos ? std::string_view() : code.substr(equals + 1));
            const bool quoted = has("MAX_AUTOTUNE");
            note(m_summary.safeLine, line,
                 !has("max_autotune_gemm") && !has("MAX_AUTOTUNE_") &&
                     (value.starts_with("False") ||
                      (quoted && (value.starts_with("\"0\"") || value.starts_with("'0'") ||
                                  has(".pop(") || has(", \"0\")") || has(", '0')")))));
        }
        note(m_summary.graphLine, line,
             (has("reduce-overhead") || has("\"max-autotune\"") || has("'max-autotune'")) &&
                 (has("compile") || has("mode=")));
    }

    /// `import torch`, `import torch as th`, `import os, torch.nn`, but not `import torch.nn as
    /// nn`.
    static bool bindsTorch(std::string_view code)
    {
        std::string_view list =
            code.substr(7, code.find('#') == std::string_view::npos ? std::string_view::npos
                                                                    : code.find('#') - 7);
        while (!list.empty()) {
            const size_t comma = list.find(',');
            const std::string_view item = trimmed(list.substr(0, comma));
            const std::string_view name = dottedName(item);
            const bool aliased = item.find(" as ") != std::string_view::npos;
            if (name == "torch" || (name.starts_with("torch.") && !aliased)) {
                return true;
            }
            list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        }
        return false;
    }

    [[nodiscard]] bool compiles(std::string_view code) const
    {
        const auto has = [&](std::string_view word) {
            return code.find(word) != std::string_view::npos;
        };
        const auto calls = [&](const std::string& name) {
            const size_t at = code.find(name);
            return at != std::string_view::npos &&
                   (at + name.size() == code.size() || !isNameByte(code[at + name.size()]));
        };
        const bool mayCompile = has("compile") || has("optimize("); // as all that follows
        if (!mayCompile || has("re.compile(")) {
            return false;
        }
        if (calls(m_torch + ".compile") || calls("torch.compile") || has("compiler.compile(") ||
            has("dynamo.optimize(") || has(".compile()")) {
            return true;
        }
        constexpr std::array<std::string_view, 6> kKeywords = {
            "mode=", "fullgraph=", "dynamic=", "backend=", "options=", "disable="};
        if (std::any_of(kKeywords.begin(), kKeywords.end(), [&](std::string_view keyword) {
                return has(".compile(" + std::string(keyword));
            })) {
            return true;
        }
        return m_compileImported && (code.starts_with("@compile") || has("= compile("));
    }

    /// A call or a loop that is no part of a definition.
    static bool doesSomething(std::string_view code)
    {
        const std::string_view name = dottedName(code);
        return name == "for" || name == "while" || name == "with" ||
               (!name.empty() && code.substr(name.size()).starts_with('('));
    }

    void addFrom(std::string_view rest)
    {
        const std::string_view module = dottedName(trimmed(rest));
        const size_t import = rest.find(" import ");
        if (module.empty() || import == std::string_view::npos) {
            return;
        }
        m_summary.imports.append(toBytes(module));
        m_open = toBytes(module);
        std::string_view names = trimmed(rest.substr(import + 8));
        const bool several = names.starts_with('(');
        names = several ? names.substr(1) : names;
        addNames(names);
        if (!several) {
            m_open.clear();
        }
    }

    /// `from pkg import config` may name a module too.
    void addNames(std::string_view names)
    {
        const QByteArray base = m_open.endsWith('.') ? m_open : m_open + '.';
        const size_t close = names.find(')');
        std::string_view list = names.substr(0, std::min(close, names.find('#')));
        while (!list.empty()) {
            const std::string_view name = dottedName(trimmed(list));
            if (!name.empty()) {
                m_summary.imports.append(base + toBytes(name));
                m_compileImported =
                    m_compileImported || m_summary.imports.last() == "torch.compile";
            }
            const size_t comma = list.find(',');
            list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        }
        if (close != std::string_view::npos) {
            m_open.clear();
        }
    }

    void addImports(std::string_view list)
    {
        list = list.substr(0, list.find('#'));
        while (!list.empty()) {
            const std::string_view one = trimmed(list);
            const std::string_view name = dottedName(one);
            if (!name.empty()) {
                m_summary.imports.append(toBytes(name));
            }
            if (one.starts_with("torch as ")) {
                m_torch = std::string(dottedName(trimmed(one.substr(9))));
            }
            const size_t comma = list.find(',');
            list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
        }
    }

    std::string_view m_text;
    ModuleSummary& m_summary;
    std::string m_torch = "torch";  ///< what the file calls it
    QByteArray m_open;              ///< module of a from-import whose list goes on
    bool m_compileImported = false; ///< from torch import compile
};

/// Modules that the commands of a package begin in: "pkg.cli" of "run = pkg.cli:main" in setup.py,
/// of run = "pkg.cli:main" in pyproject.toml.
void readEntryPoints(std::string_view text, ModuleSummary& summary)
{
    const auto has = [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    };
    if (!has("console_scripts") && !has("[project.scripts]") && !has("[tool.poetry.scripts]")) {
        return;
    }
    for (size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
        size_t begin = at;
        while (begin > 0 && (isNameByte(text[begin - 1]) || text[begin - 1] == '.')) {
            --begin;
        }
        const size_t after = at + 1;
        const bool named = begin < at && after < text.size() && isNameByte(text[after]);
        const char before = begin > 0 ? text[begin - 1] : ' ';
        const bool written = before == '"' || before == '\'' || before == '=' || before == ' ';
        if (named && written && text[begin] != '.') {
            summary.entries.append(toBytes(text.substr(begin, at - begin)));
        }
    }
}

/// "key: value" and "key = value" lines of YAML, TOML and JSON.
void readKeys(std::string_view text, ModuleSummary& summary)
{
    size_t at = 0;
    for (int line = 1; at < text.size() && !isWorkCancelledAt(line); ++line) {
        size_t end = text.find('\n', at);
        end = end == std::string_view::npos ? text.size() : end;
        std::string_view code = trimmed(text.substr(at, end - at));
        at = end + 1;
        if (code.starts_with("- ")) {
            code = trimmed(code.substr(2));
        }
        const bool quoted = code.starts_with('"') || code.starts_with('\'');
        code = quoted ? code.substr(1) : code;
        size_t length = 0;
        while (length < code.size() && (isNameByte(code[length]) || code[length] == '-')) {
            ++length;
        }
        std::string_view rest = code.substr(length);
        if (length == 0 || length > 60) {
            continue;
        }
        rest = trimmed(quoted && !rest.empty() ? rest.substr(1) : rest);
        if (rest.empty() || (rest.front() != ':' && rest.front() != '=')) {
            continue;
        }
        rest = trimmed(rest.substr(1));
        NamedValue value;
        if (rest.starts_with('"') || rest.starts_with('\'')) {
            const size_t close = rest.find(rest.front(), 1);
            rest = rest.substr(1, close == std::string_view::npos ? close : close - 1);
            value.text = true;
        } else {
            rest = trimmed(rest.substr(0, rest.find_first_of("#,}")));
            value.text = !rest.empty() && rest != "true" && rest != "false" &&
                         rest.find_first_not_of("0123456789.") != std::string_view::npos;
        }
        if (rest.empty() || rest.size() > 60 || rest.find('\t') != std::string_view::npos) {
            continue;
        }
        value.name = "key." + toBytes(code.substr(0, length)).replace('-', '_');
        value.value = rest == "true" ? QByteArray("True") : toBytes(rest);
        value.path = summary.path;
        value.line = line;
        summary.values.append(value);
    }
}

} // namespace

bool hasModuleSummary(Language language)
{
    return language == Language::Python || language == Language::Yaml ||
           language == Language::Toml || language == Language::Json;
}

ModuleSummary summariseModule(const RepoPath& path, Language language, std::string_view text,
                              const CancelToken& cancel)
{
    constexpr size_t kMaxConfigBytes = 256 * 1024; // larger ones hold data
    ModuleSummary summary;
    summary.path = path;
    const bool values = holdsValue(text);
    if (language == Language::Toml || path.fileName() == "setup.py") {
        readEntryPoints(text, summary);
    }
    if (language == Language::Python) {
        LineReader(text, summary).run();
        if (values) {
            const QByteArray statements = valueStatements(text);
            if (!statements.isEmpty()) {
                readValues(viewOf(statements), summary, cancel);
            }
        }
    } else if (hasModuleSummary(language) && values && text.size() < kMaxConfigBytes) {
        readKeys(text, summary);
    }
    return summary;
}

} // namespace rocport
