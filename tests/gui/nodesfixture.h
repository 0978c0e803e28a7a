#pragma once

#include "tests/gui/mapsettings.h"
#include "tests/gui/remotesample.h"
#include "ui/nodes/nodesarea.h"
#include "ui/theme/texttable.h"

#include <QApplication>
#include <QTest>

#include <memory>

namespace rocport::test {

/// The area Nodes over nodes that a sample made up.
class NodesFixture
{
protected:
    void open()
    {
        m_provider = std::make_unique<ThemeProvider>(m_settings);
        m_provider->attach(*qApp);
        m_remote = std::make_unique<FakeRemote>();
        RemoteSample::nodes(*m_remote->now);
        m_area = std::make_unique<NodesArea>(*m_remote, *m_provider, m_settings);
        m_area->resize(1240, 830);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowActive(m_area.get()));
    }
    void close()
    {
        m_area.reset();
        m_remote.reset();
        m_provider.reset();
    }
    template <typename T>
    T* part(const char* name) const
    {
        return m_area->findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] TextTable* table(const char* name) const { return part<TextTable>(name); }
    [[nodiscard]] static QString cell(const TextTable* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    void say() { Q_EMIT m_remote->nodesChanged(); }

    MapSettings m_settings;
    std::unique_ptr<ThemeProvider> m_provider;
    std::unique_ptr<FakeRemote> m_remote;
    std::unique_ptr<NodesArea> m_area;
};

} // namespace rocport::test
