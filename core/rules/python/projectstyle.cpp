#include "core/rules/python/projectstyle.h"

#include "core/text/tomlsource.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr int kBlackLength = 88;  // https://black.readthedocs.io, 23.1; ruff has the same
constexpr int kFlake8Length = 79; // https://flake8.pycqa.org, 5.0
constexpr int kLeast = 20;        // shorter lines are a mistake, or mean something else
constexpr int kMost = 1'000;
constexpr int kMaxFolders = 64;        // above a file
constexpr int kClangFormatLength = 80; // clang-format 14, style LLVM

/// 0: no length that is sensible.
int sensible(qint64 length)
{
    return length >= kLeast && length <= kMost ? static_cast<int>(length) : 0;
}

/// "E501, W503" or several lines of such.
bool names(const QByteArray& list, const QByteArray& code)
{
    for (const QByteArray& part : QByteArray(list).replace('\n', ',').split(',')) {
        const QByteArray one = part.trimmed();
        if (!one.isEmpty() && code.startsWith(one)) {
            return true;
        }
    }
    return false;
}

/// Whether the pattern of a section of .editorconfig takes in all Python files: *, *.py,
/// *.{py,pyi}.
bool takesPython(const QByteArray& pattern)
{
    if (pattern == "*" || pattern == "*.py" || pattern == "**" || pattern == "**.py" ||
        pattern == "**/*.py") {
        return true;
    }
    if (!pattern.startsWith("*.{") || !pattern.endsWith('}')) {
        return false;
    }
    const QList<QByteArray> endings = pattern.sliced(3, pattern.size() - 4).split(',');
    return std::any_of(endings.begin(), endings.end(),
                       [](const QByteArray& ending) { return ending.trimmed() == "py"; });
}

QByteArray withoutComment(const QByteArray& value)
{
    const qsizetype comment = value.indexOf('#');
    return comment < 0 ? value : value.first(comment);
}

/// "name" of "[name]", else nothing.
QByteArray sectionOf(const QByteArray& line)
{
    return line.startsWith('[') && line.endsWith(']') ? line.sliced(1, line.size() - 2).trimmed()
                                                      : QByteArray();
}

/// What a style of clang-format's own says; false: it is not known, or not followed here.
bool setBase(CppStyle& style, const QByteArray& name)
{
    const bool google = name == "Google" || name == "Chromium";
    style = CppStyle();
    style.lineLength = name == "Microsoft" ? 120 : kClangFormatLength;
    style.indent = name == "Microsoft" ? 4 : 2;
    style.firstArgument = google ? 1 : 19;
    style.backslashes = google ? CppStyle::Backslashes::Left : CppStyle::Backslashes::Right;
    return google || name == "LLVM" || name == "Microsoft";
}

/// What a document of .clang-format says, over what the ones before it say. False: the layout
/// cannot be told from what is read here.
bool readDocument(const QVector<std::pair<QByteArray, QByteArray>>& document, CppStyle& style)
{
    const auto valueOf = [&](const char* key) {
        const auto found = std::find_if(document.begin(), document.end(),
                                        [&](const auto& one) { return one.first == key; });
        return found == document.end() ? QByteArray() : found->second;
    };
    const QByteArray language = valueOf("Language");
    if (!language.isEmpty() && language != "Cpp") {
        return true;
    }
    const QByteArray base = valueOf("BasedOnStyle"); // taken first wherever it stands
    bool follows = base.isEmpty() || setBase(style, base);
    for (const auto& [key, value] : document) {
        const bool isOff = value == "false" || value == "DontAlign";
        if (key == "ColumnLimit") {
            style.lineLength = sensible(value.toInt());
        } else if (key == "IndentWidth") {
            style.indent = std::clamp(value.toInt(), 0, kLeast);
        } else if (key == "ContinuationIndentWidth") {
            style.continuation = std::clamp(value.toInt(), 0, kLeast);
        } else if (key == "PenaltyBreakBeforeFirstCallParameter") {
            style.firstArgument = std::clamp(value.toInt(), 0, kMost);
        } else if (key == "AlignEscapedNewlines") {
            style.backslashes = isOff             ? CppStyle::Backslashes::Apart
                                : value == "Left" ? CppStyle::Backslashes::Left
                                                  : CppStyle::Backslashes::Right;
        } else if (key == "AlignEscapedNewlinesLeft") {
            style.backslashes = isOff ? CppStyle::Backslashes::Right : CppStyle::Backslashes::Left;
        } else if (key == "AlignAfterOpenBracket") {
            follows = follows && (value == "Align" || value == "true");
        } else if (key == "UseTab") {
            follows = follows && (value == "Never" || isOff);
        } else if (key == "BreakBeforeBinaryOperators") {
            follows = follows && (value == "None" || isOff);
        } else if (key == "BinPackArguments" || key == "AlignOperands" ||
                   key == "BreakBeforeTernaryOperators") {
            follows = follows && !isOff;
        } else if (key == "DisableFormat") {
            follows = follows && isOff;
        }
    }
    return follows;
}

} // namespace

