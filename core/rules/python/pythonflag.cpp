#include "core/rules/python/pythonflag.h"

#include "core/rules/python/modulenames.h"
#include "core/text/bytes.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// What an import at the top level of the file names first: ".", "..pkg", "pkg.a". Empty: no such.
std::string_view moduleOf(const SyntaxTree& tree, qint32 statement)
{
    if (tree.kind(statement) == SyntaxKind::ImportFrom) {
        return tree.text(tree.child(statement, SyntaxField::ModuleName));
    }
    if (tree.kind(statement) == SyntaxKind::ImportStatement) {
        return tree.text(tree.namedChild(statement, 0));
    }
    return {};
}

enum class Spelling : quint8 { Unknown, Relative, Absolute };

/// How the file names its own package, where it always does when it is loaded.
Spelling spellingOf(const PythonFile& file, std::string_view package)
{
    const SyntaxTree& tree = file.tree();
    Spelling result = Spelling::Unknown;
    for (const qint32 statement : tree.namedChildren(0)) {
        const std::string_view module = moduleOf(tree, statement);
        if (module.starts_with('.')) {
            return Spelling::Relative;
        }
        const bool own = module.starts_with(package) &&
                         (module.size() == package.size() || module[package.size()] == '.');
        result = own ? Spelling::Absolute : result;
    }
    return result;
}

/// The order in which isort writes modules: `..a` before `.a`, then by name without case.
bool isBefore(std::string_view a, std::string_view b)
{
    const auto dots = [](std::string_view text) {
        return std::min(text.find_first_not_of('.'), text.size());
    };
    if (dots(a) != dots(b)) {
        return dots(a) > dots(b);
    }
    return QByteArray(a.data(), qsizetype(a.size())).toLower() <
           QByteArray(b.data(), qsizetype(b.size())).toLower();
}

} // namespace

RepoPath flagHomeAmong(const FileFeatures& features)
{
    return RepoPath(features.text(FeatureKind::FlagHome).toUtf8());
}

FlagSource flagSource(const PythonFile& file, const AnalysisContext& context, NameQuestions& names,
                      FileAnalysis& analysis)
{
    FlagSource result;
    if (!context.target.flagModule.isEmpty()) {
        const QByteArray module = context.target.flagModule.toUtf8();
        if (analysis.path == flagModulePath(context) ||
            (context.names && context.names->fileOf(analysis.path, module) == analysis.path)) {
            return {};
        }
        result.import = "from " + module + " import is_rocm";
        result.key = flagModuleKey(flagModulePath(context));
        result.module = context.target.flagModule;
        result.isThere = flagModuleIsThere(context);
        return result;
    }
    if (!context.names || file.torchName().empty()) {
        return {};
    }
    const RepoPath home = names.flagHome();
    if (home.isEmpty()) {
        return {};
    }
    const QByteArray package = home.folder().fileName();
    Spelling spelling = spellingOf(file, viewOf(package));
    if (spelling == Spelling::Unknown && names.isLoadedInPackage()) {
        spelling = Spelling::Relative;
    }
    if (spelling == Spelling::Unknown) {
        return {};
    }
    analysis.features.add(FeatureKind::FlagHome, QString::fromUtf8(home.bytes()));
    if (!names.isFlagShared(home)) {
        return {};
    }
    QByteArray name = home.fileName();
    name.chop(3);
    const qsizetype depth = analysis.path.bytes().count('/') - home.bytes().count('/');
    const QByteArray module =
        spelling == Spelling::Absolute ? package + '.' + name : QByteArray(depth + 1, '.') + name;
    result.import = "from " + module + " import is_rocm";
    result.key = flagModuleKey(home);
    result.module = QString::fromUtf8(package + '.' + name);
    result.isThere = names.isFlagThere(home);
    return result;
}

