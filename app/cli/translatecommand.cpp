#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/wording.h"
#include "core/files/readfile.h"
#include "core/project/port/translatetree.h"
#include "ui/messages/messages.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

/// Totals by library and by the size of what is left: lines beside the output, or one object on
/// standard output.
int report(const TranslateTotals& totals, bool json, int files, int changed)
{
    if (!json) {
        const QStringList lines = totals.lines();
        for (const QString& line : lines) {
            note(line);
        }
        return kExitDone;
    }
    QJsonObject object = totals.toJson();
    object.insert(QStringLiteral("files"), files);
    object.insert(QStringLiteral("filesChanged"), changed);
    return writeOutput(QJsonDocument(object).toJson(), {}, OutputKind::Json);
}

int translateFolder(const QString& from, const QString& to, const TranslateOptions& options,
                    const SourcePorter* porter, bool json)
{
    if (to.isEmpty()) {
        return reportUsage(QStringLiteral("translating a folder needs -o OUT"));
    }
    const auto done = translateTree(from, to, options, porter, false, {});
    if (!done) {
        return reportError(done.error());
    }
    notePackProblems(done->packProblems);
    for (const Error& failure : done->failures) {
        note(messageFor(failure));
    }
    note(QStringLiteral("%1 of %2 changed; %3 no direct HIP counterpart")
             .arg(countText(done->changed), counted(done->files, "file", "files"),
                  counted(done->notes.size(), "name has", "names have")));
    for (auto it = done->left.cbegin(); it != done->left.cend(); ++it) {
        note(QStringLiteral("%1: %2 to check; scan lists %3")
                 .arg(it.key(), counted(it.value(), "place", "places"),
                      it.value() == 1 ? QStringLiteral("it") : QStringLiteral("them")));
    }
    if (const int code = report(done->totals, json, done->files, done->changed);
        code != kExitDone) {
        return code;
    }
    return done->failures.isEmpty() ? kExitDone : kExitError;
}

int translateOne(const QString& from, const QString& to, const TranslateOptions& options,
                 const SourcePorter* porter, bool json)
{
    if (json && to.isEmpty()) {
        return reportUsage(
            QStringLiteral("--format json needs -o OUT, because the JSON goes to standard output"));
    }
    const Result<QByteArray> bytes = readFile(from, kMaxTranslatedBytes);
    if (!bytes) {
        return reportError(bytes.error());
    }
    const SourceBuffer source(*bytes);
    if (!source.isEditable()) {
        return reportError({ErrorCode::FileNotText, {}, from});
    }
    const RepoPath path(QFileInfo(from).fileName().toUtf8());
    TranslateOptions own = options;
    own.isOwnHeader = [folder = QFileInfo(from).absoluteDir()](std::string_view header) {
        return folder.exists(
            QString::fromUtf8(header.data(), static_cast<qsizetype>(header.size())));
    };
    const Result<FileTranslation> made = translateAlone(path, source, own, porter);
    if (!made) {
        return reportError(made.error());
    }
    notePackProblems(made->packProblems);
    for (const TranslateItem& item : made->translation.items) {
        if (!item.message.isEmpty()) {
            note(QStringLiteral("%1:%2: %3")
                     .arg(from, QString::number(made->source.lineOf(item.range.begin)),
                          item.message));
        }
    }
    for (const Finding& finding : made->left) {
        note(QStringLiteral("%1:%2: %3 [%4]")
                 .arg(from, QString::number(finding.line), finding.message, finding.ruleId));
    }
    if (const int code = writeOutput(made->output, to, OutputKind::Exact);
        code != kExitDone || !json) {
        return code;
    }
    TranslateTotals totals;
    totals.add(made->translation);
    return report(totals, json, 1, made->output == *bytes ? 0 : 1);
}

} // namespace

int runTranslate(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("translate [OPTIONS] [-o OUT] FILE|DIR"),
        QStringLiteral(
            "Translates CUDA C/C++ to HIP token by token. A folder is translated into a folder."));
    args.addPositional(QStringLiteral("FILE|DIR"), QStringLiteral("File or folder to translate."));
    args.addOption(
        QStringLiteral("launch"),
        QStringLiteral("Kernel launches: cuda keeps <<<>>>, hip writes hipLaunchKernelGGL."),
        QStringLiteral("cuda|hip"));
    args.addOption(QStringLiteral("roc"), QStringLiteral("Prefer roc* library names."));
    args.addOption(QStringLiteral("miopen"),
                   QStringLiteral("Translate cuDNN names to MIOpen names."));
    args.addOption(QStringLiteral("experimental"),
                   QStringLiteral("Also translate names that HIP supports only experimentally."));
    args.addOption(QStringLiteral("rocm"), QStringLiteral("ROCm release to translate for."),
                   QStringLiteral("VERSION"));
    args.addOption(
        QStringLiteral("like-hipify"),
        QStringLiteral("Write exactly what hipify-clang writes, including flat header names."));
    args.addFormat(
        {QStringLiteral("text"), QStringLiteral("json")},
        QStringLiteral(
            "Totals by library and effort: text on standard error, or json on standard output."));
    args.addOption(
        QStringLiteral("o,output"),
        QStringLiteral(
            "File or folder to write; without it, a file is printed to standard output."),
        QStringLiteral("OUT"));
    args.addPackOption();
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    TranslateOptions options;
    std::optional<Version> rocm;
    options.names.roc = args.isSet(QStringLiteral("roc"));
    options.names.miopen = args.isSet(QStringLiteral("miopen")) || options.names.roc;
    options.names.experimental = args.isSet(QStringLiteral("experimental"));
    options.likeHipify = args.isSet(QStringLiteral("like-hipify"));
    const Result<Version> asked = args.version(QStringLiteral("rocm"));
    if (!asked) {
        reportError(asked.error());
        return kExitUsage;
    }
    if (!asked->isEmpty()) {
        options.names.rocm = *asked;
        rocm = *asked;
    }
    options.alsoRocm6 = !rocm;
    const QString launch = args.value(QStringLiteral("launch"));
    if (launch == QLatin1StringView("hip")) {
        options.launch = LaunchSyntax::Hip;
    } else if (!launch.isEmpty() && launch != QLatin1StringView("cuda")) {
        return reportUsage(QStringLiteral("--launch must be cuda or hip"));
    }
    const bool json = args.format() == QLatin1StringView("json");
    const QString from = args.positional().first();
    const QString to = args.value(QStringLiteral("output"));
    std::optional<SourcePorter> porter;
    if (!options.likeHipify) {
        const QFileInfo input(from);
        const QString folder = input.isDir() ? input.filePath() : input.path();
        porter = SourcePorter::with(*loadRules(folder, args), rocm);
    }
    const SourcePorter* edits = porter ? &*porter : nullptr;
    return QFileInfo(from).isDir() ? translateFolder(from, to, options, edits, json)
                                   : translateOne(from, to, options, edits, json);
}

} // namespace rocport
