#pragma once

// Reviews of ports in repositories that a test makes.

#include "core/project/review/reviewinput.h"
#include "core/project/review/revisions.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/gitfixture.h"

#include <QTest>

#include <functional>

namespace rocport::test {

/// A kernel that a port has to change in several places.
inline constexpr const char* kKernel =
    "#include <cuda_runtime.h>\n"
    "\n"
    "__global__ void sum(float* out, const float* in) {\n"
    "  float v = in[threadIdx.x];\n"
    "  for (int o = 16; o > 0; o >>= 1)\n"
    "    v += __shfl_down_sync(0xffffffffu, v, o);\n"
    "  if (threadIdx.x == 0) out[0] = v;\n"
    "}\n"
    "\n"
    "unsigned mask(int p) { return __ballot_sync(0xffffffffu, p); }\n";

/// Path -> mode and content, of every entry of a commit; of a submodule its commit.
using Tree = QMap<QByteArray, QPair<QByteArray, QByteArray>>;

inline Tree treeAt(const QString& folder, const QByteArray& commit)
{
    Tree tree;
    const QByteArray list = GitFixture::runIn(
        folder, {QStringLiteral("ls-tree"), QStringLiteral("-rz"), QString::fromLatin1(commit)});
    for (const QByteArray& line : list.split('\0')) {
        if (line.isEmpty()) {
            continue;
        }
        const QList<QByteArray> facts = line.left(line.indexOf('\t')).split(' ');
        const bool blob = facts[1] == "blob";
        tree.insert(line.mid(line.indexOf('\t') + 1),
                    {facts[0], blob ? GitFixture::runIn(folder, {QStringLiteral("cat-file"),
                                                                 QStringLiteral("blob"),
                                                                 QString::fromLatin1(facts[2])})
                                    : facts[2]});
    }
    return tree;
}

inline Tree composedOn(Tree tree, const QVector<ComposedFile>& files)
{
    for (const ComposedFile& file : files) {
        if (file.removed) {
            tree.remove(file.path.bytes());
            continue;
        }
        const QByteArray mode = file.kind == TreeEntry::Kind::Link        ? "120000"
                                : file.kind == TreeEntry::Kind::Submodule ? "160000"
                                : file.executable                         ? "100755"
                                                                          : "100644";
        tree.insert(file.path.bytes(), {mode, file.content});
    }
    return tree;
}

inline ReviewOptions options()
{
    ReviewOptions made;
    made.rules = builtinRules();
    return made;
}

inline PortReview reviewOf(const ReviewRequest& request)
{
    const auto trees = openReview(request, {});
    if (!trees) {
        qFatal("open: %s %s", qPrintable(trees.error().object), qPrintable(trees.error().detail));
    }
    auto review = reviewPort(*trees, options(), {});
    if (!review) {
        qFatal("review: %s %s", qPrintable(review.error().object),
               qPrintable(review.error().detail));
    }
    return *std::move(review);
}

inline PortReview reviewRange(const QString& folder, const QString& range)
{
    ReviewRequest request;
    request.folder = folder;
    request.range = range;
    return reviewOf(request);
}

inline QString errorOf(const ReviewRequest& request)
{
    const auto trees = openReview(request, {});
    return trees ? QStringLiteral("none") : trees.error().detail;
}

inline const ReviewHunk* hunkAt(const PortReview& review, const QByteArray& path, int line = 0)
{
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            if (file.path.bytes() == path &&
                (line == 0 || (hunk.headFirst <= line && line <= hunk.headLast))) {
                return &hunk;
            }
        }
    }
    return nullptr;
}

inline QStringList idsOf(const PortReview& review)
{
    QStringList ids;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            ids.append(QString::fromLatin1(hunk.id));
        }
    }
    return ids;
}

/// All hunks give the author's tree, none the base, and any choice is made without an error or
/// refused for a file in the place of a folder.
inline void checkComposition(const PortReview& review, const Tree& base, const Tree& head)
{
    const auto choose = [&review](const std::function<bool(int)>& isTaken) {
        int number = 0;
        return composeTree(review,
                           [&](const ReviewFile&, const ReviewHunk&) { return isTaken(number++); });
    };
    const auto none = choose([](int) { return false; });
    QVERIFY(none && none->isEmpty());
    const auto all = choose([](int) { return true; });
    QVERIFY2(all, all ? "" : qPrintable(all.error().detail));
    QVERIFY(composedOn(base, *all) == head);
    for (const int step : {2, 3}) {
        const auto some = choose([step](int number) { return number % step == 0; });
        QVERIFY(some || some.error().code == ErrorCode::NotPossibleNow);
    }
    const QStringList ids = idsOf(review);
    QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), ids.size());
    QHash<QByteArray, ReviewDecision> decisions;
    for (const QString& id : ids) {
        decisions.insert(id.toLatin1(), {DecisionKind::Accepted, {}});
    }
    const auto decided = composeTree(review, decisions);
    QVERIFY(decided);
    QVERIFY(*decided == *all);
}

} // namespace rocport::test
