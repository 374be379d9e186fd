#!/bin/sh
# Runs once in db1, when its database is made: a standby may copy and follow it.
set -eu
echo "host replication belfry all scram-sha-256" >> "$PGDATA/pg_hba.conf"
