#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace rocport {

/// Writes JSON directly to bytes, with members in the order in which they are added: as a tree of
/// values, a report of 100,000 findings would need much memory. UTF-8, LF, indented by two.
class JsonWriter
{
public:
    void beginObject();
    void beginObject(const char* key);
    void endObject();
    void beginArray();
    void beginArray(const char* key);
    void endArray();

    void member(const char* key, const QString& value);
    void member(const char* key, const char* value);
    void member(const char* key, qint64 value);
    void memberBool(const char* key, bool value);
    void memberNull(const char* key);
    void member(const char* key, const QStringList& values);
    void value(const QString& text);

    [[nodiscard]] QByteArray take();

private:
    void key(const char* name);
    void item();
    void newLine();
    void text(const QString& value);

    QByteArray m_out;
    QVector<bool> m_hasItems; ///< of each open object or array
};

struct ReportModel;
/// The member "verification" of a report: levels, runs, checks that failed.
void writeVerification(JsonWriter& json, const ReportModel& report);

} // namespace rocport
