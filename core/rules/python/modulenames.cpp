#include "core/rules/python/modulenames.h"

#include "core/base/vendored.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// The kinds under which the lines of a summary stand.
constexpr std::array<std::pair<FeatureKind, int ModuleSummary::*>, 7> kLines = {
    {{FeatureKind::ProgramLine, &ModuleSummary::programLine},
     {FeatureKind::CompileLine, &ModuleSummary::compileLine},
     {FeatureKind::TorchLine, &ModuleSummary::torchLine},
     {FeatureKind::SafeLine, &ModuleSummary::safeLine},
     {FeatureKind::GraphLine, &ModuleSummary::graphLine},
     {FeatureKind::FlagLine, &ModuleSummary::flagLine},
     {FeatureKind::ScriptLine, &ModuleSummary::scriptLine}}};

/// The kinds under which its names stand.
constexpr std::array<std::pair<FeatureKind, QByteArrayList ModuleSummary::*>, 3> kNames = {
    {{FeatureKind::ModuleImport, &ModuleSummary::imports},
     {FeatureKind::ModuleEntry, &ModuleSummary::entries},
     {FeatureKind::ModuleStop, &ModuleSummary::stops}}};

/// "pkg/config.py" and "pkg/config/__init__.py" -> "pkg/config".
QByteArray stemOf(const RepoPath& path)
{
    QByteArray stem = path.bytes();
    if (stem.endsWith(".py")) {
        stem.chop(3);
    }
    if (stem == "__init__") {
        return {};
    }
    if (stem.endsWith("/__init__")) {
        stem.chop(9);
    }
    return stem;
}

QByteArray tailOf(const QByteArray& stem)
{
    return stem.mid(stem.lastIndexOf('/') + 1);
}

} // namespace

FileFeatures ModuleSummary::write() const
{
    FileFeatures features;
    for (const NamedValue& value : values) {
        features.add(FeatureKind::ModuleValue,
                     {QString::fromUtf8(value.name), QString::fromUtf8(value.value), value.line,
                      int(value.text)});
    }
    for (const auto& [kind, names] : kNames) {
        for (const QByteArray& name : this->*names) {
            features.add(kind, QString::fromUtf8(name));
        }
    }
    for (const auto& [kind, line] : kLines) {
        if (this->*line > 0) {
            features.add(kind, {{}, {}, this->*line, 0});
        }
    }
    return features;
}

ModuleSummary ModuleSummary::read(const RepoPath& path, const FileFeatures& features)
{
    ModuleSummary summary;
    summary.path = path;
    for (const FileFeature& value : features.values(FeatureKind::ModuleValue)) {
        summary.values.append(
            {value.text.toUtf8(), value.detail.toUtf8(), value.count == 1, path, value.line});
    }
    for (const auto& [kind, names] : kNames) {
        for (const FileFeature& value : features.values(kind)) {
            (summary.*names).append(value.text.toUtf8());
        }
    }
    for (const auto& [kind, line] : kLines) {
        for (const FileFeature& value : features.values(kind)) {
            summary.*line = value.line;
        }
    }
    return summary;
}

ModuleNames::ModuleNames(const QVector<ModuleSummary>& modules)
{
    for (const ModuleSummary& module : modules) {
        m_modules.insert(module.path, module);
        if (module.path.suffix() == "py") {
            m_byTail.insert(tailOf(stemOf(module.path)), module.path);
        }
        for (const QByteArray& stop : module.stops) {
            m_stops[stop].append(module.path);
        }
        for (const NamedValue& value : module.values) {
            const bool constant = module.path.suffix() == "py" && !value.name.contains('.') &&
                                  value.name == value.name.toUpper();
            if (!constant) {
                m_attributes[value.name.mid(value.name.lastIndexOf('.') + 1)].append(value);
            }
        }
    }
    for (QVector<NamedValue>& values : m_attributes) {
        std::sort(values.begin(), values.end(), [](const NamedValue& a, const NamedValue& b) {
            return a.path != b.path ? a.path < b.path : a.line < b.line;
        });
    }
    followPrograms();
    followLoads();
}

