#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/project/files.h"
#include "core/project/translatetree.h"
#include "ui/messages/messages.h"

#include <QDir>
#include <QFileInfo>

namespace rocport {

namespace {

int translateFolder(const QString& from, const QString& to, const TranslateOptions& options,
                    const SourcePorter* porter)
{
    if (to.isEmpty()) {
        return reportUsage(QStringLiteral("translating a folder needs -o OUT"));
    }
    const auto done = translateTree(from, to, options, porter, false, {});
    if (!done) {
        return reportError(done.error());
    }
    for (const Error& failure : done->failures) {
        note(messageFor(failure));
    }
    note(QStringLiteral("%1 of %2 files changed; %3 names have no plain HIP twin")
             .arg(done->changed)
             .arg(done->files)
             .arg(done->notes.size()));
    return done->failures.isEmpty() ? kExitDone : kExitError;
}

int translateOne(const QString& from, const QString& to, const TranslateOptions& options,
                 const SourcePorter* porter)
{
    const Result<QByteArray> bytes = readFile(from);
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
    const Result<FileTranslation> made = translateFile(path, source, own, porter);
    if (!made) {
        return reportError(made.error());
    }
    for (const TranslateItem& item : made->translation.items) {
        if (!item.message.isEmpty()) {
            note(QStringLiteral("%1:%2: %3")
                     .arg(from)
                     .arg(made->source.lineOf(item.range.begin))
                     .arg(item.message));
        }
    }
    return writeOutput(made->output, to);
}

} // namespace

int runTranslate(const QStringList& arguments)
{
    Arguments args(
        QStringLiteral("translate [OPTIONS] [-o OUT] FILE|DIR"),
        QStringLiteral("Translates CUDA C/C++ to HIP, by tokens. A folder goes to a folder."));
    args.addPositional(QStringLiteral("FILE|DIR"), QStringLiteral("What to translate."));
    args.addOption(
        QStringLiteral("launch"),
        QStringLiteral("Kernel launches: cuda keeps <<<>>>, hip writes hipLaunchKernelGGL."),
        QStringLiteral("cuda|hip"));
    args.addOption(QStringLiteral("roc"), QStringLiteral("Prefer roc* library names."));
    args.addOption(QStringLiteral("miopen"), QStringLiteral("cuDNN names become MIOpen names."));
    args.addOption(QStringLiteral("experimental"),
                   QStringLiteral("Translate names that HIP supports experimentally."));
    args.addOption(QStringLiteral("rocm"), QStringLiteral("ROCm release to write names for."),
                   QStringLiteral("VERSION"));
    args.addOption(QStringLiteral("like-hipify"),
                   QStringLiteral("Write what hipify-clang writes, flat header names included."));
    args.addOption(
        QStringLiteral("o,output"),
        QStringLiteral("File or folder to write; a file goes to standard output without it."),
        QStringLiteral("OUT"));
    if (const auto code = args.parse(arguments, 1)) {
        return *code;
    }
    TranslateOptions options;
    std::optional<Version> rocm;
    options.names.roc = args.isSet(QStringLiteral("roc"));
    options.names.miopen = args.isSet(QStringLiteral("miopen")) || options.names.roc;
    options.names.experimental = args.isSet(QStringLiteral("experimental"));
    options.likeHipify = args.isSet(QStringLiteral("like-hipify"));
    if (args.isSet(QStringLiteral("rocm"))) {
        const auto version = Version::parse(args.value(QStringLiteral("rocm")));
        if (!version) {
            return reportUsage(QStringLiteral("--rocm is a version such as 7.0"));
        }
        options.names.rocm = *version;
        rocm = *version;
    }
    options.alsoRocm6 = !rocm;
    const QString launch = args.value(QStringLiteral("launch"));
    if (launch == QLatin1StringView("hip")) {
        options.launch = LaunchSyntax::Hip;
    } else if (!launch.isEmpty() && launch != QLatin1StringView("cuda")) {
        return reportUsage(QStringLiteral("--launch is cuda or hip"));
    }
    const QString from = args.positional().first();
    const QString to = args.value(QStringLiteral("output"));
    std::optional<SourcePorter> porter;
    if (!options.likeHipify) {
        porter = SourcePorter::load(rocm);
    }
    const SourcePorter* edits = porter ? &*porter : nullptr;
    return QFileInfo(from).isDir() ? translateFolder(from, to, options, edits)
                                   : translateOne(from, to, options, edits);
}

} // namespace rocport
