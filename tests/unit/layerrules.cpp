#include "layerrules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace rocport::test {
namespace {

QByteArray contentsOf(const QString& file)
{
    QFile source(file);
    return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

QStringList subdirectoriesOf(const QString& cmakeFile)
{
    static const QRegularExpression add(QStringLiteral("^\\s*add_subdirectory\\((\\w+)\\)"),
                                        QRegularExpression::MultilineOption);
    QStringList folders;
    auto matches = add.globalMatch(QString::fromUtf8(contentsOf(cmakeFile)));
    while (matches.hasNext())
        folders << matches.next().captured(1);
    return folders;
}

// Blanks out comments, so that what they quote does not count. Line ends stay.
QString withoutComments(const QByteArray& text)
{
    QString out;
    enum { Code, Line, Block, String } state = Code;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (c == '\n') {
            state = state == Block ? Block : Code;
            out += QLatin1Char('\n');
        } else if (state == Code && c == '/' && (next == '/' || next == '*')) {
            state = next == '/' ? Line : Block;
        } else if (state == Block && c == '*' && next == '/') {
            state = Code;
            ++i;
        } else if (state == Code || state == String) {
            if (c == '"')
                state = state == Code ? String : Code;
            out += QLatin1Char(c);
            if (c == '\\' && state == String && next != '\n' && next != '\0')
                out += QLatin1Char(text[++i]);
        }
    }
    return out;
}

bool isUnder(const QString& path, const char* folder)
{
    return path.startsWith(QLatin1String(folder));
}

bool isCli(const QString& path)
{
    return path.startsWith(QStringLiteral("app/")) && path.contains(QStringLiteral("cli"));
}

const QSet<QString>& guiModules()
{
    static const QSet<QString> modules{
        QStringLiteral("QtGui"),          QStringLiteral("QtWidgets"),
        QStringLiteral("QtSvg"),          QStringLiteral("QtSvgWidgets"),
        QStringLiteral("QtPrintSupport"), QStringLiteral("QtOpenGL"),
        QStringLiteral("QtOpenGLWidgets")};
    return modules;
}

// Headers of other libraries, and the only folders that may include them.
struct Confined
{
    const char* prefix;
    QStringList folders;
};

const QVector<Confined>& confinedHeaders()
{
    static const QVector<Confined> confined{
        {"git2", {QStringLiteral("core/scan/"), QStringLiteral("core/vcs/")}},
        {"sqlite3", {QStringLiteral("core/store/")}},
        {"Qsci/", {QStringLiteral("ui/")}},
        {"KSyntaxHighlighting", {QStringLiteral("ui/")}},
        {"toml++/", {QStringLiteral("core/text/tomlsource.")}},
        {"tree_sitter/", {QStringLiteral("core/")}},
        {"md4c", {QStringLiteral("core/report/")}},
    };
    return confined;
}

/// Places that write without core/files, and why.
QString writerProblem(const QString& path, const QString& line)
{
    static const QSet<QString> allowed{
        QStringLiteral("core/facts/generate.cpp"), // runs while this program is built
        QStringLiteral("core/store/filelock.cpp"), // a lock without content
        QStringLiteral(
            "core/remote/runfolder.cpp"), // the lock and the growing log of a running job
        QStringLiteral("core/verify/neutralnames.cpp"), // renames in a private copy of a tree
        QStringLiteral("app/window/qtsettings.cpp")     // only reads through QSettings
    };
    static const QRegularExpression writes(QStringLiteral(
        "\\b(QSaveFile|QSettings|QTemporaryFile|QFile::(copy|rename)|ofstream|fopen|freopen|O_"
        "WRONLY|O_RDWR|"
        "O_CREAT|mkpath|QIODevice(Base)?::(WriteOnly|ReadWrite|Append|NewOnly))\\b"));
    static const QRegularExpression memory(
        QStringLiteral("\\b(QDataStream|QTextStream|QBuffer)\\b"));
    const bool found = writes.match(line).hasMatch() && !memory.match(line).hasMatch();
    return found && !isUnder(path, "core/files/") && !allowed.contains(path)
               ? QStringLiteral("only core/files may write files and make folders")
               : QString();
}

// What would let text that is not ours act in the window, and the only files that may use it: there
// it is held by construction (ui/theme/plaintext.h, markupbrowser.h, MarkupLabel).
struct ConfinedText
{
    QRegularExpression pattern;
    const char* problem;
    QStringList files;
};

const QVector<ConfinedText>& confinedTexts()
{
    const auto expression = [](const char* pattern) {
        return QRegularExpression(QString::fromLatin1(pattern));
    };
    static const QString plain = QStringLiteral("ui/theme/plaintext.cpp");
    static const QString labels = QStringLiteral("ui/theme/labels.cpp");
    static const QString browser = QStringLiteral("ui/theme/markupbrowser");
    static const QString preview = QStringLiteral("ui/report/reportpreview.cpp");
    static const QString report = QStringLiteral("ui/report/reportdocument.cpp");
    static const QString highlighter = QStringLiteral("ui/report/markdownhighlighter");
    static const QVector<ConfinedText> confined{
        {expression("\\bnew QLabel\\b|\\bQLabel\\s*[({]|\\bQLabel \\w+\\s*[;({]|<QLabel>\\("),
         "a label is a TextLabel, or a MarkupLabel for markup of our own",
         {labels}},
        {expression("\\bQMessageBox::(question|information|warning|critical|about)\\b|\\bnew "
                    "QMessageBox\\b|"
                    "\\bQMessageBox \\w+\\s*[;({]"),
         "a message box is made by questionBox()",
         {plain}},
        {expression("\\bQToolTip::"), "tips are shown by showTip()", {plain}},
        {expression("\\b(setHtml|insertHtml|appendHtml|setMarkdown|insertMarkdown)\\s*\\("),
         "markup goes through MarkupBrowser::setMarkup()",
         {browser, report}},
        {expression("\\bQTextBrowser\\b"),
         "a browser is a MarkupBrowser, which loads nothing",
         {browser}},
        {expression("\\b(new QTextEdit|public QTextEdit|QTextEdit \\w+[;({])"),
         "a text field is a QPlainTextEdit",
         {}},
        {expression("\\bQTextDocument\\b"),
         "a document loads what it names unless it is told not to",
         {browser, preview, QStringLiteral("ui/report/reportpreview.h"), highlighter}},
        {expression("\\b(QStaticText|QGraphicsTextItem|QErrorMessage|QProgressDialog|QWhatsThis|"
                    "setWhatsThis|"
                    "QSystemTrayIcon|QSplashScreen)\\b"),
         "it takes text for markup",
         {}},
        {expression("\\bsetTextFormat\\s*\\(|\\bQt::(AutoText|RichText|MarkdownText)\\b"),
         "only a MarkupLabel takes markup",
         {plain, labels}},
        {expression("\\belidedText\\s*\\("), "painted text goes through elidedLine()", {plain}},
        {expression("\\btoHtmlEscaped\\b"), "text goes into markup through markupOf()", {plain}},
        {expression("\\bQDesktopServices::openUrl\\b"),
         "pages are opened by openWebPage()",
         {plain}},
        {expression("\\bQ(Input|File|Color|Font)Dialog::get|\\bQEventLoop "
                    "\\w+\\s*[;({]|(\\.|->)(exec|showMenu)\\s*"
                    "\\("),
         "no event loop inside of the window's: open() or popup(), and a signal",
         {}},
    };
    return confined;
}

QString textProblem(const QString& path, const QString& line)
{
    // What the path holds is read as a place of the next argument.
    static const QRegularExpression chain(
        QStringLiteral("display(Name|Folder)?\\(\\)\\)\\s*\\.arg\\("));
    if (chain.match(line).hasMatch())
        return QStringLiteral("the text of a path in a chain of arg(): one arg() takes them all");
    if (!isUnder(path, "ui/") && !isUnder(path, "app/window/"))
        return {};
    for (const ConfinedText& text : confinedTexts()) {
        const bool allowed =
            std::any_of(text.files.begin(), text.files.end(),
                        [&](const QString& file) { return path.startsWith(file); });
        if (!allowed && text.pattern.match(line).hasMatch())
            return QString::fromLatin1(text.problem);
    }
    return {};
}

} // namespace

