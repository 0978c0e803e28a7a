#pragma once

#include "core/base/cancel.h"
#include "core/tensor/compare.h"
#include "core/tensor/tolerances.h"

#include <QJsonObject>
#include <QMap>

namespace rocport {

/// What a bundle records about a tensor.
struct BundleTensor
{
    QString name;
    QString type; ///< "bfloat16"
    QVector<qint64> shape;
};

/// One tensor file of a case.
struct BundleFile
{
    QString name;      ///< within the bundle's folder
    QByteArray sha256; ///< hex; empty: not on record
    QVector<BundleTensor> tensors;
};

/// One set of inputs with its results.
struct BundleCase
{
    QString id;                      ///< "bfloat16_0"
    QString type;                    ///< "bfloat16"
    QMap<QString, BundleFile> parts; ///< "inputs", "outputs", "gradients", "state"
};

/// A golden bundle: a portable folder of safetensors files that bundle.json describes
/// (docs/golden-vectors.md).
struct TensorBundle
{
    QString folder;
    QString title;
    QString target;  ///< what was run: "package.module:callable", or a command
    QString created; ///< UTC, ISO 8601
    qint64 seed = 0;
    QString script;          ///< a file in the folder that captures the bundle again; empty: none
    QJsonObject environment; ///< torch, device, versions
    QVector<BundleCase> cases;
    QStringList notes; ///< sentences
};

/// Whether the folder has a bundle.json.
bool isBundle(const QString& folder);

/// Reads bundle.json in `folder` and checks that each file is in the folder itself and matches its
/// record (SHA-256, shapes and types), without reading tensors into memory. Nothing in it is
/// trusted. Errors: FileNotFound, FileUnreadable, FileTooLarge (bundle.json over 16 MiB),
/// ParseFailed (names a file that changed), PathOutsideRepository, Cancelled.
Result<TensorBundle> readBundle(const QString& folder, const CancelToken& cancel = {});

/// Makes `folder` a bundle: copies the files of `sources` (keyed by their name in the bundle) into
/// it unless they are there already, hashes them, takes types and shapes from them, and writes
/// bundle.json last. Errors: InvalidArgument (names), those of reading and writing, Cancelled.
Result<TensorBundle> writeBundle(const TensorBundle& bundle, const QMap<QString, QString>& sources,
                                 const CancelToken& cancel = {});

/// SHA-256 of a file, in hex. Errors: FileNotFound, FileUnreadable, Cancelled.
Result<QByteArray> tensorFileHash(const QString& path, const CancelToken& cancel = {});

} // namespace rocport
