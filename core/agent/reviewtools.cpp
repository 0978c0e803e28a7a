// The tool that reviews what was committed of a port, hunk by hunk.
#include "core/agent/agentfolder.h"
#include "core/base/cancelscope.h"
#include "core/process/localprocess.h"
#include "core/project/review/reviewinput.h"
#include "core/project/review/reviewrender.h"

#include <algorithm>

namespace rocport {

namespace {

QString stepName(ReviewProgress::Step step)
{
    switch (step) {
    case ReviewProgress::Step::Base:
        return QStringLiteral("Scanning the base");
    case ReviewProgress::Step::Head:
        return QStringLiteral("Scanning the port");
    case ReviewProgress::Step::Hunks:
        return QStringLiteral("Comparing");
    case ReviewProgress::Step::Compile:
        return QStringLiteral("Compiling");
    case ReviewProgress::Step::Execute:
        return QStringLiteral("Executing");
    }
    return {};
}

Result<PortReview> reviewOf(const ToolCall& call, const AgentFolder& folder)
{
    if (const auto held = repositoryBelow(call.context.roots, folder.path); !held) {
        return held.error();
    }
    ReviewRequest request;
    request.folder = folder.path;
    request.range = call.arguments.text(u"range");
    const auto trees = openReview(request, call.cancel);
    if (!trees) {
        return trees.error();
    }
    const LocalProcessRunner runner;
    ReviewOptions options;
    options.rules = folder.rules;
    options.target = folder.target;
    options.macros = call.arguments.texts(u"macros");
    options.compile = call.arguments.flag(u"compile");
    options.gate.search = CompilerSearch::fromEnvironment();
    options.runner = &runner;
    return reviewPort(*trees, options, call.cancel, [&call](const ReviewProgress& progress) {
        call.progress(progress.done, progress.total, stepName(progress.step));
    });
}

struct ShownHunk
{
    const ReviewFile* file;
    const ReviewHunk* hunk;
};

/// Those that the arguments ask for, the ones that need a look first.
std::vector<ShownHunk> shownHunks(const PortReview& review, const ToolArguments& arguments)
{
    const bool onlyLook = arguments.flag(u"needs_look");
    const QString path = arguments.text(u"path");
    std::vector<ShownHunk> shown;
    for (const ReviewFile& file : review.files) {
        if (!pathFits(file.path.display(), path)) {
            continue;
        }
        for (const ReviewHunk& hunk : file.hunks) {
            if (!onlyLook || needsLook(hunk)) {
                shown.push_back({&file, &hunk});
            }
        }
    }
    std::stable_partition(shown.begin(), shown.end(),
                          [](const ShownHunk& one) { return needsLook(*one.hunk); });
    return shown;
}

Result<QJsonObject> runReviewTool(const ToolCall& call)
{
    auto pages = Pages::of(call.arguments);
    if (!pages) {
        return pages.error();
    }
    auto folder = agentFolder(call);
    if (!folder) {
        return folder.error();
    }
    const CancelScope scope(call.cancel);
    const auto review = reviewOf(call, *folder);
    if (!review) {
        return review.error();
    }
    QJsonObject result = reviewHeadToJson(*review);
    if (call.arguments.text(u"list") == u"missing") {
        const QString path = call.arguments.text(u"path");
        for (const MissingPlace& place : review->missing) {
            if (pathFits(place.finding.path.display(), path)) {
                pages->add([&place] { return missingPlaceToJson(place); });
            }
        }
        pages->addTo(result, QStringLiteral("missing"));
    } else {
        for (const ShownHunk& one : shownHunks(*review, call.arguments)) {
            pages->add([&one] {
                QJsonObject hunk = reviewHunkToJson(*one.file, *one.hunk);
                hunk.insert(QStringLiteral("path"), one.file->path.display());
                return hunk;
            });
        }
        pages->addTo(result, QStringLiteral("hunks"));
    }
    addNotes(result, folder->notes);
    return result;
}

} // namespace

std::vector<AgentTool> reviewTools()
{
    const auto string = QStringLiteral("string");
    const auto number = QStringLiteral("integer");
    std::vector<AgentTool> tools;
    tools.push_back(
        {QStringLiteral("review_port"), QStringLiteral("Review the commits of a port"),
         QStringLiteral(
             "Looks at commits as a reviewer does: each hunk with the rule that would have made "
             "it (equal, similar, different, none), what it does to the NVIDIA path, and what is "
             "left open in it; with \"list\": \"missing\" the places that the rules point at and "
             "the port leaves as they were. Use it on your own commits before you hand them over; "
             "hunks with \"needsLook\" come first. A person decides about them in Rocport or with "
             "rocport-cli review."),
         objectSchema(
             withFolder(withPages(
                 {{QStringLiteral("range"),
                   textSchema(QStringLiteral("BASE..TIP or BASE...TIP of the repository that holds "
                                             "\"folder\"; what is committed counts, not the "
                                             "working tree."),
                              500)},
                  {QStringLiteral("list"),
                   choiceSchema(QStringLiteral("What to list; by default hunks."),
                                {QStringLiteral("hunks"), QStringLiteral("missing")})},
                  {QStringLiteral("needs_look"),
                   flagSchema(QStringLiteral("Only hunks that a person should look at."))},
                  {QStringLiteral("path"), textSchema(QStringLiteral("Only this file or folder, or "
                                                                     "a pattern with * and ?."))},
                  {QStringLiteral("macros"),
                   textsSchema(QStringLiteral("More macros that are undefined on NVIDIA."), 50)},
                  {QStringLiteral("compile"),
                   flagSchema(QStringLiteral("Also compile what the port changes with hipcc or "
                                             "clang++, which may take minutes."))}})),
             {QStringLiteral("range")}),
         resultSchema({{QStringLiteral("title"), string},
                       {QStringLiteral("counts"), QStringLiteral("object")},
                       {QStringLiteral("total"), number}}),
         true, false, runReviewTool});
    return tools;
}

} // namespace rocport
