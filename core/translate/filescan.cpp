#include "core/translate/filescan.h"

#include "core/base/cancelscope.h"

namespace rocport {

namespace {

bool isDeviceKeyword(std::string_view name)
{
    return name == "__global__" || name == "__device__" || name == "__shared__" ||
           name == "__constant__" || name == "__managed__" || name == "__launch_bounds__";
}

/// Header name without its brackets or quotes.
std::string_view bareHeader(std::string_view text)
{
    return text.size() < 2 ? std::string_view() : text.substr(1, text.size() - 2);
}

class Scanner
{
public:
    Scanner(const TokenWalk& walk, std::string_view guardMacro, bool skipNvidiaOnly)
        : m_walk(walk), m_conditions(guardMacro), m_skipNvidiaOnly(skipNvidiaOnly)
    {
    }

    FileScan run()
    {
        CancelLook isCancelled;
        for (int i = 0; i < m_walk.count() && !isCancelled(); ++i) {
            visit(i);
        }
        m_scan.branchEnds = m_conditions.branchEnds();
        m_scan.branchBegins = m_conditions.branchBegins();
        m_scan.guardWhole = guardIsWhole();
        return std::move(m_scan);
    }

private:
    [[nodiscard]] bool guardIsWhole() const
    {
        if (m_scan.guardIf < 0) {
            return false;
        }
        const int end = m_scan.branchEnds[size_t(m_scan.guardBranch)];
        if (end >= m_walk.count() || !m_walk.is(m_walk.next(end), "endif")) {
            return false;
        }
        for (int i = m_walk.count() - 1; i > end; --i) {
            const CToken& token = m_walk.token(i);
            const bool blank =
                token.kind == CTokenKind::Comment || token.kind == CTokenKind::Newline;
            if (!blank && !token.inDirective) {
                return false;
            }
            if (token.kind == CTokenKind::Directive) {
                return false;
            }
        }
        return true;
    }

    void visit(int i)
    {
        const CToken& token = m_walk.token(i);
        if (token.unterminated) {
            unterminated(token);
        }
        switch (token.kind) {
        case CTokenKind::Directive:
            directive(i);
            break;
        case CTokenKind::Identifier:
            identifier(i, token);
            break;
        case CTokenKind::Punctuator:
            punctuator(i, token);
            break;
        default:
            break;
        }
        if (token.kind != CTokenKind::Comment && token.kind != CTokenKind::Newline) {
            ++m_significant;
        }
    }

    void unterminated(const CToken& token)
    {
        // A quote that never closes is harmless in "#if 0" and in header names.
        if (token.kind == CTokenKind::HeaderName) {
            return;
        }
        const bool toFileEnd =
            token.end == m_walk.source().size() &&
            (token.kind == CTokenKind::Comment || token.kind == CTokenKind::String);
        if (!m_conditions.dead() || toFileEnd) {
            m_scan.unsure = true;
        }
    }

    [[nodiscard]] bool skipped() const { return m_skipNvidiaOnly && m_conditions.nvidiaOnly(); }

    void identifier(int i, const CToken& token)
    {
        m_scan.thrust = m_scan.thrust || m_walk.is(i, "thrust");
        const bool leftAlone = skipped();
        if (leftAlone && !m_conditions.withoutHipcc()) {
            return;
        }
        const std::string_view name = spelling(token, m_walk.source(), m_storage);
        if (name.size() < 3) {
            return;
        }
        if (!leftAlone) {
            if (name.starts_with("__") && !token.inDirective && isDeviceKeyword(name)) {
                m_scan.deviceCode = true;
            }
            if (name == "cub") {
                m_scan.cubNames.push_back(i);
                return;
            }
        }
        const ApiFact* const fact = findApi(name);
        if (fact && fact->kind != ApiKind::Header) {
            m_scan.names.push_back(
                {i, fact, !m_braces.empty() && m_braces.back(), m_conditions.branch(), leftAlone});
        }
    }

    void punctuator(int i, const CToken& token)
    {
        const char c = m_walk.source()[token.begin];
        if (c == '<') {
            if (token.end - token.begin == 3 && m_walk.is(i, "<<<") && !skipped()) {
                m_scan.launches.push_back(i);
            }
            return;
        }
        if (token.inDirective) {
            return;
        }
        if (c == '{') {
            m_braces.push_back(opensEnum(i));
        } else if (c == '}' && !m_braces.empty()) {
            m_braces.pop_back();
        }
    }

    /// "enum {", "enum class Name : type {".
    [[nodiscard]] bool opensEnum(int brace) const
    {
        int i = brace;
        for (int steps = 0; steps < 8; ++steps) {
            i = m_walk.previous(i);
            if (i < 0) {
                return false;
            }
            if (m_walk.is(i, "enum")) {
                return true;
            }
            if (!m_walk.isIdentifier(i) && !m_walk.is(i, ":") && !m_walk.is(i, "::")) {
                return false;
            }
        }
        return false;
    }

    void directive(int i)
    {
        const int word = m_walk.next(i);
        const std::string_view name = m_walk.text(word);
        const bool firstInFile = m_significant == 0;
        m_conditions.directive(m_walk, i);
        if (name == "ifndef" && firstInFile) {
            m_scan.guardIf = i;
            m_scan.guardBranch = m_conditions.branch();
        } else if (name == "define" && m_scan.guardIf >= 0 && m_scan.guardDefine < 0 &&
                   m_significant == m_guardEnd) {
            const int guard = m_walk.next(m_walk.next(m_scan.guardIf));
            const int defined = m_walk.next(word);
            if (guard >= 0 && defined >= 0 && m_walk.text(guard) == m_walk.text(defined)) {
                m_scan.guardDefine = i;
            }
        } else if (name == "pragma" && m_scan.pragmaOnce < 0 &&
                   m_walk.is(m_walk.next(word), "once")) {
            m_scan.pragmaOnce = i;
            m_scan.pragmaBranch = m_conditions.branch();
        } else if (name.starts_with("i") &&
                   (name == "include" || name == "include_next" || name == "import")) {
            include(i, word);
        }
        if (firstInFile) {
            m_guardEnd = m_significant + 3; // '#', "ifndef" and the name
        }
    }

    void include(int i, int word)
    {
        const int name = m_walk.next(word);
        if (name < 0 || m_walk.kind(name) != CTokenKind::HeaderName || skipped()) {
            return;
        }
        std::string storage;
        const std::string_view path =
            bareHeader(spelling(m_walk.token(name), m_walk.source(), storage));
        IncludeHit hit;
        hit.directive = i;
        hit.name = name;
        hit.branch = m_conditions.branch();
        hit.depth = m_conditions.depth();
        hit.header = m_walk.token(name).unterminated ? nullptr : findHeader(path);
        m_scan.cudaHeader |= hit.header != nullptr;
        m_scan.cooperativeGroups |= path == "cooperative_groups.h";
        m_scan.cubHeader |= path.starts_with("cub/");
        m_scan.hipHeader |= path.starts_with("hip/");
        m_scan.includes.push_back(hit);
    }

    const TokenWalk& m_walk;
    Conditions m_conditions;
    bool m_skipNvidiaOnly;
    FileScan m_scan;
    std::vector<bool> m_braces; // true: of an enum
    std::string m_storage;
    int m_significant = 0;
    int m_guardEnd = -1;
};

} // namespace

FileScan scanFile(const TokenWalk& walk, std::string_view guardMacro, bool skipNvidiaOnly)
{
    return Scanner(walk, guardMacro, skipNvidiaOnly).run();
}

} // namespace rocport
