#!/bin/sh
# Creates the secret files of compose.yaml in deploy/secrets; existing ones stay as they are.
set -eu
umask 077
cd "$(dirname "$0")"
[ -e secrets ] && { echo 'deploy/secrets is there already' >&2; exit 1; }
mkdir secrets
cd secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
put() { printf '%s\n' "$2" >"$1"; }

put postgres_password "$(random)"
put database_url "postgres://cartload:$(cat postgres_password)@postgres:5432/cartload"
put secret "$(random)"
put s3_access_key_id "$(random)"
put s3_secret_access_key "$(random)"
put s3.json "{\"identities\": [{\"name\": \"cartload\", \"actions\": [\"Admin\", \"Read\", \"Write\", \"List\"],
  \"credentials\": [{\"accessKey\": \"$(cat s3_access_key_id)\", \"secretKey\": \"$(cat s3_secret_access_key)\"}]}]}"
# The services run as users of their own, and a bind mount keeps the mode of its file: the directory keeps others out.
chmod 644 ./*
