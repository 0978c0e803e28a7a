#include "tests/gui/remotesample.h"
#include "tests/gui/windowfixture.h"
#include "tests/support/paintedtext.h"
#include "ui/nodes/nodesarea.h"
#include "ui/review/changedelegate.h"
#include "ui/review/reviewmodel.h"
#include "ui/rules/rulesarea.h"
#include "ui/rules/rulesmodel.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runsarea.h"
#include "ui/theme/celldelegate.h"
#include "ui/verify/verifyarea.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QTreeView>

using namespace rocport;

namespace {

constexpr int kRows = 80; // that are looked at in a view

const char* const kFolders[] = {"examples/advanced/cugraph",
                                "examples/core/Graphsage",
                                "examples/core/gat",
                                "examples/graphbolt",
                                "examples/graphbolt/disk_based",
                                "examples/graphbolt/pyg/hetero",
                                "examples/graphbolt/quickstart",
                                "examples/multigpu",
                                "examples/multigpu/graphbolt",
                                "examples/pytorch/graphsage/advanced",
                                "examples/pytorch/graphsage/dist",
                                "examples/pytorch/multigpu",
                                "examples/sampling",
                                "examples/sampling/graphbolt",
                                "dglgo/dglgo/pipeline/nodepred_sample"};

QString folderAt(int i)
{
    return QString::fromLatin1(kFolders[i]);
}

/// The texts without what lines are broken at.
QString packed(QString text)
{
    text.remove(u' ').remove(u'\n').remove(QChar::LineSeparator).remove(u'`');
    return text;
}

/// Whether `shown` is `whole`, or parts of it in their order.
bool isPartOf(const QString& shown, const QString& whole)
{
    static const QRegularExpression between(QStringLiteral("[…/]"));
    static const QRegularExpression sign(QStringLiteral("[^A-Za-z0-9]"));
    qsizetype from = 0;
    const QString bare = QString(whole).remove(sign);
    const QStringList parts = packed(shown).split(between);
    for (QString part : parts) {
        part.remove(sign);
        const qsizetype at = bare.indexOf(part, from);
        if (at < 0) {
            return false;
        }
        from = at + part.size();
    }
    return true;
}

QString textOf(const QVector<test::PaintedText>& texts)
{
    QString all;
    for (const test::PaintedText& text : texts) {
        all += text.text;
    }
    return all;
}

} // namespace

/// Every list and table of the window with long real names: nothing is cut off, what is shortened
/// is a part of the whole, and no two rows that differ look the same.
class RowsApartTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void rowsStayApart_data();
    void rowsStayApart();
    void decidingColumnsAreWholeWhereThereIsRoom();
    void sameNamesStandInFolders();
    void foldersAreFiltered();
    void rulesSayRealThings();
    void cleanupTestCase();

private:
    void fillRemote();
    void prepare(const QString& area, int page);
    void check(QAbstractItemView& view);
    void checkHeader(const QAbstractItemView& view);
    [[nodiscard]] QVector<QModelIndex> rowsOf(const QAbstractItemView& view) const;
    QTreeView* tree(const char* name) const
    {
        return m_window->window().findChild<QTreeView*>(QLatin1String(name));
    }
    std::unique_ptr<WindowFixture> m_window;
    std::unique_ptr<QTemporaryDir> m_jobs;
    int m_views = 0;
};

