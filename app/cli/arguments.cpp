#include "app/cli/arguments.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/project/port/targetwords.h"
#include "core/project/session/packtruststore.h"
#include "core/rules/packs/packfiles.h"
#include "core/scan/ownguard.h"
#include "core/scan/skippedfile.h"
#include "ui/messages/messages.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

/// What makes a command describe itself. It is not among the options that are shown.
const auto kDescribe = QLatin1StringView("--describe");

/// "text, json or sarif".
QString listed(QStringList words)
{
    const QString last = words.takeLast();
    return QStringLiteral("%1 or %2").arg(words.join(QStringLiteral(", ")), last);
}

Error wrong(const QString& option, const QString& value)
{
    return {ErrorCode::InvalidArgument, QStringLiteral("not a valid value for --%1").arg(option),
            value};
}

} // namespace

Arguments::Arguments(const QString& usage, const QString& description)
{
    m_declared.usage = usage;
    m_declared.description = description;
    m_parser.setApplicationDescription(description);
    m_parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    addOption(QStringLiteral("h,help"), QStringLiteral("Show this help."));
}

void Arguments::addOption(const QString& names, const QString& description, const QString& value,
                          const QStringList& choices)
{
    m_declared.options.append({names.split(u','), description, value, choices});
    m_parser.addOption(QCommandLineOption(names.split(u','), description, value));
}

void Arguments::addPositional(const QString& name, const QString& description)
{
    m_declared.positionals.append({name, description});
    m_parser.addPositionalArgument(name, description);
}

void Arguments::addTargetOptions()
{
    addOption(QStringLiteral("rocm"), QStringLiteral("ROCm release that the port is for."),
              QStringLiteral("VERSION"));
    addOption(QStringLiteral("torch"), QStringLiteral("PyTorch release that the port is for."),
              QStringLiteral("VERSION"));
    addOption(QStringLiteral("arch"),
              QStringLiteral("GPU architectures, separated by commas (gfx942,gfx950)."),
              QStringLiteral("LIST"));
    addOption(QStringLiteral("macro"), QStringLiteral("C/C++ macro that guards ROCm code."),
              QStringLiteral("NAME"));
    addOption(QStringLiteral("strategy"),
              QStringLiteral("shim-headers, compat-header, sibling, torch-extension or in-place."),
              QStringLiteral("NAME"),
              {QStringLiteral("shim-headers"), QStringLiteral("compat-header"),
               QStringLiteral("sibling"), QStringLiteral("torch-extension"),
               QStringLiteral("in-place")});
    addOption(QStringLiteral("compat-folder"),
              QStringLiteral("Folder of the headers that stand in for CUDA's (strategy "
                             "shim-headers); default: rocm_compat."),
              QStringLiteral("FOLDER"));
    addOption(QStringLiteral("profile"),
              QStringLiteral("Inductor settings for ROCm: safe or tuned-inference."),
              QStringLiteral("NAME"), {QStringLiteral("safe"), QStringLiteral("tuned-inference")});
    addOption(QStringLiteral("flag-module"),
              QStringLiteral("Python module that defines is_rocm for the others (pkg.rocm)."),
              QStringLiteral("MODULE"));
    addOption(QStringLiteral("without"), QStringLiteral("Rules to leave out, separated by commas."),
              QStringLiteral("IDS"));
}

void Arguments::addFormat(const QStringList& formats, const QString& about)
{
    m_formats = formats;
    addOption(QStringLiteral("format"), about.isEmpty() ? listed(formats) + u'.' : about,
              QStringLiteral("FORMAT"), formats);
}

QString Arguments::format() const
{
    return isSet(QStringLiteral("format")) ? value(QStringLiteral("format")) : m_formats.value(0);
}

void Arguments::addPackOption()
{
    addOption(
        QStringLiteral("trust-packs"),
        QStringLiteral(
            "Use the rule packs of the repository in this run, even if they were never trusted."));
}

void Arguments::addOutputOption()
{
    addOption(QStringLiteral("o,output"),
              QStringLiteral("Write to FILE instead of standard output."), QStringLiteral("FILE"));
}

void Arguments::addPortOptions(bool ofProject)
{
    if (!ofProject) {
        addPositional(QStringLiteral("DIR"), QStringLiteral("Folder to port."));
    }
    addOption(QStringLiteral("project"),
              QStringLiteral("Use what is accepted in this project file instead of DIR."),
              QStringLiteral("FILE"));
    addOption(QStringLiteral("accept"),
              QStringLiteral("proved: only edits proved to leave the NVIDIA path unchanged; all: "
                             "every edit (the default)."),
              QStringLiteral("proved|all"));
}

std::optional<int> Arguments::checkAccept() const
{
    const QString accept = value(QStringLiteral("accept"));
    if (QStringList{QString(), QStringLiteral("proved"), QStringLiteral("all")}.contains(accept)) {
        return std::nullopt;
    }
    return reportUsage(QStringLiteral("--accept must be proved or all"));
}

bool Arguments::namesProject(const QStringList& arguments)
{
    return std::any_of(arguments.begin(), arguments.end(), [](const QString& argument) {
        return argument == QLatin1StringView("--project") ||
               argument.startsWith(QLatin1StringView("--project="));
    });
}

QStringList Arguments::describing(const QString& format, const NamedCommand& command)
{
    return {kDescribe, format, command.name, command.help};
}

