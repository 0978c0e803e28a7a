#pragma once

#include "core/remote/transport.h"

namespace rocport {

/// This machine: programs run as the user's own processes. Kinds that run here in another way
/// derive from it.
class LocalTransport : public Transport
{
public:
    using Transport::Transport;

    [[nodiscard]] NodeCapabilities capabilities() const override;
    [[nodiscard]] QString words() const override;
    [[nodiscard]] std::shared_ptr<const ProcessRunner> hostRunner() const override;
    [[nodiscard]] Error explain(const ProcessOutcome& outcome,
                                const QByteArray& errors) const override;
    [[nodiscard]] QString typed(const QString& command) const override;
    [[nodiscard]] HostSearch findHost() const override;
    [[nodiscard]] QStringList shellWords(const QStringList& words) const override;
};

} // namespace rocport
