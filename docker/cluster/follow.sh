#!/bin/sh
# Copies the server that is named, unless that was done before, and follows it as its synchronous standby.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    chmod 700 "$PGDATA"
    until pg_basebackup -R -c fast -D "$PGDATA" -d "host=$1 user=belfry application_name=standby"; do
        sleep 1
    done
    # The copy is older than this, so it waits for nobody when it takes the server's place.
    psql -h "$1" -U belfry -c "ALTER SYSTEM SET synchronous_standby_names = 'standby'" -c "SELECT pg_reload_conf()"
fi
exec postgres -c wal_keep_size=1GB