std::optional<int> Arguments::parse(const QStringList& arguments, int positionals)
{
    const std::optional<int> ends = parseAny(arguments);
    if (!ends && m_parser.positionalArguments().size() != positionals) {
        return reportUsage(QStringLiteral("Usage: rocport-cli ") + m_declared.usage);
    }
    return ends;
}

std::optional<int> Arguments::parseAny(const QStringList& arguments)
{
    if (arguments.size() == 5 && arguments[1] == kDescribe) {
        m_declared.name = arguments[3];
        m_declared.summary = arguments[4];
        return writeOutput(describe(m_declared, arguments[2]), {}, OutputKind::Exact);
    }
    const bool parsed = m_parser.parse(arguments);
    if (m_parser.isSet(QStringLiteral("help"))) {
        QString help = m_parser.helpText();
        const qsizetype end = help.indexOf(u'\n');
        printText(QStringLiteral("Usage: rocport-cli ") + m_declared.usage + help.mid(end));
        return kExitDone;
    }
    if (!parsed) {
        return reportUsage(m_parser.errorText());
    }
    if (!m_formats.isEmpty() && !m_formats.contains(format())) {
        return reportUsage(QStringLiteral("--format must be ") + listed(m_formats));
    }
    return std::nullopt;
}

Result<Version> Arguments::version(const QString& name) const
{
    if (!isSet(name)) {
        return Version();
    }
    const std::optional<Version> parsed = Version::parse(value(name));
    if (!parsed) {
        return wrong(name, value(name));
    }
    return *parsed;
}

Result<TargetSettings> Arguments::target() const
{
    QHash<QString, QString> words;
    for (const QString& name : targetWordNames()) {
        if (isSet(name)) {
            words.insert(name, value(name));
        }
    }
    return targetFromWords(words, QStringLiteral("--"));
}

std::optional<int> Arguments::readTargetFor(const QString& folder, TargetSettings& target) const
{
    const Result<TargetSettings> asked = this->target();
    if (!asked) {
        reportError(asked.error());
        return kExitUsage;
    }
    target = *asked;
    if (folder.isEmpty() || isSet(QStringLiteral("macro"))) {
        return std::nullopt;
    }
    const auto tree = openFolderTree(folder);
    if (!tree) {
        return reportError(tree.error());
    }
    const auto own = findOwnGuard(**tree, {});
    if (!own) {
        return reportError(own.error());
    }
    if (own->has_value()) {
        target.guardMacro = (*own)->macro;
        note(QStringLiteral("the guard macro is %1, which the project has already (%2:%3); "
                            "--macro names another one")
                 .arg((*own)->macro, (*own)->path.display())
                 .arg((*own)->line));
    }
    return std::nullopt;
}

namespace {

void noteWaiting(const WaitingPacks& waiting, const QString& folder)
{
    QStringList names = waiting.names.mid(0, 8);
    if (names.size() < waiting.names.size()) {
        names.append(QStringLiteral("…"));
    }
    note(QStringLiteral("%1 of %2 %3 not used%4: %5; look at %6 and run \"rocport-cli rules %7 "
                        "--trust\", or pass --trust-packs for this run")
             .arg(packCount(waiting.names.size()), waiting.folder,
                  waiting.names.size() == 1 ? QStringLiteral("is") : QStringLiteral("are"),
                  !waiting.changed            ? QString()
                  : waiting.names.size() == 1 ? QStringLiteral(", since it changed")
                                              : QStringLiteral(", since they changed"),
                  names.join(QStringLiteral(", ")),
                  waiting.names.size() == 1 ? QStringLiteral("it") : QStringLiteral("them"),
                  folder));
}

std::shared_ptr<const RuleSet> loadFrom(const PackPlaces& places, const QString& folder)
{
    PackLoad loaded = loadRules(places);
    notePackProblems(loaded.problems);
    if (loaded.waiting) {
        noteWaiting(*loaded.waiting, folder);
    }
    return std::make_shared<const RuleSet>(std::move(loaded.rules));
}

} // namespace

QString packCount(qsizetype count)
{
    return counted(count, "rule pack", "rule packs");
}

void notePackProblems(const QVector<Error>& problems)
{
    for (const Error& problem : problems) {
        note(messageFor(problem));
    }
}

void noteUnread(const ScanResult& scan)
{
    const QVector<UnreadFile> unread = unreadSources(scan.files);
    constexpr qsizetype kMostNamed = 20;
    for (qsizetype i = 0; i < std::min(kMostNamed, unread.size()); ++i) {
        note(QStringLiteral("%1: not read, so nothing is said of it: %2")
                 .arg(unread[i].first.display(), unread[i].second));
    }
    if (unread.size() > kMostNamed) {
        note(QStringLiteral("%1 not read either; scan names all")
                 .arg(counted(unread.size() - kMostNamed, "more file was", "more files were")));
    }
}

std::shared_ptr<const RuleSet> loadRules(const QString& folder, const Arguments& args)
{
    PackPlaces places{projectRootOf(folder), userRuleFolder(), PackTrust::all()};
    if (!args.isSet(QStringLiteral("trust-packs"))) {
        const Result<PackTrust> trust = PackTrustStore(userPackTrustFile()).read();
        if (!trust) {
            note(messageFor(trust.error()));
        }
        places.trust = trust ? *trust : PackTrust();
    }
    return loadFrom(places, folder);
}

std::shared_ptr<const RuleSet> loadOwnRules()
{
    return loadFrom(PackPlaces{{}, userRuleFolder(), {}}, {});
}

} // namespace rocport
