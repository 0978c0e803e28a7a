#include "core/tensor/tolerances.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <cstdint>

using namespace rocport;

namespace {

void check(const Tolerance& tolerance)
{
    require(std::isfinite(tolerance.absolute) && tolerance.absolute >= 0);
    require(std::isfinite(tolerance.relative) && tolerance.relative >= 0);
}

} // namespace

/// Any bytes as the user's tolerances: every bound that is taken is a number that bounds something
/// and has its reason, and what is written is read as it was.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    const auto read = tolerancesFromJson(document.object(), QStringLiteral("t.json"));
    if (!read) {
        require(read.error().code == ErrorCode::ParseFailed);
        return 0;
    }
    for (const Tolerance& tolerance : read->types) {
        check(tolerance);
        require(!tolerance.reason.isEmpty());
    }
    for (const ToleranceOverride& one : read->overrides) {
        check(one.tolerance);
        require(!one.tolerance.reason.isEmpty());
        check(read->of(one.pattern, ElementType::Float32, ElementType::Float16));
    }
    check(read->of(QString::fromUtf8(bytes.left(64)), ElementType::Float16, ElementType::BFloat16));
    const QJsonObject written = tolerancesToJson(*read);
    const auto again = tolerancesFromJson(written, QStringLiteral("t.json"));
    require(again.ok() && tolerancesToJson(*again) == written);
    return 0;
}