bool ProjectStyle::isStyleFile(const RepoPath& path)
{
    constexpr std::array kNames = {"pyproject.toml", "ruff.toml",     ".ruff.toml",
                                   "setup.cfg",      "tox.ini",       ".flake8",
                                   ".editorconfig",  ".clang-format", "_clang-format"};
    const QByteArray name = path.fileName();
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](const char* known) { return name == known; });
}

void ProjectStyle::add(const RepoPath& path, const QByteArray& text)
{
    const QByteArray name = path.fileName();
    if (text.size() > kMaxBytes) {
        return;
    }
    if (name.endsWith(".toml")) {
        readToml(path, text);
    } else if (name == ".editorconfig") {
        readEditorConfig(path, text);
    } else if (name.endsWith("clang-format")) {
        readClangFormat(path, text);
    } else {
        readIni(path, text);
    }
}

void ProjectStyle::set(const RepoPath& file, Tool tool, int length)
{
    m_lengths.insert({file.folder().bytes(), static_cast<int>(tool)}, length);
}

void ProjectStyle::readToml(const RepoPath& path, const QByteArray& text)
{
    const Result<toml::table> root = parseToml(text, path.display());
    if (!root) {
        return;
    }
    const bool isProject = path.fileName() == "pyproject.toml";
    if (isProject && (*root)["tool"]["black"].is_table()) {
        const auto length = (*root)["tool"]["black"]["line-length"].value<int64_t>();
        set(path, Tool::Black, length ? sensible(*length) : kBlackLength);
    }
    if (!isProject || (*root)["tool"]["ruff"].is_table()) {
        const auto length = isProject ? (*root)["tool"]["ruff"]["line-length"].value<int64_t>()
                                      : (*root)["line-length"].value<int64_t>();
        set(path, Tool::Ruff, length ? sensible(*length) : kBlackLength);
    }
}

/// setup.cfg, tox.ini and .flake8, as Python's configparser takes them.
void ProjectStyle::readIni(const RepoPath& path, const QByteArray& text)
{
    bool inside = false;
    bool any = false;
    int length = kFlake8Length;
    QByteArray key;
    QByteArray ignored;
    for (const QByteArray& line : text.split('\n')) {
        const QByteArray code = line.trimmed();
        if (code.isEmpty() || code.startsWith('#') || code.startsWith(';')) {
            continue;
        }
        if (const QByteArray section = sectionOf(code); !section.isEmpty()) {
            inside = section == "flake8" || section == "pycodestyle";
            any = any || inside;
            key.clear();
            continue;
        }
        if (!inside) {
            continue;
        }
        QByteArray value = code;
        const qsizetype equals = code.indexOf('=');
        const qsizetype colon = code.indexOf(':');
        const qsizetype sign = equals < 0 || (colon >= 0 && colon < equals) ? colon : equals;
        if (line.startsWith(' ') || line.startsWith('\t')) {
            value = code; // the value above goes on
        } else if (sign > 0) {
            key = code.first(sign).trimmed().toLower().replace('_', '-');
            value = code.mid(sign + 1).trimmed();
        }
        if (key == "max-line-length") {
            bool isNumber = false;
            const int number = withoutComment(value).trimmed().toInt(&isNumber);
            length = isNumber ? sensible(number) : length;
        } else if (key == "ignore" || key == "extend-ignore") {
            ignored += withoutComment(value) + ',';
        }
    }
    if (any) {
        set(path, Tool::Flake8, names(ignored, "E501") ? kUnlimited : length);
    }
}

