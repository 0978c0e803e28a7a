#pragma once

#include "core/remote/emulator.h"
#include "core/remote/localtransport.h"

#include <mutex>

namespace rocport {

/// This machine, where jobs run on an AMD GPU that rocjitsu emulates: programs for the GPU are
/// executed instruction by instruction, so that results count and times do not.
class EmulatedTransport : public LocalTransport
{
public:
    using LocalTransport::LocalTransport;

    [[nodiscard]] NodeCapabilities capabilities() const override;
    [[nodiscard]] QString words() const override;
    [[nodiscard]] QVector<QPair<QString, QString>> variables() const override;
    [[nodiscard]] QStringList inside(const InsideRun& run, const QStringList& inner) const override;
    [[nodiscard]] QByteArray launchCheck(const JobPlace& job) const override;
    [[nodiscard]] HostSearch findHost() const override;
    [[nodiscard]] bool judge(const ConnectionFacts& facts, ConnectionStep& step) const override;
    [[nodiscard]] QStringList shellWords(const QStringList& words) const override;

private:
    [[nodiscard]] const EmulatorSettings& settings() const { return node().of<EmulatorSettings>(); }
    /// Looked for once, when it is first needed; any thread may ask.
    [[nodiscard]] const Emulator& emulator() const;

    mutable std::once_flag m_sought;
    mutable Emulator m_emulator;
};

} // namespace rocport
