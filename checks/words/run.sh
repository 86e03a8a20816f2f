#!/bin/sh
# Doc comments begin with a noun or a verb, so that each says what it is about. Prints those that
# do not; exit status 1 if there are any.
set -eu
cd "$(dirname "$0")/../.."
git ls-files '*.rs' | xargs awk '
    { is_doc = /^[[:space:]]*\/\/[\/!]/ }
    is_doc && !was_doc && $2 ~ /^(Of|By|So|Said|As|With)$/ {
        print FILENAME ":" FNR ":" $0
        found = 1
    }
    { was_doc = is_doc }
    END { exit found }'
