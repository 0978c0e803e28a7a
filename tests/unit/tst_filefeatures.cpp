#include "core/base/filefeatures.h"

#include <QTest>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

} // namespace

/// What an analysis says of a file, by kinds that cannot be taken for each other.
class TestFileFeatures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kindsAreApart()
    {
        FileFeatures features;
        QVERIFY(features.isEmpty());
        features.add(FeatureKind::ManifestEntry, {text("cuda-extension"), text("build"), 3, 0});
        features.add(FeatureKind::Supplied, text("trait\tkernel"));
        QVERIFY(!features.isEmpty());
        QVERIFY(features.has(FeatureKind::ManifestEntry));
        QVERIFY(features.has(FeatureKind::ManifestEntry, text("cuda-extension")));
        QVERIFY(!features.has(FeatureKind::ManifestEntry, text("extension")));
        QVERIFY(!features.has(FeatureKind::Trait));
        QVERIFY(!features.has(FeatureKind::Trait, text("cuda-extension")));
        QVERIFY(!features.has(FeatureKind::BuildsExtension));
        QVERIFY(features.values(FeatureKind::Trait).isEmpty());
        QCOMPARE(features.values(FeatureKind::ManifestEntry).first().line, 3);
        QCOMPARE(features.values(FeatureKind::ManifestEntry).first().detail, text("build"));
        QCOMPARE(features.text(FeatureKind::Supplied), text("trait\tkernel"));
        QCOMPARE(features.text(FeatureKind::FlagHome), QString());
        QCOMPARE(features.all().size(), 2);
    }

    void orderStays()
    {
        FileFeatures features;
        for (const char* name : {"b", "a", "b", "c", "a"}) {
            features.add(FeatureKind::CudaInclude, text(name));
        }
        features.addOnce(FeatureKind::CudaInclude, text("c"));
        features.addOnce(FeatureKind::AskedHeader, text("c"));
        QCOMPARE(features.texts(FeatureKind::CudaInclude).join(u' '), text("b a b c a"));
        features.removeDuplicates();
        QCOMPARE(features.texts(FeatureKind::CudaInclude).join(u' '), text("b a c"));
        QCOMPARE(features.texts(FeatureKind::AskedHeader), QStringList(text("c")));
        FileFeatures more;
        more.add(FeatureKind::CudaInclude, text("0"));
        more.add(FeatureKind::WarpsUsed);
        features.add(more);
        QCOMPARE(features.texts(FeatureKind::CudaInclude).join(u' '), text("b a c 0"));
        QVERIFY(features.has(FeatureKind::WarpsUsed));
        QVERIFY(features != more);
    }

    void onlyEqualValuesAreDuplicates()
    {
        FileFeatures features;
        for (const FileFeature& value :
             {FileFeature{text("a"), {}, 1, 1}, FileFeature{text("a"), {}, 2, 1},
              FileFeature{text("a"), text("b"), 1, 1}, FileFeature{text("a"), {}, 1, 2},
              FileFeature{text("a"), {}, 1, 1}}) {
            features.add(FeatureKind::Trait, value);
        }
        features.removeDuplicates();
        QCOMPARE(features.values(FeatureKind::Trait).size(), 4);
    }

    void aPlaceReplacesTheBareName()
    {
        FileFeatures features;
        features.add(FeatureKind::Trait, text("kernel"));
        features.add(FeatureKind::Trait, text("kernels"));
        features.add(FeatureKind::ModuleImport, text("kernel"));
        features.addPlacedTrait({text("kernel"), text("__global__ void f()"), 4, 2});
        features.addPlacedTrait({text("kernel"), text("__global__ void g()"), 9, 1});
        QCOMPARE(features.texts(FeatureKind::Trait).join(u' '), text("kernels kernel kernel"));
        QCOMPARE(features.values(FeatureKind::Trait).at(1).line, 4);
        QCOMPARE(features.text(FeatureKind::ModuleImport), text("kernel"));
    }
};

QTEST_GUILESS_MAIN(TestFileFeatures)
#include "tst_filefeatures.moc"