void RowsApartTest::initTestCase()
{
    m_window = std::make_unique<WindowFixture>();
    const QByteArray script = "import torch\n\n\ndef main():\n    model = torch.nn.Linear(4, 4)\n"
                              "    m = torch.compile(model, mode=\"reduce-overhead\")\n"
                              "    if torch.cuda.get_device_capability() >= (8, 0):\n"
                              "        torch.backends.cuda.matmul.allow_tf32 = True\n";
    const QByteArray kernel =
        "#include <cuda_runtime.h>\n__global__ void k(unsigned* o) {\n"
        "  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n"
        "  asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(m));\n"
        "  if ((m & 1) != 0) { o[0] = __shfl_up_sync(0xffffffffu, m, 1); }\n"
        "  o[0] = __popc(m);\n}\nvoid f(unsigned* o) { cudaMalloc(&o, 4); k<<<1, 96>>>(o); }\n";
    for (int i = 0; i < int(std::size(kFolders)); ++i) {
        m_window->project.write(folderAt(i) + QStringLiteral("/node_classification.py"), script);
    }
    for (const char* name : {"hdim32_bf16", "hdim32_fp16", "hdim64_bf16", "hdim64_fp16",
                             "hdim128_bf16", "hdim128_fp16"}) {
        for (const char* causal : {"_causal_sm80.cu", "_sm80.cu"}) {
            m_window->project.write(QStringLiteral("csrc/flash_attn/src/flash_fwd_%1%2")
                                        .arg(QLatin1String(name), QLatin1String(causal)),
                                    kernel);
        }
    }
    m_window->project.write(QStringLiteral("setup.py"),
                            "from setuptools import setup\nsetup(name='x')\n");
    m_window->project.write(
        QStringLiteral(".rocport/rules/house.toml"),
        "format = 1\nname = \"House\"\n\n[[rule]]\nid = \"house-sync\"\nphase = 2\nseverity = "
        "\"warning\"\nlanguages = [\"cuda\"]\ntitle = \"HOUSE_SYNC becomes ROCM_SYNC\"\nmessage = "
        "\"`{symbol}` waits.\"\nreason = \"It does.\"\nmatch = { kind = \"token-pattern\", "
        "patterns = [\"HOUSE_SYNC ( $scope )\"] }\n\n[[rule.sample]]\nlanguage = \"cuda\"\n"
        "match = true\ncode = \"void f() { HOUSE_SYNC(a); }\"\n");
    fillRemote();
    m_window->open();
    Q_EMIT m_window->remote.nodesChanged();
    Q_EMIT m_window->remote.jobsChanged();
    Q_EMIT m_window->remote.runsChanged();
}

void RowsApartTest::fillRemote()
{
    test::RemoteSample::nodes(*m_window->remote.now);
    test::RemoteSample::runs(*m_window->remote.now);
    VerifyRun run;
    run.id = QStringLiteral("long-static");
    run.level = VerifyLevel::Static;
    run.title = QStringLiteral("Static checks");
    run.time = QDateTime::currentDateTimeUtc();
    for (int i = 0; i < int(std::size(kFolders)); ++i) {
        VerifyCheck check;
        check.id = QStringLiteral("static:syntax:%1").arg(i);
        check.name = QStringLiteral("Ported text parses");
        check.state = i % 3 == 0 ? CheckState::Failed : CheckState::Passed;
        check.detail = QStringLiteral(
            "The NVIDIA path of the ported file is what it was, token for token; 1,204 of 1,204 "
            "tokens are equal without USE_ROCM, comments and layout are left out of it.");
        check.file = folderAt(i) + QStringLiteral("/node_classification.py");
        check.line = 12;
        run.checks.append(check);
    }
    m_window->remote.now->runs.prepend(run);
    for (NodeEntry& node : m_window->remote.now->nodes) {
        for (ProbeReport& probe : node.probes) {
            ProbeFinding finding = probe.findings.first();
            for (const char* name : {"TORCHINDUCTOR_MAX_AUTOTUNE_GEMM_BACKENDS",
                                     "TORCHINDUCTOR_MAX_AUTOTUNE_CONV_BACKENDS"}) {
                finding.title =
                    QStringLiteral("%1 is set in the environment of every job of this node")
                        .arg(QLatin1String(name));
                finding.message = QStringLiteral("Each of its back ends is tried for %1 before the "
                                                 "first step, which takes longer than the job.")
                                      .arg(QLatin1String(name));
                finding.fix = QStringLiteral("Unset %1 for all jobs").arg(QLatin1String(name));
                probe.findings.append(finding);
            }
        }
    }
    m_jobs = std::make_unique<QTemporaryDir>();
    JobEntry job;
    job.spec.id = QStringLiteral("20261122-054501-3f9a");
    job.spec.title = QStringLiteral("Build of csrc/flash_attn for gfx942 and gfx950, bfloat16");
    job.spec.node = m_window->remote.now->nodes.first().node;
    job.spec.created = QDateTime::currentDateTimeUtc();
    job.status.state = JobState::Failed;
    job.status.started = job.status.ended = job.spec.created;
    job.folder = m_jobs->path();
    QFile log(job.folder + QStringLiteral("/log"));
    QVERIFY(log.open(QIODevice::WriteOnly));
    for (int i = 0; i < int(std::size(kFolders)); ++i) {
        log.write((folderAt(i) + QStringLiteral("/kernels/neighbour_sampling.hip:%1:7: error: no "
                                                "matching function for call to '__shfl_down_sync' "
                                                "with arguments of type 'unsigned long long', "
                                                "'const float' and 'int', candidate ignored\n")
                                     .arg(100 + i))
                      .toUtf8());
    }
    log.close();
    JobEntry other = job;
    other.spec.id = QStringLiteral("20261122-054501-3f9b");
    other.spec.title = QStringLiteral("Build of csrc/flash_attn for gfx942 and gfx950, float16");
    m_window->remote.now->jobs = {job, other};
}