bool isSpacedAfterImport(const PythonFile& file, qsizetype offset)
{
    const SourceBuffer& source = file.source();
    const SyntaxTree& tree = file.tree();
    const auto isEmptyLine = [&](qsizetype at) {
        return source.lineText(source.lineOf(at)).find_first_not_of(" \t\r\f") ==
               std::string_view::npos;
    };
    if (file.isPart() || offset <= 0 || offset >= source.bytes().size() || !isEmptyLine(offset)) {
        return false;
    }
    const int above = source.lineOf(offset - 1);
    const std::vector<qint32> all = tree.namedChildren(0);
    return std::any_of(all.begin(), all.end(), [&](qint32 statement) {
        return !moduleOf(tree, statement).empty() &&
               source.lineOf(std::max<qsizetype>(0, tree.at(statement).end - 1)) == above;
    });
}

FlagPlace flagPlace(const PythonFile& file, const QByteArray& import,
                    const std::vector<PythonSite>& sites)
{
    const SourceBuffer& source = file.source();
    const SyntaxTree& tree = file.tree();
    const qsizetype end = file.insertionOffset(sites);
    if (import.isEmpty() && file.torchName().empty() && !file.isPart()) {
        // From the same module as the import there: isort writes names with `as` first.
        const auto begin = static_cast<qsizetype>(tree.at(file.torchImport()).begin);
        const qsizetype line = source.lineRange(source.lineOf(begin)).begin;
        if (line == begin && tree.kind(file.torchImport()) == SyntaxKind::ImportFrom &&
            tree.text(tree.child(file.torchImport(), SyntaxField::ModuleName)) ==
                "torch.utils.cpp_extension") {
            return {begin, false};
        }
    }
    const std::string_view module =
        viewOf(import)
            .substr(0, import.indexOf(' ', 5))
            .substr(std::min<size_t>(5, static_cast<size_t>(import.size())));
    const bool relative = module.starts_with('.');
    const std::string_view package = module.substr(0, module.find('.'));
    qsizetype at = -1;
    for (const qint32 statement :
         import.isEmpty() ? std::vector<qint32>() : tree.namedChildren(0)) {
        const std::string_view other = moduleOf(tree, statement);
        const auto begin = static_cast<qsizetype>(tree.at(statement).begin);
        const ByteRange first = source.lineRange(source.lineOf(begin));
        const bool own = relative ? other.starts_with('.')
                                  : tree.kind(statement) == SyntaxKind::ImportFrom &&
                                        (other == package || (other.starts_with(package) &&
                                                              other[package.size()] == '.'));
        if (statement <= file.torchImport() || begin >= end || !own || first.begin != begin) {
            continue;
        }
        if (isBefore(module, other)) {
            at = at < 0 ? first.begin : at;
            break;
        }
        at = source.lineRange(source.lineOf(tree.at(statement).end - 1)).end;
    }
    if (at >= 0 && at <= end) {
        return {at, false};
    }
    return {end, isSpacedAfterImport(file, end)};
}

void linkHunks(const std::vector<PythonSite>& sites, const std::vector<QByteArray>& keys,
               const QByteArray& flagKey, FileAnalysis& analysis)
{
    QHash<QByteArray, qsizetype> byKey;
    for (qsizetype i = analysis.hunks.size() - 1; i >= 0; --i) {
        byKey.insert(analysis.hunks.at(i).key, i);
    }
    QHash<const Rule*, QVector<QByteArray>> others;
    for (size_t i = 0; i < sites.size(); ++i) {
        if (!sites[i].needsRule && !keys[i].isEmpty()) {
            others[sites[i].rule].append(keys[i]);
        }
    }
    for (size_t i = 0; i < sites.size(); ++i) {
        const qsizetype at = byKey.value(keys[i], -1);
        if (!sites[i].needsRule || keys[i].isEmpty() || at < 0) {
            continue;
        }
        Hunk& hunk = analysis.hunks[at];
        QSet<QByteArray> needs(hunk.needs.begin(), hunk.needs.end());
        const auto need = [&](const QByteArray& key) {
            if (!needs.contains(key)) {
                needs.insert(key);
                hunk.needs.append(key);
            }
        };
        const QVector<QByteArray> ofRule = others.value(sites[i].rule);
        for (const QByteArray& other : ofRule) {
            if (other != keys[i] && !needs.contains(other)) {
                need(other);
                if (!flagKey.isEmpty()) {
                    need(flagKey); // what that one needs
                }
            }
        }
    }
}

