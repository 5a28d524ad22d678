#!/bin/sh
# Runs once, when PostgreSQL makes its cluster. The owner may create roles, but is no superuser (docs/operate/install.md).
set -eu
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$OWNER_PASSWORD" <<'END'
create role vialdesk login createrole password :'password';
create database vialdesk owner vialdesk encoding 'UTF8' template template0;
END