LayerRules::LayerRules(const QString& root, const QString& qtHeaders)
    : m_root(root),
      m_coreLayers(subdirectoriesOf(root + QStringLiteral("/core/CMakeLists.txt"))),
      m_uiLayers(subdirectoriesOf(root + QStringLiteral("/ui/CMakeLists.txt")))
{
    const QStringList modules = QDir(qtHeaders).entryList({QStringLiteral("Qt*")}, QDir::Dirs);
    for (const QString& module : modules) {
        const QStringList headers =
            QDir(qtHeaders + QLatin1Char('/') + module).entryList(QDir::Files);
        for (const QString& header : headers) {
            if (!m_qtModules.contains(header) || module == QStringLiteral("QtCore"))
                m_qtModules.insert(header, module);
        }
    }
}

QString LayerRules::qtModuleOf(const QString& header) const
{
    if (header.startsWith(QStringLiteral("Qt")) && header.contains(QLatin1Char('/')))
        return header.section(QLatin1Char('/'), 0, 0);
    return m_qtModules.value(header);
}

QString LayerRules::ownHeaderProblem(const QString& path, const QString& header) const
{
    const QString fromArea = path.section(QLatin1Char('/'), 0, 0);
    const QString toArea = header.section(QLatin1Char('/'), 0, 0);
    const QStringList areas{QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")};
    if (isCli(path) && toArea == QStringLiteral("ui") && !isUnder(header, "ui/messages/"))
        return QStringLiteral("rocport-cli must not include ui but for ui/messages");
    if (areas.indexOf(toArea) > areas.indexOf(fromArea))
        return QStringLiteral("%1 must not include %2").arg(fromArea, toArea);
    if (toArea != fromArea || toArea == QStringLiteral("app"))
        return {};
    const QStringList& order = fromArea == QStringLiteral("core") ? m_coreLayers : m_uiLayers;
    const QString from = path.section(QLatin1Char('/'), 1, 1);
    const QString to = header.section(QLatin1Char('/'), 1, 1);
    if (!order.contains(from))
        return QStringLiteral("%1/%2 is no layer of %1/CMakeLists.txt").arg(fromArea, from);
    if (!order.contains(to))
        return QStringLiteral("%1/%2 is no layer of %1/CMakeLists.txt").arg(toArea, to);
    if (order.indexOf(to) > order.indexOf(from))
        return QStringLiteral("layer %1 must not include layer %2, which comes after it")
            .arg(from, to);
    return {};
}

QString LayerRules::includeProblem(const QString& path, const QString& header) const
{
    static const QRegularExpression own(QStringLiteral("^(core|ui|app)/"));
    if (own.match(header).hasMatch())
        return ownHeaderProblem(path, header);

    for (const Confined& confined : confinedHeaders()) {
        if (!header.startsWith(QLatin1String(confined.prefix)))
            continue;
        for (const QString& folder : confined.folders) {
            if (path.startsWith(folder))
                return {};
        }
        return QStringLiteral("only %1 may include it")
            .arg(confined.folders.join(QStringLiteral(", ")));
    }

    const QString name = header.section(QLatin1Char('/'), -1);
    const QString module = qtModuleOf(header);
    if (name == QStringLiteral("QProcess") && !isUnder(path, "core/process/"))
        return QStringLiteral("only core/process may start processes");
    if (module == QStringLiteral("QtSql") && !isUnder(path, "core/store/"))
        return QStringLiteral("only core/store may use SQL");
    if (isUnder(path, "core/")) {
        static const QSet<QString> allowed{QString(), QStringLiteral("QtCore"),
                                           QStringLiteral("QtConcurrent"), QStringLiteral("QtSql")};
        if (!allowed.contains(module))
            return QStringLiteral("core must not use %1").arg(module);
    }
    if (isUnder(path, "ui/")) {
        static const QSet<QString> files{QStringLiteral("QFile"), QStringLiteral("QSaveFile"),
                                         QStringLiteral("QTemporaryFile"),
                                         QStringLiteral("fstream")};
        if (files.contains(name))
            return QStringLiteral("ui must not read or write files");
        if (isUnder(path, "ui/messages/") && guiModules().contains(module))
            return QStringLiteral("ui/messages serves the command line too and must not use %1")
                .arg(module);
    }
    if (isCli(path) && guiModules().contains(module))
        return QStringLiteral("rocport-cli must not use %1").arg(module);
    return {};
}

QVector<LayerViolation> LayerRules::checkFile(const QString& path, const QByteArray& text) const
{
    static const QRegularExpression include(
        QStringLiteral("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"));
    static const QRegularExpression sql(
        QStringLiteral("\"\\s*(SELECT\\s|INSERT\\s+(OR\\s+\\w+\\s+)?INTO\\s|UPDATE\\s+\\w+\\s+SET|"
                       "DELETE\\s+FROM\\s|"
                       "CREATE\\s+(TABLE|INDEX|VIEW|TRIGGER)\\s|PRAGMA\\s+\\w+\\s*[=(;])"));
    static const QRegularExpression toml(QStringLiteral("\\btoml\\s*::\\s*parse|\\btoml::ex\\b"));
    static const QRegularExpression then(
        QStringLiteral("(\\.|->)\\s*(then|unwrap|onCanceled|onFailed)\\s*\\("));
    QVector<LayerViolation> violations;
    const QStringList lines = withoutComments(text).split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const auto match = include.match(lines[i]);
        if (match.hasMatch()) {
            const QString problem = includeProblem(path, match.captured(1));
            if (!problem.isEmpty())
                violations.append(
                    {path, i + 1, match.captured(1) + QStringLiteral(": ") + problem});
        } else if (!isUnder(path, "core/store/") && sql.match(lines[i]).hasMatch()) {
            violations.append({path, i + 1, QStringLiteral("SQL outside core/store")});
        } else if (const QString writer = writerProblem(path, lines[i]); !writer.isEmpty()) {
            violations.append({path, i + 1, writer});
        } else if (const QString problem = textProblem(path, lines[i]); !problem.isEmpty()) {
            violations.append({path, i + 1, problem});
        } else if (!isUnder(path, "core/text/tomlsource.") && toml.match(lines[i]).hasMatch()) {
            violations.append({path, i + 1, QStringLiteral("only parseToml() may parse TOML")});
        } else if (then.match(lines[i]).hasMatch()) {
            violations.append({path, i + 1,
                               QStringLiteral("continuations of Qt 6.4 can run twice or find a "
                                              "context that is going: whenDone() and "
                                              "whenDoneInPool() of core/base/whendone.h do not")});
        }
    }
    return violations;
}