QVector<QModelIndex> RowsApartTest::rowsOf(const QAbstractItemView& view) const
{
    QVector<QModelIndex> rows;
    if (const auto* tree = qobject_cast<const QTreeView*>(&view)) {
        QModelIndex index = view.model()->index(0, 0);
        for (; index.isValid() && rows.size() < kRows; index = tree->indexBelow(index)) {
            rows.append(index);
        }
        return rows;
    }
    for (int row = 0; row < std::min(view.model()->rowCount(), kRows); ++row) {
        rows.append(view.model()->index(row, 0));
    }
    return rows;
}

void RowsApartTest::checkHeader(const QAbstractItemView& view)
{
    const auto* header = view.findChild<QHeaderView*>();
    const auto* fit = view.findChild<ColumnFit*>();
    if (header == nullptr || header->isHidden() || fit == nullptr ||
        header->orientation() != Qt::Horizontal) {
        return;
    }
    for (int column = 0; column < header->count(); ++column) {
        QVERIFY2(header->isSectionHidden(column) ||
                     header->sectionSize(column) >= header->sectionSizeHint(column),
                 qPrintable(view.objectName() +
                            view.model()->headerData(column, Qt::Horizontal).toString()));
    }
}

void RowsApartTest::check(QAbstractItemView& view)
{
    ++m_views;
    checkHeader(view);
    const auto* fit = view.findChild<ColumnFit*>();
    QHash<QPair<QModelIndex, QString>, QString> seen; // what a row's cells show -> what they hold
    const QVector<QModelIndex> rows = rowsOf(view);
    for (const QModelIndex& first : rows) {
        view.scrollTo(first);
        QString shown;
        QString whole;
        for (int column = 0; column < view.model()->columnCount(first.parent()); ++column) {
            const QModelIndex index = first.siblingAtColumn(column);
            const QString text = index.data().toString();
            const QVector<test::PaintedText> painted = test::paintedTexts(view, index);
            const QByteArray place =
                QStringLiteral("%1, %2: %3")
                    .arg(view.objectName().isEmpty() ? view.accessibleName() : view.objectName(),
                         text, textOf(painted))
                    .toUtf8();
            shown += textOf(painted) + u'\n';
            whole += text + u'\n';
            const QRect cell = view.visualRect(index);
            for (const test::PaintedText& one : painted) {
                const bool own = fit != nullptr && one.rect.right() > cell.right() + 2 &&
                                 cell.width() < view.viewport()->width() / 2;
                QVERIFY2(one.rect.right() <= view.viewport()->width() + 2 || own ||
                             cell.right() > view.viewport()->width(),
                         place + " is cut off");
            }
            if (fit != nullptr && !painted.isEmpty() && !text.isEmpty() &&
                fit->column(column).decides &&
                qobject_cast<CellDelegate*>(view.itemDelegate()) != nullptr) {
                QVERIFY2(isPartOf(textOf(painted), text), place);
                QVERIFY2(textOf(painted).size() > 1 || text.size() == 1, place);
            }
        }
        const QPair<QModelIndex, QString> key(first.parent(), shown);
        QVERIFY2(!seen.contains(key) || seen.value(key) == whole,
                 qPrintable(QStringLiteral("%1: %2 and %3 both show %4")
                                .arg(view.objectName(), seen.value(key), whole, shown)));
        seen.insert(key, whole);
    }
}

