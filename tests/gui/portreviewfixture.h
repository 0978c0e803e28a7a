#pragma once

#include "core/project/session/projectreviews.h"
#include "tests/gui/windowfixture.h"
#include "ui/portreview/hunkdiff.h"
#include "ui/portreview/hunktree.h"
#include "ui/portreview/missingpanel.h"
#include "ui/portreview/portcommands.h"
#include "ui/portreview/portreviewhost.h"
#include "ui/portreview/portreviewpage.h"
#include "ui/review/reviewguest.h"
#include "ui/theme/texttable.h"

#include <QAction>
#include <QTreeView>

/// A repository with a base on `main` and a port of it on `port`, in the real window.
struct PortReviewFixture : WindowFixture
{
    /// Two warp sums: the port keeps the offset of 32 lanes in the first, changes what NVIDIA
    /// builds see in the second, and leaves a third place as it was.
    static QByteArray kernel(bool ported)
    {
        const QByteArray shuffle =
            ported ? QByteArray("#ifdef USE_ROCM\n"
                                "  for (int o = 16; o > 0; o >>= 1) v += __shfl_down(v, o);\n"
                                "#else\n"
                                "  for (int o = 16; o > 0; o >>= 1) v += "
                                "__shfl_down_sync(0xffffffffu, v, o);\n"
                                "#endif\n")
                   : QByteArray("  for (int o = 16; o > 0; o >>= 1) v += "
                                "__shfl_down_sync(0xffffffffu, v, o);\n");
        return "#include <cuda_runtime.h>\n"
               "\n"
               "__global__ void row_sum(float* out, const float* in)\n"
               "{\n"
               "  float v = in[threadIdx.x];\n" +
               shuffle +
               "  if (threadIdx.x == 0) out[0] = v;\n"
               "}\n"
               "\n"
               "__global__ void scale(float* out)\n"
               "{\n" +
               (ported ? "  out[threadIdx.x] *= 3.0f;\n" : "  out[threadIdx.x] *= 2.0f;\n") +
               "}\n"
               "\n"
               "__device__ unsigned votes(int p)\n"
               "{\n"
               "  return __ballot_sync(0xffffffffu, p);\n"
               "}\n";
    }

    static bool git(const QString& folder, const char* words)
    {
        return ReviewFixture::git(folder, QString::fromLatin1(words).split(u' '));
    }

    void makeRepository() const
    {
        project.write(QStringLiteral("csrc/reduce/row_sum.cu"), kernel(false));
        project.write(QStringLiteral("csrc/vote.cu"),
                      "__device__ unsigned all(int p) { return __ballot_sync(0xffffffffu, p); }\n");
        project.write(QStringLiteral("README.md"), "# Kernels\n");
        project.commitAll();
        QVERIFY(git(project.folder.path(), "checkout -q -b port"));
        project.write(QStringLiteral("csrc/reduce/row_sum.cu"), kernel(true));
        project.write(QStringLiteral("README.md"), "# Kernels for two vendors\n");
        QVERIFY(git(project.folder.path(), "add -A"));
        QVERIFY(ReviewFixture::git(project.folder.path(),
                                   {QStringLiteral("commit"), QStringLiteral("-qm"),
                                    QStringLiteral("Port of row kernels to ROCm")}));
        QVERIFY(git(project.folder.path(), "checkout -q main"));
    }

    void openWindow()
    {
        makeRepository();
        openCommitted();
        window().setCurrentArea(QStringLiteral("review"));
    }

    [[nodiscard]] rocport::ProjectReviews& reviews() const { return project.session->reviews(); }
    [[nodiscard]] rocport::PortReviewPage& page() const { return assembly->ports().page(); }
    [[nodiscard]] rocport::HunkTree& tree() const { return page().tree(); }
    [[nodiscard]] rocport::DiffView& portDiff() const { return page().diff().view(); }

    /// Opens `main...port` and waits until its first hunk is shown.
    void openPort(const char* range = "main...port")
    {
        openWindow();
        rocport::ReviewRequest request;
        request.range = QString::fromLatin1(range);
        reviews().open(request);
        QTRY_VERIFY_WITH_TIMEOUT(reviews().state() != nullptr, 60000);
        QTRY_VERIFY(!reviews().isOpening());
        QTRY_VERIFY(page().isVisible());
    }

    /// The hunk whose title or text says so.
    [[nodiscard]] QByteArray hunkIn(const char* path, int line = 0) const
    {
        for (const rocport::ReviewFile& file : reviews().state()->review->files) {
            for (const rocport::ReviewHunk& hunk : file.hunks) {
                if (file.path.bytes() == path &&
                    (line == 0 || (hunk.headFirst <= line && line <= hunk.headLast))) {
                    return hunk.id;
                }
            }
        }
        return {};
    }

    void choose(const QByteArray& id) const
    {
        QVERIFY(!id.isEmpty());
        tree().setCurrent(id);
        tree().tree().setFocus();
        QTRY_VERIFY(page().diff().showsCurrent());
    }

    template <typename Widget>
    [[nodiscard]] Widget* part(const char* name) const
    {
        return window().findChild<Widget*>(QLatin1String(name));
    }
};
