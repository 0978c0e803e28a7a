#pragma once

#include "core/remote/job.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// The longest time that a run on lanes can be given, a week.
inline constexpr int kLongestRunSeconds = 7 * 24 * 3600;

/// What a verification needs to know besides the request. A value.
struct VerifyContext
{
    Node node;
    QString tree;       ///< name of the synchronised tree on the node; empty: the job's folder
    QByteArray portKey; ///< hash of the accepted port
    QString setup;      ///< shell text to run before the first stage (env.sh); may be empty
    QVector<QPair<QString, QString>> environment;
    std::chrono::seconds timeLimit{0}; ///< of the job; zero: none
    /// The longest time that one check may be silent; at least ten minutes, since a first
    /// compilation is silent that long.
    std::chrono::seconds checkLimit{900};
    std::chrono::seconds expected{0}; ///< usual time of the stage; zero: unknown
    QString expectation;              ///< a sentence about it; empty: the one about first
                                      ///  compilations
    QString python;                   ///< on the node; empty: python3 in its PATH
    /// The job's folder on the node, as a shell word.
    QString jobFolder = QStringLiteral("\"$ROCPORT_JOB\"");
};

/// The job of a load test, a capture, a comparison with golden vectors, a stability test, or of a
/// program whose output files are compared. Reads the golden bundle that the request names: its
/// inputs and weights are sent, its outputs stay here. Errors: InvalidArgument (a level that needs
/// no node; a malformed target, shape or type; a reference that does not fit), and FileNotFound,
/// FileUnreadable, FileTooLarge and ParseFailed for the bundle.
Result<JobSpec> composeVerification(const VerifyRequest& request, const VerifyContext& context);

/// The job that converts .pt files to .safetensors on the node, with its torch and weights_only.
/// `files` are paths there. Errors: InvalidArgument.
Result<JobSpec> composeConversion(const QStringList& files, const VerifyContext& context);

/// What is wrong with a request, a sentence each; empty: nothing.
QStringList verifyRequestProblems(const VerifyRequest& request);

/// The request as JSON, which is kept with a job so that its results can be read later.
QJsonObject verifyRequestToJson(const VerifyRequest& request);
/// Errors: ParseFailed, `object` is the field.
Result<VerifyRequest> verifyRequestFromJson(const QJsonObject& object);

} // namespace rocport
