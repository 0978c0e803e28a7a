#include "core/project/review/reviewcheck.h"

#include "core/base/cancelscope.h"
#include "core/process/localprocess.h"
#include "core/project/review/reviewgate.h"
#include "core/project/review/storedchecks.h"
#include "core/rules/guards/guardparts.h"

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

Result<ReviewChecked> checkReview(const PortReview& plain, const ArmChecks& before,
                                  const ArmBasis& basis, const ReviewCheck& wishes,
                                  const CancelToken& cancel,
                                  const std::function<void(const ReviewProgress&)>& progress)
{
    const CancelScope scope(cancel);
    ReviewChecked checked;
    checked.checks = before;
    PortReview compiled = plain;
    const LocalProcessRunner runner;
    ReviewOptions options;
    options.gate = wishes.gate;
    options.runner = &runner;
    if (Result<void> done = compileReview(compiled, options, cancel, progress); !done) {
        return done.error();
    }
    keepCompiled(checked.checks, compiled, plain.remarks.size(), basis);
    checked.checks = fitToKeep(checked.checks);
    PortReview review = withArms(plain, checked.checks, basis);
    review.gate = compiled.gate;
    checked.review = std::make_shared<const PortReview>(std::move(review));
    return checked;
}

} // namespace rocport
