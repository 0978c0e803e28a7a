// Requirement files of pip, and which files are manifests.
#include "core/base/cancelscope.h"
#include "core/isolation/syntaxtree.h"
#include "core/rules/manifests/manifestreaders.h"
#include "core/rules/manifests/requirement.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <array>

namespace rocport {

namespace {

/// One logical line with its joined lines; blanks stand for backslashes and line ends, so that
/// offsets are those of the file. Comments are left out.
QByteArray logicalLine(const SourceBuffer& source, int* line)
{
    QByteArray text;
    for (; *line <= source.lineCount(); ++*line) {
        const std::string_view one = source.lineText(*line);
        const ByteRange range = source.lineRange(*line);
        QByteArray part = toBytes(one);
        for (qsizetype at = 0; at < part.size(); ++at) {
            if (part[at] == '#' && (at == 0 || isLineBlank(part[at - 1]))) {
                part.truncate(at);
            }
        }
        const qsizetype last = part.size() - 1;
        const bool goesOn = part.endsWith('\\') || part.endsWith("\\\r");
        if (goesOn) {
            part.truncate(part.endsWith('\r') ? last - 1 : last);
        }
        text += part.leftJustified(goesOn ? range.size() : part.size(), ' ');
        if (!goesOn) {
            break;
        }
    }
    return text;
}

struct Option
{
    const char* name;
    enum class Kind : quint8 { Include, Constraint, Index, Editable } kind;
};

constexpr std::array kOptions = {Option{"--requirement", Option::Kind::Include},
                                 Option{"-r", Option::Kind::Include},
                                 Option{"--constraint", Option::Kind::Constraint},
                                 Option{"-c", Option::Kind::Constraint},
                                 Option{"--extra-index-url", Option::Kind::Index},
                                 Option{"--index-url", Option::Kind::Index},
                                 Option{"--find-links", Option::Kind::Index},
                                 Option{"-i", Option::Kind::Index},
                                 Option{"-f", Option::Kind::Index},
                                 Option{"--editable", Option::Kind::Editable},
                                 Option{"-e", Option::Kind::Editable}};

} // namespace

void addEntry(const SourceBuffer& source, QVector<ManifestEntry>& entries, ByteRange range,
              const QByteArray& text, const QByteArray& group)
{
    constexpr qsizetype kMaxEntries = 5000; // more is no manifest that a person wrote
    if (!text.isEmpty() && text.size() <= 1000 && entries.size() < kMaxEntries &&
        !text.contains('\t') && !text.contains('\n')) {
        entries.append({text, group, source.lineOf(range.begin), range});
    }
}

void readPipOption(const SourceBuffer& source, QByteArrayView text, qsizetype begin,
                   ManifestSummary& summary)
{
    for (const Option& option : kOptions) {
        const QByteArrayView name(option.name);
        if (!text.startsWith(name)) {
            continue;
        }
        const bool editable = option.kind == Option::Kind::Editable;
        qsizetype at = name.size();
        while (at < text.size() && (isLineBlank(text[at]) || text[at] == '=')) {
            ++at;
        }
        qsizetype end = at;
        while (end < text.size() &&
               !(editable ? text.sliced(end).startsWith(" --") : isLineBlank(text[end]))) {
            ++end;
        }
        while (end > at && isLineBlank(text[end - 1])) {
            --end;
        }
        if (end - at > 1 && (text[at] == '"' || text[at] == '\'') && text[end - 1] == text[at]) {
            ++at;
            --end;
        }
        const QByteArray value = text.sliced(at, end - at).toByteArray();
        const ByteRange range{begin + at, begin + end};
        if (editable) {
            addEntry(source, summary.entries, range, "-e " + value, {});
        } else if (option.kind == Option::Kind::Index) {
            addEntry(source, summary.indexes, range, value, {});
        } else {
            summary.includes.append(
                {value, option.kind == Option::Kind::Constraint, source.lineOf(range.begin)});
        }
        return;
    }
}

void readRequirements(const SourceBuffer& source, ManifestSummary& summary)
{
    for (int line = 1; line <= source.lineCount() && !isWorkCancelled(); ++line) {
        qsizetype begin = source.lineRange(line).begin;
        const bool first = line == 1;
        const QByteArray text = logicalLine(source, &line);
        qsizetype code = first ? source.bomLength() : 0;
        while (code < text.size() && isLineBlank(text[code])) {
            ++code;
        }
        if (code >= text.size()) {
            continue;
        }
        begin += code;
        const QByteArrayView rest = QByteArrayView(text).sliced(code);
        if (rest.front() == '-') {
            readPipOption(source, rest, begin, summary);
            continue;
        }
        qsizetype end = rest.indexOf(" --");
        end = end < 0 ? rest.size() : end;
        while (end > 0 && isLineBlank(rest[end - 1])) {
            --end;
        }
        addEntry(source, summary.entries, {begin, begin + end},
                 rest.first(end).toByteArray().simplified(), {});
    }
}

bool isManifest(const RepoPath& path, Language language)
{
    const QByteArray name = path.fileName();
    switch (language) {
    case Language::Requirements:
    case Language::SetupCfg:
        return true;
    case Language::Toml:
        return name == "pyproject.toml" || name == "Pipfile" || name == "pixi.toml" ||
               name == "uv.toml";
    case Language::Yaml:
        return name.startsWith("env") || name.contains("conda");
    case Language::Python:
        return name == "setup.py";
    default:
        return false;
    }
}

ManifestSummary readManifest(const RepoPath& path, Language language, const SourceBuffer& source)
{
    ManifestSummary summary;
    summary.path = path;
    if (!isManifest(path, language)) {
        return summary;
    }
    switch (language) {
    case Language::Requirements:
        readRequirements(source, summary);
        break;
    case Language::SetupCfg:
        readSetupCfg(source, summary);
        break;
    case Language::Toml:
        readTomlManifest(source, summary);
        break;
    case Language::Yaml:
        readConda(source, summary);
        break;
    default:
        if (const Result<SyntaxTree> tree = SyntaxTree::parsePython(source.view())) {
            readSetupPy(*tree, source, summary);
        }
        break;
    }
    return summary;
}

} // namespace rocport