QVector<NamedValue> ModuleNames::attribute(const QByteArray& name) const
{
    return m_attributes.value(name);
}

RepoPath ModuleNames::fileOf(const RepoPath& importer, const QByteArray& module) const
{
    QByteArray name = module;
    int dots = 0;
    while (dots < name.size() && name[dots] == '.') {
        ++dots;
    }
    name = name.mid(dots).replace('.', '/');
    const auto known = [&](const QByteArray& stem) {
        for (const char* end : {".py", "/__init__.py"}) {
            if (RepoPath path(stem + end); m_modules.contains(path)) {
                return path;
            }
        }
        return RepoPath();
    };
    if (dots > 0) {
        RepoPath folder = importer.folder();
        for (int i = 1; i < dots; ++i) {
            folder = folder.folder();
        }
        const QByteArray base = folder.isEmpty() ? QByteArray() : folder.bytes() + '/';
        return name.isEmpty() ? known(folder.bytes()) : known(base + name);
    }
    if (!name.isEmpty() && !m_byTail.contains(tailOf(name))) {
        return {};
    }
    // Beside the importer, at a folder above it, then the only file whose path ends so (src/, …).
    for (RepoPath folder = importer.folder();; folder = folder.folder()) {
        const QByteArray base = folder.isEmpty() ? QByteArray() : folder.bytes() + '/';
        if (RepoPath path = known(base + name); !path.isEmpty()) {
            return path;
        }
        if (folder.isEmpty()) {
            break;
        }
    }
    RepoPath only;
    const auto [begin, end] = m_byTail.equal_range(tailOf(name));
    for (auto one = begin; one != end; ++one) {
        if (stemOf(*one).endsWith('/' + name)) {
            if (!only.isEmpty()) {
                return {};
            }
            only = *one;
        }
    }
    return only;
}

bool ModuleNames::hasModule(const QByteArray& top) const
{
    const QByteArray folder = '/' + top + '/';
    return std::any_of(m_modules.begin(), m_modules.end(), [&](const ModuleSummary& module) {
        const QByteArray path = '/' + module.path.bytes();
        return path.contains(folder) || stemOf(RepoPath(path)).endsWith('/' + top);
    });
}

bool ModuleNames::ownsPackage(const QByteArray& name) const
{
    QByteArray folder = name;
    folder.replace('.', '/');
    const auto [begin, end] = m_byTail.equal_range(tailOf(folder));
    return std::any_of(begin, end, [&](const RepoPath& path) {
        const QByteArray stem = '/' + path.folder().bytes();
        if (path.fileName() != "__init__.py" || !stem.endsWith('/' + folder)) {
            return false;
        }
        const QByteArray around =
            stem.mid(1, std::max<qsizetype>(0, stem.size() - folder.size() - 2));
        const RepoPath outer(around.isEmpty() ? QByteArray("__init__.py")
                                              : around + "/__init__.py");
        return !m_modules.contains(outer) && !isVendored(path) && !isAmongTests(path.folder());
    });
}

RepoPath ModuleNames::importerOf(const QByteArray& top, const QByteArray& flagModule) const
{
    RepoPath first;
    for (const ModuleSummary& module : m_modules) {
        const QByteArrayList& names = module.imports;
        const bool imports = std::any_of(names.begin(), names.end(), [&](const QByteArray& name) {
            return name == top || (name.startsWith(top) && name[top.size()] == '.');
        });
        if (imports && !names.contains(flagModule + ".is_rocm") &&
            (first.isEmpty() || module.path < first)) {
            first = module.path;
        }
    }
    return first;
}

