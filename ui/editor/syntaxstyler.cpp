#include "ui/editor/syntaxstyler.h"

#include "core/base/whendone.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

#include <QFuture>
#include <QHash>
#include <QtConcurrent>

#include <algorithm>
#include <array>
#include <string_view>

// Outside any namespace, as the macro wants it.
static void initialiseThemes()
{
    Q_INIT_RESOURCE(syntax_themes);
}

namespace rocport {

namespace {

using KSyntaxHighlighting::Theme;

constexpr qsizetype kMaxStyledLine = 4096;
constexpr qsizetype kMostKnown = 16'000'000; // bytes of lines and their styles that are remembered

// CUDA C++ programming guide, "C++ language extensions"; HIP takes the same.
constexpr std::array kCudaKeywords = {
    std::string_view("__constant__"),      std::string_view("__device__"),
    std::string_view("__forceinline__"),   std::string_view("__global__"),
    std::string_view("__grid_constant__"), std::string_view("__host__"),
    std::string_view("__inline__"),        std::string_view("__launch_bounds__"),
    std::string_view("__managed__"),       std::string_view("__noinline__"),
    std::string_view("__restrict__"),      std::string_view("__shared__")};
constexpr std::array kCudaTypes = {
    std::string_view("blockDim"),     std::string_view("blockIdx"),
    std::string_view("dim3"),         std::string_view("gridDim"),
    std::string_view("threadIdx"),    std::string_view("warpSize"),
    std::string_view("__half"),       std::string_view("__nv_bfloat16"),
    std::string_view("cudaError_t"),  std::string_view("cudaEvent_t"),
    std::string_view("cudaStream_t"), std::string_view("hipError_t"),
    std::string_view("hipEvent_t"),   std::string_view("hipStream_t"),
    std::string_view("float2"),       std::string_view("float4"),
    std::string_view("half2"),        std::string_view("int2"),
    std::string_view("int4")};

template <typename Array>
bool holds(const Array& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

QString definitionName(Language language)
{
    switch (language) {
    case Language::Cuda:
    case Language::Cpp:
    case Language::Hip:
        return QStringLiteral("C++");
    case Language::Python:
        return QStringLiteral("Python");
    case Language::CMake:
        return QStringLiteral("CMake");
    case Language::Make:
        return QStringLiteral("Makefile");
    case Language::Shell:
        return QStringLiteral("Bash");
    case Language::Toml:
        return QStringLiteral("TOML");
    case Language::Yaml:
        return QStringLiteral("YAML");
    case Language::Dockerfile:
        return QStringLiteral("Dockerfile");
    case Language::Json:
    case Language::Notebook:
        return QStringLiteral("JSON");
    case Language::Markdown:
        return QStringLiteral("Markdown");
    case Language::SetupCfg:
        return QStringLiteral("INI Files");
    case Language::Meson:
        return QStringLiteral("Meson");
    case Language::Requirements:
    case Language::Other:
        break;
    }
    return {};
}

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Names that the definition leaves plain: CUDA's words, and what is called.
void styleNames(std::string_view line, QByteArray& styles, bool cuda)
{
    for (size_t at = 0; at < line.size();) {
        if (!isWordByte(line[at])) {
            ++at;
            continue;
        }
        size_t end = at;
        while (end < line.size() && isWordByte(line[end])) {
            ++end;
        }
        char style = styles[qsizetype(at)];
        const std::string_view word = line.substr(at, end - at);
        if (style == Theme::Normal || style == Theme::BuiltIn || style == Theme::Extension) {
            if (cuda && holds(kCudaKeywords, word)) {
                style = Theme::Keyword;
            } else if (cuda && holds(kCudaTypes, word)) {
                style = Theme::DataType;
            } else if (end < line.size() && line[end] == '(' && style == Theme::Normal) {
                style = Theme::Function;
            }
            std::fill(styles.begin() + qsizetype(at), styles.begin() + qsizetype(end), style);
        }
        at = end;
    }
}

class LineHighlighter : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    void line(QStringView text, QVector<quint8>& styles)
    {
        styles.fill(0, text.size());
        m_styles = &styles;
        m_state = highlightLine(text, m_state);
        m_styles = nullptr;
    }
    void restart() { m_state = {}; }
    [[nodiscard]] const KSyntaxHighlighting::State& state() const { return m_state; }
    void setState(const KSyntaxHighlighting::State& state) { m_state = state; }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format& format) override
    {
        const qsizetype end = std::min<qsizetype>(m_styles->size(), qsizetype(offset) + length);
        std::fill(m_styles->begin() + std::min<qsizetype>(offset, end), m_styles->begin() + end,
                  quint8(format.textStyle()));
    }

private:
    KSyntaxHighlighting::State m_state;
    QVector<quint8>* m_styles = nullptr;
};

/// What became of lines, so that the two versions of a file, a place that is gone to again and the
/// text above it are not gone through once more: that takes a hundred times as long.
class KnownLines
{
public:
    struct Known
    {
        KSyntaxHighlighting::State before;
        KSyntaxHighlighting::State after;
        QByteArray styles;
    };
    /// Null: not known.
    [[nodiscard]] const Known* find(QByteArrayView line,
                                    const KSyntaxHighlighting::State& before) const
    {
        const auto at = m_lines.constFind(QByteArray::fromRawData(line.data(), line.size()));
        if (at == m_lines.constEnd()) {
            return nullptr;
        }
        const auto known = std::find_if(at->begin(), at->end(),
                                        [&](const Known& one) { return one.before == before; });
        return known != at->end() ? &*known : nullptr;
    }
    void add(QByteArrayView line, const Known& known)
    {
        m_bytes += 2 * line.size() + kOfEntry;
        if (m_bytes > kMostKnown) {
            m_lines.clear();
            m_bytes = 2 * line.size() + kOfEntry;
        }
        m_lines[line.toByteArray()].append(known);
    }

private:
    static constexpr qsizetype kOfEntry = 200;
    QHash<QByteArray, QVector<Known>> m_lines;
    qsizetype m_bytes = 0;
};

} // namespace

