#include "ui/nodes/slurmform.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace rocport {

NodeFormKind nodeFormSlurm()
{
    return {&nodeKindSlurm(), Glyph::Cluster,
            [](const NodeFormContext& context) -> std::unique_ptr<NodeForm> {
                return std::make_unique<SlurmForm>(context);
            }};
}

SlurmForm::SlurmForm(const NodeFormContext& context) : NodeForm(context)
{
    m_use = new QCheckBox(tr("Jobs go through Slurm"), rows().dialogue());
    m_use->setObjectName(QStringLiteral("useSlurm"));
    rows().add({}, m_use);
    const QString standard = tr("the cluster's default");
    m_partition = rows().addLine(tr("Partition"), QStringLiteral("slurmPartition"), standard);
    m_account = rows().addLine(tr("Account"), QStringLiteral("slurmAccount"), standard);
    m_gpus = rows().addLine(tr("GPUs"), QStringLiteral("slurmGpus"), QStringLiteral("1"));
    m_timeLimit =
        rows().addLine(tr("Time limit"), QStringLiteral("slurmTime"), QStringLiteral("02:00:00"));
    m_options = rows().addLines(tr("Arguments for sbatch"), QStringLiteral("slurmOptions"),
                                tr("one per line"));
    connect(m_use, &QCheckBox::toggled, this, &NodeForm::changed);
    for (QLineEdit* line : {m_partition, m_account, m_gpus, m_timeLimit}) {
        follow(line);
    }
    follow(m_options);
}

void SlurmForm::fill(const Node& node)
{
    const SlurmSettings& slurm = node.of<SlurmSettings>();
    m_use->setChecked(slurm.use);
    m_partition->setText(slurm.partition);
    m_account->setText(slurm.account);
    m_gpus->setText(slurm.gpus);
    m_timeLimit->setText(slurm.timeLimit);
    m_options->setPlainText(slurm.options.join(u'\n'));
}

void SlurmForm::take(Node& node) const
{
    SlurmSettings& slurm = node.of<SlurmSettings>();
    slurm.use = m_use->isChecked();
    slurm.partition = m_partition->text().trimmed();
    slurm.account = m_account->text().trimmed();
    slurm.gpus = m_gpus->text().trimmed();
    slurm.timeLimit = m_timeLimit->text().trimmed();
    slurm.options = linesOf(m_options);
}

void SlurmForm::refresh(const Node& now)
{
    rows().setAllShown(now.of<SlurmSettings>().use);
    rows().setShown(m_use, true);
}

} // namespace rocport
