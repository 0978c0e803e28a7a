#pragma once

#include "core/project/session/rulepacks.h"
#include "tests/gui/reviewfixture.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/packresultmodel.h"
#include "ui/rules/packtrustbar.h"
#include "ui/rules/ruledetails.h"
#include "ui/rules/rulesarea.h"
#include "ui/rules/rulesmodel.h"

#include <QPushButton>
#include <QTreeView>

namespace rocport {

inline const QByteArray kHousePack =
    "format = 1\nname = \"House\"\n\n[[rule]]\nid = \"house-sync\"\nphase = 2\nseverity = "
    "\"warning\"\nlanguages = [\"cuda\"]\ntitle = \"HOUSE_SYNC becomes ROCM_SYNC\"\nmessage = "
    "\"`{symbol}` waits.\"\nreason = \"It is <b>PTX</b>.\"\nmatch = { kind = \"token-pattern\", "
    "patterns = [\"HOUSE_SYNC ( $scope )\"] }\n\n[[rule.sample]]\nlanguage = \"cuda\"\nmatch = "
    "true\ncode = \"void f() { HOUSE_SYNC(a); }\"\n";

/// Tests of the rules area on a repository with a pack of its own, anew for each.
class RulesFixture : public QObject
{
protected:
    void setUp()
    {
        m_fixture = std::make_unique<ReviewFixture>();
        m_fixture->write(
            QStringLiteral("k.cu"),
            "#include <cuda_runtime.h>\n__global__ void k(int* p) {\n  HOUSE_SYNC(block);\n"
            "  HOUSE_SYNC(warp);\n}\nvoid f(int* p) { cudaMalloc(&p, 4); }\n");
        m_fixture->write(QStringLiteral("other.cu"),
                         "void g() { OTHER_SYNC(); HOUSE_SYNC(grid); }\n");
        m_fixture->write(QStringLiteral(".rocport/rules/house.toml"), kHousePack);
        m_fixture->commitAll();
        if (m_trusted) {
            m_fixture->trustPacks();
        }
        m_fixture->open();
        m_area = std::make_unique<RulesArea>(*m_fixture->session, m_fixture->provider,
                                             m_fixture->settings);
        m_area->resize(1384, 830);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    }
    void tearDown()
    {
        m_area.reset();
        m_fixture.reset();
    }

    [[nodiscard]] QTreeView* tree() const
    {
        return m_area->findChild<QTreeView*>(QStringLiteral("rulesTree"));
    }
    [[nodiscard]] QString details() const
    {
        return m_area->findChild<RuleDetails*>()->toPlainText();
    }
    [[nodiscard]] QString shown(const QString& rule, int column) const
    {
        return m_area->model().indexOf(rule).siblingAtColumn(column).data().toString();
    }
    void show(const QString& rule) const
    {
        m_area->goToRule(rule);
        QTRY_VERIFY(m_area->editor().isVisible());
        QTRY_VERIFY(!m_area->editor().text().isEmpty());
    }
    /// The packs changed outside: they wait, and the user looks at them and uses them.
    void useWaiting() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->session->rulePacks().waiting().has_value(), 20000);
        QTRY_VERIFY(trustBar()->isVisible());
        trustBar()->findChild<QPushButton*>(QStringLiteral("usePacks"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->session->rulePacks().waiting().has_value(), 20000);
        QTRY_VERIFY(!trustBar()->isVisible());
    }
    [[nodiscard]] PackTrustBar* trustBar() const
    {
        return m_area->findChild<PackTrustBar*>(QStringLiteral("rulesTrust"));
    }
    [[nodiscard]] QString problems() const
    {
        return m_area->editor().results().problemGroup().data().toString();
    }
    [[nodiscard]] QString places() const
    {
        return m_area->editor().results().placeGroup().data().toString();
    }

    std::unique_ptr<ReviewFixture> m_fixture;
    std::unique_ptr<RulesArea> m_area;
    QString m_house = QStringLiteral("house-sync");
    bool m_trusted = true; ///< the packs of the repository, before it is opened
};

} // namespace rocport