struct SyntaxRepository::Private
{
    std::unique_ptr<KSyntaxHighlighting::Repository> repository;
    QHash<QString, std::shared_ptr<KnownLines>> known; ///< by definition, as a styler uses it
    QFuture<void> loading;
};

SyntaxRepository::SyntaxRepository(QObject* parent)
    : QObject(parent), d(std::make_shared<Private>())
{
    initialiseThemes();
    const std::shared_ptr<Private> shared = d;
    d->loading = QtConcurrent::run([shared] {
        auto repository = std::make_unique<KSyntaxHighlighting::Repository>();
        repository->addCustomSearchPath(QStringLiteral(":/rocport/syntax"));
        // The first line makes a definition read its file and those that it includes.
        for (const Language language : {Language::Cpp, Language::Python, Language::CMake}) {
            LineHighlighter warm;
            warm.setDefinition(repository->definitionForName(definitionName(language)));
            QVector<quint8> styles;
            warm.line(QStringLiteral("int a; # b"), styles);
        }
        shared->repository = std::move(repository);
    });
    whenDone(d->loading, this, [this] {
        m_ready = true;
        Q_EMIT ready();
    });
}

SyntaxRepository::~SyntaxRepository()
{
    d->loading.waitForFinished();
}

QVector<QColor> SyntaxRepository::colours(bool dark) const
{
    QVector<QColor> colours;
    if (!m_ready) {
        return colours;
    }
    const Theme theme = d->repository->theme(dark ? QStringLiteral("Rocport Dark")
                                                  : QStringLiteral("Rocport Light"));
    for (int style = 0; style < kSyntaxStyles; ++style) {
        colours.append(QColor::fromRgba(theme.textColor(static_cast<Theme::TextStyle>(style))));
    }
    return colours;
}

struct SyntaxStyler::Private
{
    LineHighlighter highlighter;
    std::shared_ptr<KnownLines> known;
    QVector<quint8> styles;
    bool active = false;
    bool names = false;
    bool cuda = false;
};

SyntaxStyler::SyntaxStyler(SyntaxRepository& repository, Language language, const RepoPath& path)
    : d(std::make_unique<Private>())
{
    if (!repository.isReady()) {
        return;
    }
    const QString name = definitionName(language);
    const KSyntaxHighlighting::Repository& source = *repository.d->repository;
    const KSyntaxHighlighting::Definition definition =
        name.isEmpty() ? source.definitionForFileName(path.displayName())
                       : source.definitionForName(name);
    d->active = definition.isValid();
    d->cuda = name == QLatin1String("C++");
    d->names = d->cuda || language == Language::Python;
    d->highlighter.setDefinition(definition);
    std::shared_ptr<KnownLines>& known =
        repository.d->known[definition.name() + (d->names ? u'+' : u'-')];
    if (!known) {
        known = std::make_shared<KnownLines>();
    }
    d->known = known;
}

SyntaxStyler::~SyntaxStyler() = default;

bool SyntaxStyler::isActive() const
{
    return d->active;
}

void SyntaxStyler::restart()
{
    d->highlighter.restart();
}

QByteArray SyntaxStyler::next(QByteArrayView line)
{
    QByteArray styles(line.size(), '\0');
    if (!d->active || line.size() > kMaxStyledLine) {
        return styles;
    }
    const KSyntaxHighlighting::State before = d->highlighter.state();
    if (const KnownLines::Known* known = d->known->find(line, before)) {
        d->highlighter.setState(known->after);
        return known->styles;
    }
    const QString text = QString::fromUtf8(line);
    d->highlighter.line(text, d->styles);
    if (text.size() == line.size()) {
        std::copy(d->styles.begin(), d->styles.end(), styles.begin());
    } else {
        // From UTF-16 units to bytes; an invalid byte is one replacement character.
        qsizetype byte = 0;
        for (qsizetype unit = 0; unit < text.size() && byte < line.size(); ++unit) {
            const ushort code = text[unit].unicode();
            qsizetype width = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
            width = QChar::isSurrogate(code) ? 2 : width;
            width = code == 0xFFFD && (line.size() - byte < 3 || line[byte] != '\xEF') ? 1 : width;
            for (qsizetype i = 0; i < width && byte < line.size(); ++i) {
                styles[byte++] = char(d->styles[unit]);
            }
        }
    }
    if (d->names) {
        styleNames({line.data(), size_t(line.size())}, styles, d->cuda);
    }
    d->known->add(line, {before, d->highlighter.state(), styles});
    return styles;
}

QVector<StyledRun> styledRuns(const QString& line, const QByteArray& styles)
{
    QVector<StyledRun> runs;
    const bool fits = line.toUtf8().size() == styles.size();
    qsizetype byte = 0;
    for (qsizetype at = 0; at < line.size();) {
        const bool pair = line[at].isHighSurrogate() && at + 1 < line.size();
        const ushort code = line[at].unicode();
        const int style = fits && byte < styles.size() ? styles[byte] : 0;
        byte += pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
        const qsizetype next = at + (pair ? 2 : 1);
        if (!runs.isEmpty() && runs.last().style == style) {
            runs.last().to = next;
        } else {
            runs.append({at, next, style});
        }
        at = next;
    }
    return runs;
}

} // namespace rocport
