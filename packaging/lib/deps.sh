# What the build needs: Debian packages, and two pinned sources that Debian 12 does not have.
# shellcheck shell=bash

PACKAGES_BUILD=(
    ca-certificates git xz-utils curl
    g++ cmake ninja-build openssl ccache pkg-config extra-cmake-modules
    qt6-base-dev qt6-svg-dev qt6-charts-dev libqt6opengl6-dev libqt6sql6-sqlite libqt6svg6 zlib1g-dev libsqlite3-dev
    libqscintilla2-qt6-dev libgit2-dev libtree-sitter-dev libtomlplusplus-dev libmd4c-dev
    fonts-inter fonts-jetbrains-mono
)
PACKAGES_TEST=(
    clang-format-14 clang-tidy-14 python3 python3-jsonschema flake8 black isort
    xvfb xdotool openbox openssh-client openssh-server rsync slurm-wlm munge busybox python3-numpy python3-torch
    hipcc libamdhip64-dev clang-19 desktop-file-utils appstream bubblewrap make meson libboost-context-dev
    libthrust-dev libopenblas-dev libfftw3-dev
    lintian mmdebstrap shared-mime-info zsh fish btrfs-progs
)
# clang 14 with libFuzzer.
PACKAGES_FUZZ=(clang libclang-rt-14-dev)
# KSyntaxHighlighting for Qt 6. Debian 12 has only the Qt 5 build of it; from Debian 13 on the package is used.
KSYNTAX_PACKAGE=libkf6syntaxhighlighting-dev
KSYNTAX_VERSION=5.116.0
KSYNTAX_SHA256=6f8ccacebd0dc9ce050b2b23b715750c97938b3336fbbb80967920cb8c1dfaa7
KSYNTAX_URL=https://download.kde.org/Attic/frameworks/5.116/syntax-highlighting-5.116.0.tar.xz
KSYNTAX_RECIPE=2 # raised when the way it is built changes
# npm packages whose C sources the build compiles: name, version, integrity, then what is unpacked of each. Debian 12's own
# tree-sitter writes outside of its memory on deeply nested broken text, so the core comes from its package too.
NPM_SOURCES=(
    'tree-sitter-python 0.23.6 sha512-yIM9z0oxKIxT7bAtPOhgoVl6gTXlmlIhue7liFT4oBPF/lha7Ha4dQBS82Av6hMMRZoVnFJI8M6mL+SwWoLD3A== package/src package/LICENSE'
    'tree-sitter 0.22.4 sha512-usbHZP9/oxNsUY65MQUsduGRqDHQOou1cagUSwjhoSYAmSahjQDAVsh9s+SlZkn8X8+O1FULRGwHu7AFP3kjzg== package/vendor/tree-sitter/lib package/LICENSE'
)
# Headers only, for the compile check of ported files; the newest that Debian has. And hipify-perl, the baseline of bench_translate.
PACKAGES_ROCM_HEADERS=(
    libamdhip64-dev libhsa-runtime-dev libhipblas-common-dev libhipblas-dev librocblas-dev libhipcub-dev
    librocprim-dev librocthrust-dev libhiprand-dev librocrand-dev libhipfft-dev libhipsparse-dev libhipsolver-dev
    librocsparse-dev librocsolver-dev librccl-dev libmiopen-dev libhipblaslt-dev hipify-perl
)
ROCM_HEADERS_RECIPE=2
MCP_CLIENT=$ROOT/tests/integration/mcp # its package.json and lock file

deps_build() {
    deps_packages build "${PACKAGES_BUILD[@]}"
    deps_ksyntax
    deps_npm_sources
}

# Packages and headers that only the tests use. A test whose program is missing skips and says so.
deps_test() {
    deps_packages test "${PACKAGES_TEST[@]}"
    deps_rocm_headers
    deps_mcp_client
}

package_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
package_available() {
    local candidate
    candidate=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null | awk '$1 == "Candidate:" { print $2 }')
    [ -n "$candidate" ] && [ "$candidate" != "(none)" ]
}

