#!/usr/bin/env bash
# fitting.sh PYTHON INDEX EXTRAS: installs a wheel of the library instead of compiling it; ends with 1 if none fits.
#
# A wheel in dist/ has to be newer than every source. The index is asked only if INDEX is not empty, for exactly the
# version of Cargo.toml.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=$1 index=$2 extras=$3

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
pip=("$python" -m pip install --quiet --disable-pip-version-check)

newer_wheel() {
    local wheel
    for wheel in dist/gradtape-"$version"-*.whl; do
        [ -e "$wheel" ] || continue
        [ -z "$(find src python Cargo.toml pyproject.toml -type f \( -name '*.rs' -o -name '*.py' -o -name '*.toml' \) \
            -newer "$wheel" -print -quit)" ] && return 0
    done
    return 1
}

if newer_wheel && "${pip[@]}" --no-index --no-deps --force-reinstall --find-links dist "gradtape==$version" 2> /dev/null; then
    echo "A wheel from dist/ fits"
elif [ -n "$index" ] && "${pip[@]}" --no-deps --only-binary gradtape "gradtape==$version"; then
    echo "A wheel from the index fits"
else
    exit 1
fi
"${pip[@]}" "gradtape[$extras]==$version"
