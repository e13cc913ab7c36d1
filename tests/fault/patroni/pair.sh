#!/usr/bin/env bash
# Two hosts with PostgreSQL under Patroni, made from Debian's packages, for `npm run fault -- patroni`. Needs root and debootstrap.
#
#   pair.sh build        a Debian root with PostgreSQL 17, Patroni 4, etcd and HAProxy (once, some minutes, 700 MB)
#   pair.sh up FOLDER    network namespaces: the hub has etcd, HAProxy (its configuration is FOLDER/haproxy.cfg) and the Vitrine nodes, a and b have PostgreSQL
#   pair.sh host a       starts Patroni on a host
#   pair.sh crash a      kills everything on a host at once
#   pair.sh cut a        takes a host off the network; `pair.sh mend a` puts it back
#   pair.sh down         stops everything and removes the namespaces
set -euo pipefail
PLACE=${VITRINE_PAIR:-/var/tmp/vitrine-patroni}
ROOT=$PLACE/root
NET=10.77.0
HUB=vitrine-hub

address() { case $1 in a) echo $NET.2 ;; b) echo $NET.3 ;; esac; }
inside() { local space=$1; shift; ip netns exec "$space" "$@"; }
# The process must outlive this script. It ends with its namespace.
start() {
  local space=$1 user=$2 log=$3; shift 3
  setsid ip netns exec "$space" chroot --userspec="$user" "$ROOT" "$@" >"$PLACE/$log.log" 2>&1 < /dev/null &
}

build() {
  [ -x "$ROOT/usr/bin/patroni" ] && return
  mkdir -p "$PLACE"
  local packages=postgresql-17,patroni,etcd-server,haproxy,python3-etcd,python3-psycopg2,iproute2
  debootstrap --variant=minbase --include=$packages trixie "$ROOT"
}

wire() {
  ip netns add "vitrine-$1"
  ip link add "vitrine-$1" netns $HUB type veth peer name eth0 netns "vitrine-$1"
  inside $HUB ip link set "vitrine-$1" master hosts up
  inside "vitrine-$1" ip addr add "$(address "$1")/24" dev eth0
  inside "vitrine-$1" ip link set eth0 up
  inside "vitrine-$1" ip link set lo up
}

configure() {
  local name=$1 data=/var/lib/vitrine/$1
  cat > "$ROOT/etc/vitrine-$name.yml" <<YAML
scope: vitrine
name: $name
etcd3: { host: "$NET.1:2379" }
restapi: { listen: "$(address "$name"):8008", connect_address: "$(address "$name"):8008" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, wal_log_hints: "on" }
  initdb: [ { encoding: UTF8 }, { locale: C } ]
postgresql:
  listen: "$(address "$name"):5432"
  connect_address: "$(address "$name"):5432"
  data_dir: $data/data
  bin_dir: /usr/lib/postgresql/17/bin
  pgpass: $data/pgpass
  authentication:
    superuser: { username: postgres, password: postgres }
    replication: { username: replicator, password: replicator }
    rewind: { username: rewinder, password: rewinder }
  parameters: { unix_socket_directories: $data }
  pg_hba: [ "host all all $NET.0/24 trust", "host replication all $NET.0/24 trust", "local all all trust" ]
YAML
  mkdir -p "$ROOT$data"
  chroot "$ROOT" chown postgres: "$data"
}

up() {
  rm -rf "$ROOT/var/lib/vitrine"
  mkdir -p "$ROOT/var/lib/vitrine/etcd"
  mountpoint -q "$ROOT/proc" || mount -t proc proc "$ROOT/proc"
  mkdir -p "$ROOT/dev/shm"
  mountpoint -q "$ROOT/dev/shm" || mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm"
  ip netns add $HUB
  inside $HUB ip link set lo up
  inside $HUB ip link add hosts type bridge
  inside $HUB ip addr add $NET.1/24 dev hosts
  inside $HUB ip link set hosts up
  for name in a b; do wire $name; configure $name; done
  cp "$1/haproxy.cfg" "$ROOT/etc/vitrine-haproxy.cfg"
  start $HUB root:root etcd etcd --data-dir /var/lib/vitrine/etcd --listen-client-urls http://$NET.1:2379 \
    --advertise-client-urls http://$NET.1:2379 --listen-peer-urls http://127.0.0.1:2380
  for name in a b; do host $name; done
  start $HUB root:root haproxy haproxy -db -f /etc/vitrine-haproxy.cfg
}

host() { start "vitrine-$1" postgres:postgres "$1" patroni "/etc/vitrine-$1.yml"; }
crash() { ip netns pids "vitrine-$1" | xargs -r kill -9 2>/dev/null || true; }
cut() { inside $HUB ip link set "vitrine-$1" down; }
mend() { inside $HUB ip link set "vitrine-$1" up; }

down() {
  for space in vitrine-a vitrine-b $HUB; do
    { ip netns pids $space | xargs -r kill -9; } 2>/dev/null || true
    ip netns del $space 2>/dev/null || true
  done
  # Waits until no process uses the folders.
  for folder in dev/shm proc; do
    for try in 1 2 3 4 5; do
      mountpoint -q "$ROOT/$folder" || break
      umount "$ROOT/$folder" 2>/dev/null || sleep 1
    done
  done
  rm -rf "$ROOT/var/lib/vitrine"
}

"$@"