apt_update() {
    [ -z "${APT_UPDATED:-}" ] || return 0
    APT_UPDATED=1
    say "packages: reading the package lists"
    run apt-update as_root apt-get -q update
}

apt_install() {
    run "apt-$1" as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "${@:2}"
}

# deps_packages SET PACKAGE...: installs those that are missing; asks the mirror only then. Of the set `test`,
# packages that the system does not know are left out with a word.
deps_packages() {
    local set=$1 package missing=() wanted=() unknown=()
    shift
    if ! command -v apt-get >/dev/null; then
        warn "packages: no apt-get here; docs/building.md names what the build needs"
        return 0
    fi
    for package in "$@"; do
        package_installed "$package" || missing+=("$package")
    done
    if [ ${#missing[@]} = 0 ]; then
        say "packages ($set): all $# are installed"
        return 0
    fi
    for package in "${missing[@]}"; do
        package_available "$package" || { apt_update || true; }
        if package_available "$package"; then wanted+=("$package"); else unknown+=("$package"); fi
    done
    if [ ${#unknown[@]} != 0 ]; then
        [ "$set" = test ] || die "packages: not known to apt on this system: ${unknown[*]}"
        say "packages ($set): not known to apt on this system, checks that need them are skipped: ${unknown[*]}"
    fi
    [ ${#wanted[@]} != 0 ] || return 0
    say "packages ($set): installing ${wanted[*]}"
    if ! apt_install "$set" "${wanted[@]}"; then
        [ -z "${APT_UPDATED:-}" ] || return 1
        apt_update && apt_install "$set" "${wanted[@]}"
    fi
}

# private_apt FOLDER COMMAND...: apt with lists and cache of its own, reading Debian's trixie and sid (sources) and
# sid (packages) from the mirror that this machine uses. The machine's own configuration stays as it is.
private_apt() {
    local folder=$1
    shift
    "$1" -q -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
        -o Dir::State="$folder/state" -o Dir::State::status=/dev/null -o Dir::Cache="$folder/cache" \
        -o Acquire::Languages=none -o APT::Sandbox::User="$(id -un)" "${@:2}"
}

# private_apt_setup FOLDER deb-src|deb: writes the sources list and reads the lists.
private_apt_setup() {
    local folder=$1 kind=$2 mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg suite
    [ -f "$keyring" ] || { echo "$keyring is missing" && return 1; }
    mirror=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)|$(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
        awk -F'|' '$1 == "Debian" && $2 == "Debian" && $4 == "main" { print $3; exit }')
    mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial"
    : >"$folder/sources.list"
    for suite in trixie sid; do
        if [ "$kind" = deb-src ] || [ "$suite" = sid ]; then
            echo "$kind [signed-by=$keyring] ${mirror:-http://deb.debian.org/debian/} $suite main" >>"$folder/sources.list"
        fi
    done
    private_apt "$folder" apt-get update
}

sha256_is() { [ "$(sha256sum <"$1" | cut -d' ' -f1)" = "$2" ]; }

# The tarball of KSyntaxHighlighting: from the cache, from KDE, or from Debian's source package (the same file).
ksyntax_fetch() {
    local file="$CACHE/dist/ksyntaxhighlighting-$KSYNTAX_VERSION.tar.xz" work
    mkdir -p "$CACHE/dist"
    if [ -f "$file" ] && sha256_is "$file" "$KSYNTAX_SHA256"; then return 0; fi
    work=$(mktemp -d)
    if ! curl -fsSL --connect-timeout 8 --max-time 120 -o "$work/tarball" "$KSYNTAX_URL"; then
        echo "not from $KSYNTAX_URL; trying Debian's source package"
        (cd "$work" && private_apt_setup "$work/apt" deb-src &&
            private_apt "$work/apt" apt-get source --download-only --tar-only "ksyntax-highlighting=$KSYNTAX_VERSION-1" &&
            mv ./*.orig.tar.xz tarball) || { rm -rf "$work" && return 1; }
    fi
    if ! sha256_is "$work/tarball" "$KSYNTAX_SHA256"; then
        echo "the tarball has not the expected SHA-256 $KSYNTAX_SHA256"
        rm -rf "$work"
        return 1
    fi
    mv "$work/tarball" "$file"
    rm -rf "$work"
}

# Builds it as a static library, so that nothing but the programs has to be installed later. Its translations are
# left out (they need Qt's linguist tools), ECM 5.103 suffices, and the static library names Qt Network to who links it.
ksyntax_build() {
    local key=$1 work
    work=$(mktemp -d)
    tar -xJf "$CACHE/dist/ksyntaxhighlighting-$KSYNTAX_VERSION.tar.xz" -C "$work" --strip-components=1
    rm -rf "$work/po" "$work/poqm" "$work/autotests"
    sed -i 's/^find_package(ECM 5\.116\.0 /find_package(ECM 5.103.0 /' "$work/CMakeLists.txt"
    sed -i 's/^find_dependency(Qt@QT_MAJOR_VERSION@Gui .*/&\nfind_dependency(Qt@QT_MAJOR_VERSION@Network @REQUIRED_QT_VERSION@)/' \
        "$work/KF5SyntaxHighlightingConfig.cmake.in"
    cmake -S "$work" -B "$work/b" -G Ninja -DQT_MAJOR_VERSION=6 -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_TESTING=OFF -DKDE_INSTALL_LIBDIR=lib \
        -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Quick=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Widgets=ON \
        -DCMAKE_DISABLE_FIND_PACKAGE_Qt6PrintSupport=ON -DCMAKE_INSTALL_PREFIX="$work/prefix" &&
        cmake --build "$work/b" -j "$JOBS" && cmake --install "$work/b" && to_cache prefix "$key" "$work/prefix"
    local status=$?
    rm -rf "$work"
    return $status
}

deps_ksyntax() {
    if command -v apt-cache >/dev/null && { package_installed "$KSYNTAX_PACKAGE" || package_available "$KSYNTAX_PACKAGE"; }; then
        deps_packages build "$KSYNTAX_PACKAGE"
        return
    fi
    local key
    key=$(hash_of "$KSYNTAX_SHA256" "$KSYNTAX_RECIPE" "$(uname -m)" "$(c++ -dumpfullversion)" \
        "$(pkg-config --modversion Qt6Core 2>/dev/null || dpkg-query -W -f='${Version}' qt6-base-dev)")
    if stamped prefix "$key" && [ -d "$DEPS/prefix" ]; then
        say "KSyntaxHighlighting $KSYNTAX_VERSION: in place"
    elif from_cache prefix "$key"; then
        say "KSyntaxHighlighting $KSYNTAX_VERSION: from the cache"
    else
        say "KSyntaxHighlighting $KSYNTAX_VERSION: fetching and building it for Qt 6 (about a minute)"
        run ksyntax-fetch ksyntax_fetch || die "KSyntaxHighlighting could not be fetched; check the network"
        run ksyntax-build ksyntax_build "$key" || die "KSyntaxHighlighting could not be built"
        from_cache prefix "$key"
    fi
}

# npm_source_is_right FILE INTEGRITY: whether FILE is there and has the pinned hash ("sha512-" and base64, as npm writes it).
npm_source_is_right() {
    [ -f "$1" ] && [ "sha512-$(openssl dgst -sha512 -binary "$1" | base64 -w0)" = "$2" ]
}

# npm_source_fetch NAME VERSION INTEGRITY
npm_source_fetch() {
    local work
    work=$(mktemp -d)
    if (cd "$work" && npm pack --silent "$1@$2" >/dev/null) && npm_source_is_right "$work/$1-$2.tgz" "$3"; then
        mkdir -p "$CACHE/dist"
        mv "$work/$1-$2.tgz" "$CACHE/dist/"
        rm -rf "$work"
    else
        echo "the archive could not be had, or has not the expected integrity value $3"
        rm -rf "$work"
        return 1
    fi
}

deps_npm_sources() {
    local entry
    for entry in "${NPM_SOURCES[@]}"; do
        # shellcheck disable=SC2086 # the words of an entry
        deps_npm_source $entry
    done
}

# deps_npm_source NAME VERSION INTEGRITY PATH...
deps_npm_source() {
    local name=$1 version=$2 integrity=$3 key file
    shift 3
    file="$CACHE/dist/$name-$version.tgz"
    key=$(hash_of "$integrity" "$*")
    if stamped "$name" "$key" && [ -f "$DEPS/$name/LICENSE" ]; then
        say "$name $version: in place"
        return
    fi
    if ! npm_source_is_right "$file" "$integrity"; then
        command -v npm >/dev/null || deps_packages build npm
        say "$name $version: fetching"
        run "fetch-$name" npm_source_fetch "$name" "$version" "$integrity" ||
            die "$name could not be fetched; check the network"
    fi
    say "$name $version: unpacking"
    rm -rf "${DEPS:?}/$name" && mkdir -p "$DEPS/$name"
    tar -xzf "$file" -C "$DEPS/$name" --strip-components=1 "$@"
    stamp "$name" "$key"
}

rocm_headers_fetch() {
    local key=$1 work deb
    work=$(mktemp -d)
    mkdir -p "$work/debs" "$work/tree"
    (private_apt_setup "$work/apt" deb && cd "$work/debs" &&
        private_apt "$work/apt" apt-get download "${PACKAGES_ROCM_HEADERS[@]}" &&
        for deb in *.deb; do dpkg-deb -x "$deb" "$work/tree" && echo "$deb" >>"$work/versions" || exit 1; done) ||
        { rm -rf "$work" && return 1; }
    mkdir "$work/out"
    mv "$work/tree/usr/include" "$work/out/include"
    mkdir "$work/out/bin"
    cp -L "$work/tree/usr/bin/hipify-perl" "$work/out/bin/hipify-perl"
    mv "$work/versions" "$work/out/VERSIONS"
    to_cache rocm-headers "$key" "$work/out"
    rm -rf "$work"
}

# Never fails: without them the test of the gfx942 gate is skipped and says so.
deps_rocm_headers() {
    local key
    key=$(hash_of "$ROCM_HEADERS_RECIPE" "$(uname -m)" "${PACKAGES_ROCM_HEADERS[@]}")
    if stamped rocm-headers "$key" && [ -d "$DEPS/rocm-headers/include/hip" ]; then
        say "ROCm headers: in place"
    elif from_cache rocm-headers "$key"; then
        say "ROCm headers: from the cache"
    elif command -v apt-get >/dev/null && say "ROCm headers: fetching" && run rocm-headers rocm_headers_fetch "$key"; then
        from_cache rocm-headers "$key"
    else
        say "ROCm headers: not reachable; the compile check for gfx942 will be skipped"
    fi
}

mcp_client_fetch() {
    local key=$1 work
    work=$(mktemp -d)
    cp "$MCP_CLIENT/package.json" "$MCP_CLIENT/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund) && to_cache mcp-client "$key" "$work"
    local status=$?
    rm -rf "$work"
    return $status
}

# The official client of the Model Context Protocol, for the test mcpclient; its lock file pins each package by its hash, and no script of
# theirs runs. Never fails: without it the test is skipped and says so.
deps_mcp_client() {
    local key
    key=$(hash_files "$MCP_CLIENT/package-lock.json")
    if stamped mcp-client "$key" && [ -d "$DEPS/mcp-client/node_modules" ]; then
        say "MCP client: in place"
    elif from_cache mcp-client "$key"; then
        say "MCP client: from the cache"
    elif command -v npm >/dev/null && say "MCP client: fetching" && run mcp-client mcp_client_fetch "$key"; then
        from_cache mcp-client "$key"
    else
        say "MCP client: npm or its registry is not reachable; the test with it will be skipped"
    fi
}