namespace {

/// Modules that load nothing of torch's compiler: Python's own, and libraries for data.
bool isHarmlessModule(std::string_view module)
{
    constexpr std::string_view kTop[] = {"__future__",   "abc",
                                         "argparse",     "array",
                                         "ast",          "asyncio",
                                         "atexit",       "base64",
                                         "bisect",       "collections",
                                         "concurrent",   "contextlib",
                                         "copy",         "csv",
                                         "ctypes",       "dataclasses",
                                         "datetime",     "enum",
                                         "functools",    "gc",
                                         "getpass",      "glob",
                                         "gzip",         "hashlib",
                                         "heapq",        "html",
                                         "importlib",    "inspect",
                                         "io",           "itertools",
                                         "json",         "logging",
                                         "math",         "multiprocessing",
                                         "numbers",      "operator",
                                         "os",           "pathlib",
                                         "pickle",       "platform",
                                         "pprint",       "queue",
                                         "random",       "re",
                                         "shutil",       "signal",
                                         "socket",       "statistics",
                                         "string",       "struct",
                                         "subprocess",   "sys",
                                         "tempfile",     "textwrap",
                                         "threading",    "time",
                                         "timeit",       "traceback",
                                         "types",        "typing",
                                         "urllib",       "uuid",
                                         "warnings",     "weakref",
                                         "zipfile",      "numpy",
                                         "pandas",       "scipy",
                                         "PIL",          "cv2",
                                         "matplotlib",   "tqdm",
                                         "yaml",         "requests",
                                         "http",         "socketserver",
                                         "secrets",      "locale",
                                         "fnmatch",      "codecs",
                                         "configparser", "decimal",
                                         "fractions",    "contextvars",
                                         "shlex",        "sqlite3",
                                         "tarfile",      "xml",
                                         "zlib",         "zoneinfo",
                                         "unittest",     "calendar",
                                         "cmath",        "errno",
                                         "optparse",     "h5py",
                                         "psutil"};
    constexpr std::string_view kTorch[] = {"torch",
                                           "torch.nn",
                                           "torch.optim",
                                           "torch.cuda",
                                           "torch.utils.data",
                                           "torch.autograd",
                                           "torch.backends",
                                           "torch.multiprocessing",
                                           "torch.amp",
                                           "torch.distributed"};
    const std::string_view top = module.substr(0, module.find('.'));
    if (top != "torch") {
        return std::find(std::begin(kTop), std::end(kTop), top) != std::end(kTop);
    }
    return std::any_of(std::begin(kTorch), std::end(kTorch), [module](std::string_view one) {
        const bool isBelow = one != "torch" && one != "torch.distributed" &&
                             module.starts_with(one) && module[one.size()] == '.';
        return module == one || isBelow;
    });
}

bool namesCompiler(std::string_view text)
{
    return text.find("_inductor") != std::string_view::npos ||
           text.find("_dynamo") != std::string_view::npos ||
           text.find("compiler") != std::string_view::npos;
}

} // namespace

bool mayLoadInductor(const SyntaxTree& tree, qint32 statement)
{
    if (tree.kind(statement) == SyntaxKind::ImportFrom) {
        const std::string_view module = tree.text(tree.child(statement, SyntaxField::ModuleName));
        // "from torch import nn, _inductor"
        const std::string_view text = tree.text(statement);
        return !isHarmlessModule(module) || namesCompiler(text);
    }
    if (tree.kind(statement) != SyntaxKind::ImportStatement) {
        const std::string_view text = tree.text(statement);
        return text.find('(') != std::string_view::npos || namesCompiler(text);
    }
    for (const qint32 one : tree.namedChildren(statement)) {
        const qint32 name = tree.child(one, SyntaxField::Name);
        if (!isHarmlessModule(tree.text(name < 0 ? one : name))) {
            return true;
        }
    }
    return false;
}

} // namespace rocport
