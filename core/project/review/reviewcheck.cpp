#include "core/project/review/reviewcheck.h"

#include "core/base/cancelscope.h"
#include "core/lanes/kernelsignature.h"
#include "core/process/localprocess.h"
#include "core/project/review/reviewgate.h"
#include "core/project/review/storedchecks.h"
#include "core/rules/guards/guardparts.h"

#include <QSet>

#include <algorithm>

namespace rocport {

Result<HipCompiler> reviewCompiler(const PortReview& review, const CompilerSearch& search,
                                   const CancelToken& cancel)
{
    CompileSetup setup;
    setup.architectures = review.target.architectures;
    setup.guardMacro = review.target.guardMacro;
    setup.standard = QStringLiteral("c++17");
    setup.rocm = review.target.rocm;
    return findHipCompiler(search, setup, LocalProcessRunner(), cancel);
}

int filesToCompile(const PortReview& review)
{
    return static_cast<int>(
        std::count_if(review.files.begin(), review.files.end(), [](const ReviewFile& file) {
            return file.head && file.head->kind == TreeEntry::Kind::File && isCLike(file.language);
        }));
}

namespace {

constexpr qint64 kLongestProgram = 1 << 20; ///< bytes of a source that is looked at
constexpr int kMostPrograms = 20'000;       ///< sources that are looked at

bool definesMainFunction(const TokenWalk& walk)
{
    for (int i = 1; i + 1 < walk.count(); ++i) {
        if (walk.is(i, "main") && walk.is(i - 1, "int") && walk.is(i + 1, "(")) {
            return true;
        }
    }
    return false;
}

void lookInto(const RepoPath& path, const QByteArray& text, ReviewPrograms& found)
{
    const bool mayBeProgram = text.contains("main");
    const bool mayHaveKernels = text.contains("__global__");
    if (!mayBeProgram && !mayHaveKernels) {
        return;
    }
    const std::string_view view(text.constData(), static_cast<size_t>(text.size()));
    const std::vector<CToken> tokens = lexC(view);
    const TokenWalk walk(view, tokens);
    if (mayBeProgram && definesMainFunction(walk)) {
        found.programs.append(path);
    }
    if (mayHaveKernels) {
        for (const KernelSignature& kernel : kernelSignatures(walk)) {
            found.kernels.append({path, kernel.shown(), kernel.fullName()});
        }
    }
}

} // namespace

Result<ReviewPrograms> programsOf(const PortReview& review, const CancelToken& cancel)
{
    const auto before = review.trees.base->list(cancel);
    const auto now = review.trees.head->list(cancel);
    if (!before || !now) {
        return before ? now.error() : before.error();
    }
    QSet<RepoPath> ofBase;
    for (const TreeEntry& entry : *before) {
        ofBase.insert(entry.path);
    }
    static const QSet<QByteArray> sources{"cu", "hip", "cc", "cpp", "cxx", "c"};
    ReviewPrograms found;
    int looked = 0;
    for (const TreeEntry& entry : *now) {
        const bool inBase = ofBase.contains(review.trees.renames.value(entry.path, entry.path));
        if (entry.kind != TreeEntry::Kind::File || !inBase ||
            !sources.contains(entry.path.suffix())) {
            continue;
        }
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        if (++looked > kMostPrograms) {
            break;
        }
        if (const auto text = review.trees.head->read(entry, kLongestProgram)) {
            lookInto(entry.path, *text, found);
        }
    }
    return found;
}

namespace {

/// Removes the results of hunks that the review does not have: of older revisions, for the case
/// that the author goes back to them.
void dropOthers(ArmChecks& checks, const PortReview& review)
{
    QSet<QByteArray> here;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            here.insert(hunk.id);
        }
    }
    checks.hunks.removeIf(
        [&here](QHash<QByteArray, HunkArm>::iterator arm) { return !here.contains(arm.key()); });
}

} // namespace

Result<ReviewChecked> checkReview(const PortReview& plain, const ArmChecks& before,
                                  const ArmBasis& basis, const ReviewCheck& wishes,
                                  const CancelToken& cancel,
                                  const std::function<void(const ReviewProgress&)>& progress)
{
    const CancelScope scope(cancel);
    ReviewChecked checked;
    checked.checks = before;
    std::optional<ArmChecks> shown; // of a machine without a compiler, which says nothing of others
    PortReview compiled = plain;
    if (wishes.compile) {
        const LocalProcessRunner runner;
        ReviewOptions options;
        options.gate = wishes.gate;
        options.runner = &runner;
        if (Result<void> done = compileReview(compiled, options, cancel, progress); !done) {
            return done.error();
        }
        ArmChecks now = before;
        keepCompiled(now, compiled, plain.remarks.size(), basis);
        if (compiled.gate && !compiled.gate->compilerFound) {
            shown = std::move(now);
        } else {
            checked.checks = std::move(now);
        }
    }
    PortReview executed;
    if (wishes.execution) {
        ArmChecks ofCompiling = checked.checks;
        for (HunkArm& arm : ofCompiling.hunks) {
            arm.executed = {};
        }
        ofCompiling.executed = {};
        const PortReview base = withArms(plain, ofCompiling, basis);
        executed = base;
        const Result<void> done = executeReviewHere(executed, *wishes.execution, cancel, progress);
        if (!done) {
            return done.error();
        }
        keepExecuted(checked.checks, base, executed, basis);
    }
    checked.checks = fitToKeep(checked.checks);
    if (!mayBeKept(checked.checks)) {
        dropOthers(checked.checks, plain);
    }
    PortReview review =
        withArms(plain, shown && !wishes.execution ? fitToKeep(*shown) : checked.checks, basis);
    review.gate = compiled.gate;
    review.lanes = executed.lanes;
    checked.review = std::make_shared<const PortReview>(std::move(review));
    return checked;
}

} // namespace rocport