QVector<NamedValue> ModuleNames::constant(const RepoPath& importer, const QByteArray& module,
                                          const QByteArray& name) const
{
    constexpr int kMaxHops = 4;
    RepoPath file = fileOf(importer, module);
    for (int hop = 0; hop < kMaxHops && !file.isEmpty(); ++hop) {
        const ModuleSummary summary = m_modules.value(file);
        QVector<NamedValue> found;
        for (const NamedValue& value : summary.values) {
            if (value.name == name) {
                found.append(value);
            }
        }
        if (!found.isEmpty()) {
            return found.size() == 1 ? found : QVector<NamedValue>();
        }
        // A package may pass on what one of its modules defines.
        RepoPath next;
        if (file.fileName() == "__init__.py") {
            for (const QByteArray& import : summary.imports) {
                const RepoPath other = fileOf(file, import);
                const auto& values = m_modules.value(other).values;
                if (other != file && std::any_of(values.begin(), values.end(),
                                                 [&](const auto& v) { return v.name == name; })) {
                    next = other;
                }
            }
        }
        file = next;
    }
    return {};
}

QVector<CompileProgram> ModuleNames::settingsOf(const RepoPath& file) const
{
    return m_settings.value(file);
}

QVector<NamedValue> ModuleNames::foreignGraphs(const RepoPath& file) const
{
    QVector<NamedValue> result;
    if (isVendored(file)) {
        return result;
    }
    for (const QByteArray& import : m_modules.value(file).imports) {
        const RepoPath path = fileOf(file, import);
        const int line = path.isEmpty() ? 0 : m_modules.constFind(path)->graphLine;
        if (line > 0 && isVendored(path)) {
            result.append({import, {}, false, path, line});
        }
    }
    return result;
}

bool ModuleNames::stopsOn(const RepoPath& path, const QByteArray& name, bool value) const
{
    constexpr qsizetype kMaxModules = 200;
    const QVector<RepoPath> modules = m_stops.value((value ? '+' : '-') + name);
    const auto imports = [&](const RepoPath& module, bool through, const auto& self) -> bool {
        const QByteArrayList& list = m_modules.constFind(module)->imports;
        return std::any_of(list.begin(), list.end(), [&](const QByteArray& import) {
            const RepoPath file = fileOf(module, import);
            // A package may pass on what one of its modules defines.
            return file == path || (through && file.fileName() == "__init__.py" && file != module &&
                                    self(file, false, self));
        });
    };
    if (modules.size() > kMaxModules) {
        return true; // too many to look at each
    }
    return std::any_of(modules.begin(), modules.end(), [&](const RepoPath& module) {
        return module != path && imports(module, true, imports);
    });
}

QVector<QPair<RepoPath, int>> ModuleNames::compilesOf(const RepoPath& program) const
{
    return m_compiles.value(program);
}

QVector<RepoPath> ModuleNames::programsOf(const RepoPath& module) const
{
    return m_programs.value(module);
}

QByteArray ModuleNames::digest(const QByteArray& question) const
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const auto addValues = [&](const QVector<NamedValue>& values) {
        for (const NamedValue& value : values) {
            hash.addData(value.path.bytes() + '\0' + value.name + '\0' + value.value + '\0' +
                         QByteArray::number(value.line) + '\n');
        }
    };
    const QByteArrayList parts = question.split(' ');
    const QByteArray kind = parts.value(0);
    const RepoPath path(QByteArray::fromPercentEncoding(parts.value(1)));
    if (kind == "attribute") {
        addValues(attribute(parts.value(2)));
    } else if (kind == "constant") {
        addValues(constant(path, parts.value(2), parts.value(3)));
    } else if (kind == "file") {
        hash.addData(fileOf(path, parts.value(2)).bytes());
    } else if (kind == "compiles") {
        for (const auto& [file, line] : compilesOf(path)) {
            hash.addData(file.bytes() + ' ' + QByteArray::number(line) + '\n');
        }
    } else if (kind == "programs") {
        for (const RepoPath& program : programsOf(path)) {
            hash.addData(program.bytes() + '\n');
        }
    } else if (kind == "settings") {
        for (const CompileProgram& one : settingsOf(path)) {
            hash.addData(one.program.bytes() + '\0' + one.compiles.bytes() + ' ' +
                         QByteArray::number(one.line) + '\n');
        }
    } else if (kind == "foreign") {
        addValues(foreignGraphs(path));
    } else if (kind == "stops") {
        hash.addData(stopsOn(path, parts.value(2), parts.value(3) == "1") ? "1" : "0");
    } else if (kind == "owns") {
        hash.addData(ownsPackage(parts.value(2)) ? "1" : "0");
    } else if (kind == "flag") {
        const RepoPath home = flagHomeOf(path);
        hash.addData(home.bytes() + ' ' + QByteArray::number(int(isFlagShared(home))) + ' ' +
                     QByteArray::number(int(definesFlag(home))) + ' ' +
                     QByteArray::number(int(isLoadedInPackage(path))));
    }
    return hash.result().toHex().left(16);
}