void RowsApartTest::prepare(const QString& area, int page)
{
    MainWindow& window = m_window->window();
    window.setCurrentArea(area);
    if (area == QStringLiteral("review")) {
        QTRY_VERIFY(!m_window->review().diff().isEmpty());
        auto* grouping = window.findChild<SegmentedControl*>(QStringLiteral("grouping"));
        m_window->review().showFindings(page == 2);
        if (page < 2) {
            QVERIFY(grouping != nullptr);
            grouping->setCurrent(page);
        }
    } else if (area == QStringLiteral("verify")) {
        m_window->assembly->verify().showRun(page == 0 ? QStringLiteral("long-static")
                                                       : QStringLiteral("run-static"));
        window.findChild<SegmentedControl*>(QStringLiteral("verifyPages"))->setCurrent(page);
    } else if (area == QStringLiteral("nodes")) {
        auto* list = m_window->assembly->nodes().findChild<QListView*>();
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            if (list->model()->index(row, 0).data().toString() == QStringLiteral("mi300x-07")) {
                list->setCurrentIndex(list->model()->index(row, 0));
            }
        }
        window.findChild<SegmentedControl*>(QStringLiteral("nodePages"))->setCurrent(page);
    } else if (area == QStringLiteral("runs")) {
        QTRY_VERIFY(tree("diagnosticsTable")->model()->rowCount() >= 10);
    }
}

void RowsApartTest::rowsStayApart_data()
{
    QTest::addColumn<QString>("area");
    QTest::addColumn<int>("page");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("percent");
    const QVector<QPair<QString, int>> areas{
        {QStringLiteral("plan"), 1}, {QStringLiteral("review"), 3}, {QStringLiteral("nodes"), 5},
        {QStringLiteral("runs"), 1}, {QStringLiteral("verify"), 3}, {QStringLiteral("rules"), 1}};
    for (const int percent : {100, 150}) {
        for (const int width : {1440, 1120}) {
            for (const auto& [area, pages] : areas) {
                for (int page = 0; page < pages; ++page) {
                    QTest::addRow("%s %d at %d, %d %%", qPrintable(area), page, width, percent)
                        << area << page << width << percent;
                }
            }
        }
    }
}