void ProjectStyle::readEditorConfig(const RepoPath& path, const QByteArray& text)
{
    bool inside = false;
    bool preamble = true;
    int length = 0;
    for (const QByteArray& line : text.split('\n')) {
        const QByteArray code = line.trimmed();
        if (code.isEmpty() || code.startsWith('#') || code.startsWith(';')) {
            continue;
        }
        if (const QByteArray section = sectionOf(code); !section.isEmpty()) {
            inside = takesPython(section);
            preamble = false;
            continue;
        }
        const qsizetype sign = code.indexOf('=');
        const QByteArray key = code.first(std::max<qsizetype>(0, sign)).trimmed().toLower();
        const QByteArray value = sign < 0 ? QByteArray() : code.mid(sign + 1).trimmed().toLower();
        if (preamble && key == "root" && value == "true") {
            m_roots.insert(path.folder().bytes());
        } else if (inside && key == "max_line_length") {
            length = value == "off" ? kUnlimited : sensible(value.toInt());
        }
    }
    if (length != 0) {
        set(path, Tool::EditorConfig, length);
    }
}

/// Documents of one level of "Key: value", each for all languages or for one; the values of
/// clang-format's own styles are those that `clang-format-14 --style=NAME --dump-config` prints.
void ProjectStyle::readClangFormat(const RepoPath& path, const QByteArray& text)
{
    CppStyle style;
    style.lineLength = kClangFormatLength;
    bool follows = true;
    QVector<std::pair<QByteArray, QByteArray>> document;
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith("---") || line.startsWith("...")) {
            follows = readDocument(document, style) && follows;
            document.clear();
            continue;
        }
        const qsizetype colon = line.indexOf(':');
        if (colon <= 0 || line.front() == ' ' || line.front() == '#' || line.front() == '\t') {
            continue;
        }
        QByteArray value = withoutComment(line.sliced(colon + 1)).trimmed();
        value.replace('"', "").replace('\'', "");
        document.append({line.first(colon).trimmed(), value});
    }
    style.lineLength = readDocument(document, style) && follows ? style.lineLength : 0;
    m_cpp.insert(path.folder().bytes(), style);
}

CppStyle ProjectStyle::cppStyle(const RepoPath& file) const
{
    RepoPath folder = file.folder();
    for (int i = 0; i < kMaxFolders && !m_cpp.isEmpty(); ++i) {
        const auto found = m_cpp.constFind(folder.bytes());
        if (found != m_cpp.constEnd()) {
            return *found;
        }
        if (folder.isEmpty()) {
            break;
        }
        folder = folder.folder();
    }
    return {};
}

int ProjectStyle::lengthFor(const RepoPath& file, Tool tool) const
{
    RepoPath folder = file.folder();
    for (int i = 0; i < kMaxFolders; ++i) {
        const auto found = m_lengths.constFind({folder.bytes(), static_cast<int>(tool)});
        if (found != m_lengths.constEnd()) {
            return *found;
        }
        if (folder.isEmpty() || (tool == Tool::EditorConfig && m_roots.contains(folder.bytes()))) {
            return 0;
        }
        folder = folder.folder();
    }
    return 0;
}

PythonStyle ProjectStyle::pythonStyle(const RepoPath& file) const
{
    PythonStyle style;
    if (m_lengths.isEmpty()) {
        return style;
    }
    for (const Tool tool : {Tool::Black, Tool::Ruff}) {
        const int length = lengthFor(file, tool);
        if (length > 0) {
            style.lineLength = length;
            style.formatted = true;
            return style;
        }
    }
    for (const Tool tool : {Tool::Flake8, Tool::EditorConfig}) {
        const int length = lengthFor(file, tool);
        const bool less = style.lineLength == 0 || length < style.lineLength;
        style.lineLength = length > 0 && less ? length : style.lineLength;
    }
    return style;
}

QByteArray ProjectStyle::digest() const
{
    QVector<QByteArray> parts;
    for (auto one = m_lengths.cbegin(); one != m_lengths.cend(); ++one) {
        parts.append(one.key().first + '\0' + QByteArray::number(one.key().second) + '\0' +
                     QByteArray::number(one.value()));
    }
    for (auto one = m_cpp.cbegin(); one != m_cpp.cend(); ++one) {
        const CppStyle& style = *one;
        const std::array values = {style.lineLength, style.indent, style.continuation,
                                   style.firstArgument, static_cast<int>(style.backslashes)};
        QByteArray part = one.key() + '\0' + "C++";
        for (const int value : values) {
            part += '\0' + QByteArray::number(value);
        }
        parts.append(part);
    }
    for (const QByteArray& root : std::as_const(m_roots)) {
        parts.append(root);
    }
    std::sort(parts.begin(), parts.end());
    return QCryptographicHash::hash(parts.join('\1'), QCryptographicHash::Sha256).toHex();
}

} // namespace rocport
