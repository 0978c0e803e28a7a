#include "core/store/compiledproof.h"

#include "core/store/projectfile_p.h"

namespace rocport {

Result<void> ProjectFile::recordCompiledProofs(const QVector<CompiledProof>& proofs)
{
    if (Result<void> can = d->writable(); !can) {
        return can;
    }
    Transaction transaction(*d->database);
    if (Result<void> begun = transaction.begin(); !begun) {
        return begun;
    }
    Statement insert(*d->database,
                     QStringLiteral("INSERT INTO compiled_proof (hunk_key, base_hash, edited_hash, "
                                    "agrees, compiler, evidence, time) "
                                    "VALUES (?, ?, ?, ?, ?, ?, ?)"));
    for (const CompiledProof& proof : proofs) {
        if (Result<void> fine = stored::check(proof); !fine) {
            return fine;
        }
        insert.ascii(proof.hunkKey).ascii(proof.baseHash).ascii(proof.editedHash);
        insert.number(proof.agrees ? 1 : 0).text(proof.compiler).text(proof.evidence);
        insert.number(proof.time.isValid() ? proof.time.toMSecsSinceEpoch()
                                           : QDateTime::currentMSecsSinceEpoch());
        if (Result<void> run = insert.run(); !run) {
            return run;
        }
    }
    return transaction.commit();
}

Result<QVector<CompiledProof>> ProjectFile::compiledProofs() const
{
    QVector<CompiledProof> proofs;
    Statement rows(*d->database,
                   QStringLiteral("SELECT hunk_key, base_hash, edited_hash, agrees, compiler, "
                                  "evidence, time FROM compiled_proof WHERE id IN "
                                  "(SELECT max(id) FROM compiled_proof GROUP BY hunk_key) "
                                  "ORDER BY id"));
    if (Result<void> run = rows.run(); !run) {
        return run.error();
    }
    while (rows.next()) {
        CompiledProof proof;
        proof.hunkKey = rows.asciiAt(0);
        proof.baseHash = rows.asciiAt(1);
        proof.editedHash = rows.asciiAt(2);
        proof.agrees = rows.numberAt(3) != 0;
        proof.compiler = rows.textAt(4);
        proof.evidence = rows.textAt(5);
        proof.time = timeFromFile(rows.numberAt(6));
        if (Result<void> fine = d->sound(proof); !fine) {
            return fine.error();
        }
        proofs.append(proof);
    }
    if (Result<void> done = rows.finish(); !done) {
        return done.error();
    }
    return proofs;
}

} // namespace rocport
