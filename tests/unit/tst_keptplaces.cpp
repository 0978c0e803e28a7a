#include "core/scan/keptplaces.h"
#include "core/scan/scanwork.h"
#include "core/scan/skippedfile.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/memorytree.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <numeric>

using namespace rocport;

namespace {

/// The files that are left once all were added in `order`.
QSet<qsizetype> keptOf(const QList<qsizetype>& places, const QList<qsizetype>& order,
                       qsizetype most)
{
    KeptPlaces kept(most);
    QSet<qsizetype> left;
    for (const qsizetype file : order) {
        if (kept.isPast(file)) {
            continue;
        }
        left.insert(file);
        for (const qsizetype gone : kept.add(file, places[file])) {
            left.remove(gone);
        }
    }
    return left;
}

class TestKeptPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstFilesStayInWhateverOrder()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 200; ++round) {
            QList<qsizetype> places;
            for (int i = 0; i < 30; ++i) {
                places.append(random.bounded(12));
            }
            const qsizetype most = random.bounded(150);
            QSet<qsizetype> expected;
            qsizetype sum = 0;
            for (qsizetype i = 0; i < places.size() && sum + places[i] <= most; ++i) {
                sum += places[i];
                expected.insert(i);
            }
            QList<qsizetype> order(places.size());
            std::iota(order.begin(), order.end(), 0);
            QCOMPARE(keptOf(places, order, most), expected);
            std::shuffle(order.begin(), order.end(), random);
            QCOMPARE(keptOf(places, order, most), expected);
        }
    }

    void aFileThatIsReadAgainCountsOnce()
    {
        KeptPlaces kept(10);
        QCOMPARE(kept.add(0, 6), QVector<qsizetype>());
        QCOMPARE(kept.add(0, 8), QVector<qsizetype>());
        kept.remove(0);
        QCOMPARE(kept.add(1, 9), QVector<qsizetype>());
        QCOMPARE(kept.add(0, 8), QVector<qsizetype>({1}));
        QVERIFY(kept.isPast(1));
        QVERIFY(!kept.isPast(0));
    }

    void aScanNamesWhatItDoesNotHold()
    {
        MemoryTree tree;
        for (int i = 0; i < 6; ++i) {
            tree.files.insert(
                "f" + QByteArray::number(i) + ".cu",
                "#include <cuda_runtime.h>\nvoid f(void** p) { cudaMalloc(p, 1); }\n");
        }
        const auto scan = [&](qsizetype most, int threads,
                              const std::shared_ptr<const ScanResult>& previous) {
            const CancelToken cancel;
            return *ScanWork(tree, builtinRules(), {}, previous, cancel, threads, most).run({});
        };
        const auto whole = scan(KeptPlaces::kMost, 2, nullptr);
        QCOMPARE(unreadSources(whole->files).size(), 0);
        const qsizetype each = placesOf(*whole->files.first());
        QVERIFY(each > 0);

        for (const int threads : {1, 2, 4}) {
            const auto part = scan(3 * each, threads, nullptr);
            const QVector<UnreadFile> unread = unreadSources(part->files);
            QCOMPARE(unread.size(), 3);
            QCOMPARE(unread.first().first.display(), QStringLiteral("f3.cu"));
            QVERIFY2(unread.first().second.contains(QLatin1StringView("scan a folder by itself")),
                     qPrintable(unread.first().second));
            // The next scan takes none of it for known.
            const auto next = scan(KeptPlaces::kMost, threads, part);
            QCOMPARE(unreadSources(next->files).size(), 0);
            QCOMPARE(next->hunks.size(), whole->hunks.size());
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestKeptPlaces)
#include "tst_keptplaces.moc"
