#include "core/remote/job.h"
#include "core/remote/jobscript.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cstdint>

using namespace rocport;

/// Any bytes as the record of a run from elsewhere, job.json and status.json: what is taken can be
/// a folder's name and a job, what is written of it is read as it was, and nothing that is masked
/// once is another thing when it is masked again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    if (const Result<JobSpec> job = jobFromJson(object)) {
        require(isJobId(job->id));
        const QJsonObject written = jobToJson(*job);
        const Result<JobSpec> again = jobFromJson(written);
        require(again.ok() && jobToJson(*again) == written);
        const JobPreview preview = composePreview(*job);
        require(!preview.script.contains(QChar::Null));
    } else {
        require(job.error().code == ErrorCode::ParseFailed);
    }
    if (const Result<JobStatus> status = statusFromJson(object)) {
        require(status->logBytes >= 0);
        const QJsonObject written = statusToJson(*status);
        const Result<JobStatus> again = statusFromJson(written);
        require(again.ok() && statusToJson(*again) == written);
    }
    return 0;
}