void NameQuestions::remember(const QByteArray& question)
{
    if (!m_asked.contains(question)) {
        m_asked.append(question);
    }
}

QVector<NamedValue> NameQuestions::attribute(const QByteArray& name)
{
    remember("attribute " + m_path.bytes().toPercentEncoding() + ' ' + name);
    return m_names != nullptr ? m_names->attribute(name) : QVector<NamedValue>();
}

QVector<NamedValue> NameQuestions::constant(const QByteArray& module, const QByteArray& name)
{
    remember("constant " + m_path.bytes().toPercentEncoding() + ' ' + module + ' ' + name);
    return m_names != nullptr ? m_names->constant(m_path, module, name) : QVector<NamedValue>();
}

RepoPath NameQuestions::fileOf(const QByteArray& module)
{
    remember("file " + m_path.bytes().toPercentEncoding() + ' ' + module);
    return m_names != nullptr ? m_names->fileOf(m_path, module) : RepoPath();
}

QVector<QPair<RepoPath, int>> NameQuestions::compiles()
{
    remember("compiles " + m_path.bytes().toPercentEncoding());
    return m_names != nullptr ? m_names->compilesOf(m_path) : QVector<QPair<RepoPath, int>>();
}

QVector<RepoPath> NameQuestions::programs()
{
    remember("programs " + m_path.bytes().toPercentEncoding());
    return m_names != nullptr ? m_names->programsOf(m_path) : QVector<RepoPath>();
}

QVector<CompileProgram> NameQuestions::settings()
{
    remember("settings " + m_path.bytes().toPercentEncoding());
    return m_names != nullptr ? m_names->settingsOf(m_path) : QVector<CompileProgram>();
}

QVector<NamedValue> NameQuestions::foreignGraphs()
{
    remember("foreign " + m_path.bytes().toPercentEncoding());
    return m_names != nullptr ? m_names->foreignGraphs(m_path) : QVector<NamedValue>();
}

bool NameQuestions::stopsOn(const QByteArray& name, bool value)
{
    remember("stops " + m_path.bytes().toPercentEncoding() + ' ' + name + (value ? " 1" : " 0"));
    return m_names != nullptr && m_names->stopsOn(m_path, name, value);
}

bool NameQuestions::ownsPackage(const QByteArray& name)
{
    remember("owns " + m_path.bytes().toPercentEncoding() + ' ' + name);
    return m_names != nullptr && m_names->ownsPackage(name);
}

FileFeatures NameQuestions::asked() const
{
    FileFeatures result;
    for (const QByteArray& question : m_asked) {
        const QByteArray digest = m_names != nullptr ? m_names->digest(question) : QByteArray("-");
        result.add(FeatureKind::AskedNames,
                   {QString::fromUtf8(question), QString::fromLatin1(digest), 0, 0});
    }
    return result;
}

bool NameQuestions::stillHold(const FileFeatures& features, const ModuleNames& names)
{
    const QVector<FileFeature> asked = features.values(FeatureKind::AskedNames);
    return std::all_of(asked.begin(), asked.end(), [&](const FileFeature& one) {
        return names.digest(one.text.toUtf8()) == one.detail.toLatin1();
    });
}

} // namespace rocport