QVector<LayerViolation> LayerRules::checkSources() const
{
    QStringList files;
    for (const char* area : {"core", "ui", "app"}) {
        QDirIterator it(m_root + QLatin1Char('/') + QLatin1String(area),
                        {QStringLiteral("*.h"), QStringLiteral("*.cpp"), QStringLiteral("*.c")},
                        QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files << it.next();
    }
    files.sort();
    QVector<LayerViolation> violations;
    for (const QString& file : std::as_const(files))
        violations += checkFile(file.mid(m_root.size() + 1), contentsOf(file));
    return violations;
}

QString LayerRules::libraryProblem(const QString& folder, const QString& library) const
{
    if (library.startsWith(QStringLiteral("rocport_")) &&
        library != QStringLiteral("rocport_settings")) {
        const QString layer = library.mid(8);
        if (m_coreLayers.contains(layer)) {
            return folder.startsWith(QStringLiteral("core/"))
                       ? ownHeaderProblem(folder, QStringLiteral("core/%1/x.h").arg(layer))
                       : QString();
        }
        if (folder.startsWith(QStringLiteral("core/")) && !m_uiLayers.contains(layer))
            return {}; // a helper library of a layer, such as a grammar
        return folder.startsWith(QStringLiteral("core/")) ? QStringLiteral("core must not link ui")
                                                          : QString();
    }
    if ((library == QStringLiteral("Qt6::Sql") ||
         library == QStringLiteral("PkgConfig::SQLITE3")) &&
        folder != QStringLiteral("core/store"))
        return QStringLiteral("only core/store may link it");
    if (library == QStringLiteral("PkgConfig::GIT2") && folder != QStringLiteral("core/vcs") &&
        folder != QStringLiteral("core/scan")) {
        return QStringLiteral("only core/scan and core/vcs may link it");
    }
    static const QSet<QString> coreQt{
        QStringLiteral("Qt6::Core"), QStringLiteral("Qt6::Concurrent"), QStringLiteral("Qt6::Sql"),
        // interface of compile flags, on the objects that hold resources
        QStringLiteral("Qt6::Platform")};
    static const QRegularExpression window(QStringLiteral("^(Qt6::|KF[56]|Qsci|qscintilla)"),
                                           QRegularExpression::CaseInsensitiveOption);
    if (folder.startsWith(QStringLiteral("core/")) && window.match(library).hasMatch() &&
        !coreQt.contains(library)) {
        return QStringLiteral("core must not link it");
    }
    return {};
}

QVector<LayerViolation> LayerRules::checkLinks(const QByteArray& linkLists) const
{
    QVector<LayerViolation> violations;
    const QStringList lines =
        QString::fromUtf8(linkLists).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        const QStringList parts = line.split(QLatin1Char('|'));
        const QStringList libraries = parts.value(2).split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (const QString& library : libraries) {
            const QString problem = libraryProblem(parts.value(1), library);
            if (!problem.isEmpty())
                violations.append({parts.value(0), 0, library + QStringLiteral(": ") + problem});
        }
    }
    return violations;
}

} // namespace rocport::test
