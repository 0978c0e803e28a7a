#include "core/lanes/lanecompilersearch.h"

#include "core/process/localprocess.h"

namespace rocport {

namespace {

/// Whether a program of OpenMP can be linked: clang's header and library are packages of their own.
Result<bool> hasOpenMp(const QString& program, const LaneCompilerSearch& search,
                       const LaneCompilerCall& call)
{
    const auto tried =
        call(program, {QStringLiteral("-fopenmp"), QStringLiteral("-include"),
                       QStringLiteral("omp.h"), QStringLiteral("-shared"), QStringLiteral("-fPIC"),
                       QStringLiteral("-x"), QStringLiteral("c++"), QStringLiteral("/dev/null"),
                       QStringLiteral("-o"), search.object});
    if (!tried) {
        return tried.error();
    }
    return tried->outcome.succeeded();
}

Result<FoundLaneCompiler> named(const QString& program, const LaneCompilerCall& call)
{
    const auto version = call(program, {QStringLiteral("--version")});
    if (!version) {
        return version.error();
    }
    return FoundLaneCompiler{program,
                             QString::fromUtf8(version->output).section(u'\n', 0, 0).trimmed()};
}

} // namespace

Result<FoundLaneCompiler> findLaneCompiler(const LaneCompilerSearch& search,
                                           const LaneCompilerCall& call)
{
    QString without; // the first that lacks OpenMP only
    QString why;
    for (const QString& name : search.names) {
        const auto program = findProgram(name, search.path, false);
        if (!program) {
            continue;
        }
        const auto tried = call(*program, search.arguments);
        if (!tried) {
            return tried.error();
        }
        if (!tried->outcome.succeeded()) {
            why = QStringLiteral("%1 does not take C++20: %2")
                      .arg(name,
                           QString::fromUtf8(tried->errors + tried->output).section(u'\n', 0, 0));
            continue;
        }
        if (search.openMp) {
            const auto has = hasOpenMp(*program, search, call);
            if (!has) {
                return has.error();
            }
            if (!*has) {
                without = without.isEmpty() ? *program : without;
                continue;
            }
        }
        return named(*program, call);
    }
    if (!without.isEmpty()) { // compiling says what is missing
        return named(without, call);
    }
    return Error{ErrorCode::FileNotFound,
                 why.isEmpty()
                     ? QStringLiteral("no C++ compiler was found; install clang++ 14 or g++ 12, "
                                      "or newer, or name one with --compiler")
                     : why,
                 search.names.size() == 1 ? search.names.first() : QStringLiteral("PATH")};
}

} // namespace rocport
