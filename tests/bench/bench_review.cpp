#include "core/project/review/review.h"
#include "core/project/review/reviewinput.h"
#include "tests/bench/benchscale.h"
#include "tests/support/builtinrules.h"
#include "tests/support/scratchrepository.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

// The review of a port with 1,000 and 4,000 hunks in one file, as `rocport-cli review` makes it,
// beside `git diff` of the same range; and how much longer a hunk takes where there are four times
// as many: once as long is linear.

using namespace rocport;
using rocport::test::ScratchRepository;

namespace {

enum class Port : quint8 {
    Replaced, ///< CUDA's names by HIP's: each hunk changes the NVIDIA path
    Guarded,  ///< both in the arms of a conditional: the path is unchanged
    Defined,  ///< a constant from the top of the file, so that no hunk stands alone
    Python,
};

/// One function with a line that the port changes.
QByteArray functionOf(Port port, bool ported, int i)
{
    const QByteArray number = QByteArray::number(i);
    if (port == Port::Python) {
        return "def f" + number + "(a):\n    x = " + number + "\n    y = a // " +
               (ported ? "warp_size()" : "32") + "\n    return x + y\n\n";
    }
    const QByteArray copy = "cudaMemcpy(a, b, " + number + ", cudaMemcpyDeviceToHost);\n";
    const QByteArray hip = QByteArray(copy).replace("cuda", "hip");
    const QByteArray changed = port == Port::Replaced ? hip
                               : port == Port::Guarded
                                   ? "\n#ifdef USE_ROCM\n" + hip + "#else\n" + copy + "#endif\n"
                                   : "a[0] = __shfl_down_sync(0xffffffffu, a[1], 1, WIDTH);\n";
    const QByteArray original =
        port == Port::Defined ? "a[0] = __shfl_down_sync(0xffffffffu, a[1], 1, 32);\n" : copy;
    return "void f" + number + "(float* a, const float* b)\n{\n    int x = " + number +
           ";\n    x += 1;\n    " + (ported ? changed : original) + "    a[0] = x;\n}\n\n";
}

QByteArray textOf(Port port, bool ported, int hunks)
{
    QByteArray text = port == Port::Python ? "import torch\n\n" : "#include <cuda_runtime.h>\n";
    if (ported && port == Port::Defined) {
        text += "#ifdef USE_ROCM\n#define WIDTH 64\n#else\n#define WIDTH 32\n#endif\n";
    }
    for (int i = 0; i < hunks; ++i) {
        text += functionOf(port, ported, i);
    }
    return text;
}

/// Milliseconds by the clock and, of all threads, of the processor.
struct Cost
{
    double wall = 0;
    double processor = 0;
    int hunks = 0;
};

double processorNow()
{
    timespec time = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

Cost measure(const char* name, Port port, int wanted)
{
    const ScratchRepository repository;
    const QString file = port == Port::Python ? QStringLiteral("a.py") : QStringLiteral("a.cu");
    repository.write(file, textOf(port, false, wanted));
    repository.commitAll();
    repository.git({QStringLiteral("branch"), QStringLiteral("base")});
    repository.write(file, textOf(port, true, wanted));
    repository.commitAll();

    QElapsedTimer clock;
    clock.start();
    const qsizetype lines =
        repository.git({QStringLiteral("diff"), QStringLiteral("base..HEAD")}).count('\n');
    const double git = double(clock.nsecsElapsed()) / 1e6;

    const double before = processorNow();
    clock.restart();
    ReviewRequest request;
    request.folder = repository.path();
    request.range = QStringLiteral("base..HEAD");
    const auto trees = openReview(request, {});
    ReviewOptions options;
    options.rules = builtinRules();
    const auto review = trees ? reviewPort(*trees, options, {}) : Result<PortReview>(trees.error());
    const Cost cost{double(clock.nsecsElapsed()) / 1e6, processorNow() - before,
                    review ? review->hunkCount() : 0};
    if (cost.hunks == 0) {
        std::printf("%s: no review: %s\n", name, review ? "" : qPrintable(review.error().detail));
        return cost;
    }
    std::printf("%-9s %5d hunks: %7.1f ms by the clock (%.1f times git diff, %lld lines in %.1f "
                "ms), %7.1f ms of the processor, %.3f a hunk\n",
                name, cost.hunks, cost.wall, cost.wall / git, qlonglong(lines), git, cost.processor,
                cost.processor / cost.hunks);
    return cost;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    builtinRules();
    constexpr std::array kPorts = {
        std::pair(Port::Replaced, "replaced"), std::pair(Port::Guarded, "guarded"),
        std::pair(Port::Defined, "defined"), std::pair(Port::Python, "Python")};
    bool good = true;
    for (const auto& [port, name] : kPorts) {
        const Cost few = measure(name, port, test::benchSize(1000));
        const Cost many = measure(name, port, test::benchSize(4000));
        good = good && few.hunks > 0 && many.hunks > 0;
        if (good) {
            std::printf("%-9s a hunk among four times as many takes %.2f times as long\n", name,
                        (many.processor / many.hunks) / (few.processor / few.hunks));
        }
    }
    return good ? 0 : 1;
}
