#pragma once

#include "core/remote/container.h"
#include "core/remote/transport.h"

namespace rocport {

/// Jobs in a container of docker or podman on the host (ContainerSettings): a new one for each, or
/// one that runs.
class ContainerTransport : public TransportLayer
{
public:
    using TransportLayer::TransportLayer;

    [[nodiscard]] NodeCapabilities capabilities() const override;
    [[nodiscard]] QString words() const override;
    [[nodiscard]] QString image() const override;
    [[nodiscard]] QString container() const override;
    [[nodiscard]] QStringList inside(const InsideRun& run, const QStringList& inner) const override;
    /// In a running container the job gets a group of its own, since the container belongs to
    /// others too.
    [[nodiscard]] QByteArray jobPrologue(const JobPlace& job) const override;
    /// That the running container sees the job's folder.
    [[nodiscard]] QByteArray launchCheck(const JobPlace& job) const override;
    /// The engine's client passes a signal to the first process at most, and a client that is
    /// killed passes nothing.
    [[nodiscard]] QByteArray stopText(const JobPlace& job) const override;
    [[nodiscard]] QByteArray hostCheck() const override;
    [[nodiscard]] bool judge(const ConnectionFacts& facts, ConnectionStep& step) const override;
    [[nodiscard]] QStringList shellWords(const QStringList& words) const override;

private:
    [[nodiscard]] const ContainerSettings& settings() const;
    /// A new one for each job.
    [[nodiscard]] bool isNew() const;
};

} // namespace rocport
