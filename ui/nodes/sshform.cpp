#include "ui/nodes/sshform.h"

#include "core/base/whendone.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

namespace rocport {

NodeFormKind nodeFormSsh()
{
    return {&nodeKindSsh(), Glyph::Server,
            [](const NodeFormContext& context) -> std::unique_ptr<NodeForm> {
                return std::make_unique<SshForm>(context);
            }};
}

SshForm::SshForm(const NodeFormContext& context) : NodeForm(context)
{
    m_host = new QComboBox(rows().dialogue());
    m_host->setObjectName(QStringLiteral("nodeHost"));
    m_host->setAccessibleName(tr("Host"));
    m_host->setEditable(true);
    m_host->lineEdit()->setPlaceholderText(tr("alias of your SSH configuration, or user@host"));
    rows().add(tr("Host"), m_host);
    m_port = new QSpinBox(rows().dialogue());
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_port->setAccessibleName(tr("Port"));
    m_port->setRange(0, 65535);
    m_port->setSpecialValueText(tr("as configured in SSH"));
    rows().add(tr("Port"), m_port);
    m_identity = rows().addLine(tr("Identity file"), QStringLiteral("nodeIdentity"),
                                tr("as configured in SSH"));
    follow(m_host);
    follow(m_identity);
    connect(m_port, &QSpinBox::textChanged, this, &NodeForm::changed);
    whenDone(context.remote.knownHosts(), this, [this](const QStringList& hosts) {
        const QString typed = m_host->currentText();
        m_host->addItems(hosts);
        m_host->setCurrentText(typed);
    });
}

void SshForm::fill(const Node& node)
{
    const SshHost& host = node.of<SshHost>();
    m_host->setCurrentText(host.host);
    m_port->setValue(host.port);
    m_identity->setText(host.identityFile);
}

void SshForm::take(Node& node) const
{
    SshHost& host = node.of<SshHost>();
    host.host = m_host->currentText().trimmed();
    host.port = m_port->value();
    host.identityFile = m_identity->text().trimmed();
}

QVector<QString*> SshForm::neededTexts(Node& node) const
{
    return {&node.of<SshHost>().host};
}

} // namespace rocport