void RowsApartTest::rowsStayApart()
{
    QFETCH(QString, area);
    QFETCH(int, page);
    QFETCH(int, width);
    QFETCH(int, percent);
    m_window->project.provider.setTextPercent(percent);
    m_window->window().resize(width, 900);
    prepare(area, page);
    QCoreApplication::processEvents();
    QTRY_COMPARE(m_window->window().width(), width);
    const QString folder = qEnvironmentVariable("ROCPORT_PICTURES");
    if (!folder.isEmpty()) {
        QVERIFY(m_window->window().grab().save(QStringLiteral("%1/rows-%2-%3-%4-%5.png")
                                                   .arg(folder, area, QString::number(page),
                                                        QString::number(width),
                                                        QString::number(percent))));
    }
    m_views = 0;
    const auto views = m_window->window().findChildren<QAbstractItemView*>();
    for (QAbstractItemView* view : views) {
        const bool header = qobject_cast<QHeaderView*>(view) != nullptr;
        if (!header && view->isVisible() && view->model() != nullptr &&
            view->window() == &m_window->window()) {
            check(*view);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
    QVERIFY(m_views > 0);
}

/// The file of a check and the place of a diagnostic, where the window has room for them.
void RowsApartTest::decidingColumnsAreWholeWhereThereIsRoom()
{
    m_window->project.provider.setTextPercent(100);
    m_window->window().resize(1440, 900);
    prepare(QStringLiteral("verify"), 0);
    auto* checks = m_window->assembly->verify().findChild<QTreeView*>(QStringLiteral("checkTable"));
    QTRY_COMPARE(checks->model()->rowCount(), int(std::size(kFolders)));
    QCoreApplication::processEvents();
    for (int row = 0; row < checks->model()->rowCount(); ++row) {
        const QModelIndex file = checks->model()->index(row, 3);
        QCOMPARE(textOf(test::paintedTexts(*checks, file)), file.data().toString());
        const QModelIndex found = file.siblingAtColumn(2); // a sentence, on several lines
        QCOMPARE(packed(textOf(test::paintedTexts(*checks, found))),
                 packed(found.data().toString()));
    }
    prepare(QStringLiteral("runs"), 0);
    QCoreApplication::processEvents();
    auto* diagnostics = tree("diagnosticsTable");
    for (int row = 0; row < diagnostics->model()->rowCount(); ++row) {
        for (const int column : {1, 2}) {
            const QModelIndex index = diagnostics->model()->index(row, column);
            QCOMPARE(packed(textOf(test::paintedTexts(*diagnostics, index))),
                     packed(index.data().toString()));
        }
    }
}

void RowsApartTest::sameNamesStandInFolders()
{
    prepare(QStringLiteral("review"), 0);
    auto* changes = tree("changeTree");
    QStringList files;
    const QVector<QModelIndex> rows = rowsOf(*changes);
    for (const QModelIndex& index : rows) {
        if (index.data(ReviewModel::LevelRole).toInt() == ReviewModel::FileLevel &&
            index.data().toString() == QStringLiteral("node_classification.py")) {
            QString path;
            for (QModelIndex above = index.parent();
                 above.data(ReviewModel::LevelRole).toInt() == ReviewModel::FolderLevel;
                 above = above.parent()) {
                path.prepend(above.data().toString() + u'/');
                QVERIFY(changes->isExpanded(above));
            }
            if (!files.contains(path)) {
                files.append(path);
            }
        }
    }
    QVERIFY2(files.size() >= 15, qPrintable(files.join(u'\n')));
    for (const char* name : kFolders) {
        QVERIFY2(files.contains(QString::fromLatin1(name) + u'/'), name);
    }
}

void RowsApartTest::foldersAreFiltered()
{
    prepare(QStringLiteral("review"), 0);
    auto* changes = tree("changeTree");
    auto* filter = m_window->review().findChild<QLineEdit*>(QStringLiteral("reviewFilter"));
    QVERIFY(filter != nullptr);
    filter->setText(QStringLiteral("pytorch/multigpu"));
    QStringList shown;
    const QVector<QModelIndex> rows = rowsOf(*changes);
    for (const QModelIndex& index : rows) {
        if (index.data(ReviewModel::LevelRole).toInt() == ReviewModel::FolderLevel) {
            shown.append(index.data().toString());
        }
    }
    QVERIFY2(!shown.isEmpty() && !shown.join(u' ').contains(QStringLiteral("sampling")),
             qPrintable(shown.join(u' ')));
    filter->clear();
}

/// What stands in braces in a rule's message is filled in, from a place here or from its sample.
void RowsApartTest::rulesSayRealThings()
{
    m_window->project.provider.setTextPercent(100);
    m_window->window().resize(1440, 900);
    prepare(QStringLiteral("rules"), 0);
    auto* rules = tree("rulesTree");
    for (const Phase phase : kPhases) { // those that point at nothing too
        m_window->assembly->rules().model().setUnfolded(phase, true);
    }
    rules->expandAll();
    const auto rowOf = [&](const char* id) -> QModelIndex {
        for (QModelIndex index = rules->model()->index(0, 0); index.isValid();
             index = rules->indexBelow(index)) {
            if (index.data().toString() == QLatin1StringView(id)) {
                return index;
            }
        }
        return {};
    };
    const auto shown = [&](const char* id) {
        rules->scrollTo(rowOf(id));
        return textOf(test::paintedTexts(*rules, rowOf(id)));
    };
    // The sample of a rule that points at nothing here, the first place of one that does.
    QTRY_VERIFY2_WITH_TIMEOUT(shown("house-sync").contains(QStringLiteral("Example: HOUSE_SYNC")),
                              qPrintable(shown("house-sync")), 10000);
    QVERIFY2(!shown("warp-popc").contains(QStringLiteral("Example")) &&
                 shown("warp-popc").contains(QStringLiteral("__popc")),
             qPrintable(shown("warp-popc")));
    static const QRegularExpression placeholder(QStringLiteral("\\{[a-z_]+\\}"));
    QCOMPARE(rules->header()->length(), rules->viewport()->width()); // no gap, nothing to scroll
    int seen = 0;
    for (QModelIndex index = rules->model()->index(0, 0); index.isValid();
         index = rules->indexBelow(index)) {
        const QString says = index.data(RulesModel::SaysRole).toString();
        const QString head = index.data(RulesModel::HeadRole).toString();
        QVERIFY2(!says.contains(placeholder) && !head.contains(placeholder),
                 qPrintable(head + says));
        rules->scrollTo(index);
        const int kind = index.data(RulesModel::KindRole).toInt();
        if (kind == RulesModel::RuleKind) {
            ++seen;
            QVERIFY(rules->visualRect(index).height() >= 48);
            QVERIFY(!says.isEmpty());
        }
    }
    QVERIFY(seen > 100);
}

void RowsApartTest::cleanupTestCase()
{
    m_window.reset();
}

QTEST_MAIN(RowsApartTest)
#include "tst_rowsapart.moc"
