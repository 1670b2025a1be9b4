#!/bin/bash
# Machines of a cluster in namespaces: each has a name, an address and files of its own, and the packages of
# Debian below them. Runs inside `unshare --mount --net --uts --pid --fork`.
#   machines.sh PACKAGES WORK NODE...
# WORK has etc/slurm, files/ (what a node gets) and nodes/NODE/ (node.json and the tools' recorded outputs).
set -euo pipefail
packages=$1 work=$2
shift 2

mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs none /mnt
for tree in usr etc; do
    mkdir -p "/mnt/$tree/upper" "/mnt/$tree/work"
    lower=/$tree
    [ "$tree" = usr ] && lower=$packages/usr:/usr
    mount -t overlay overlay -o "lowerdir=$lower,upperdir=/mnt/$tree/upper,workdir=/mnt/$tree/work" "/$tree"
done
for daemon in slurmctld slurmd slurmstepd; do
    ln -sf "$daemon-wlm" "/usr/sbin/$daemon"
done
mount -t tmpfs none /run
mkdir -p /run/netns /run/munge /var/spool
mount -t tmpfs none /var/spool
mkdir -p /mnt/log /mnt/scratch
mount --bind /mnt/log /var/log
mkdir -p /var/log/slurm
cp -r "$work/files/." /
for user in slurm:11100 munge:11101; do
    name=${user%:*} id=${user#*:}
    sed -i "/^$name:/d" /etc/passwd /etc/group
    echo "$name:x:$id:$id::/nonexistent:/usr/sbin/nologin" >>/etc/passwd
    echo "$name:x:$id:" >>/etc/group
done
chmod 755 /run/munge
chown slurm /var/log/slurm

ip link set lo up
ip link add cluster type bridge
ip address add 10.9.0.1/24 dev cluster
ip link set cluster up
hostname scheduler
mkdir -p /etc/munge
chmod 700 /etc/munge
cp "$work/munge.key" /etc/munge/munge.key
chmod 400 /etc/munge/munge.key
munged --force --key-file=/etc/munge/munge.key --socket=/run/munge/munge.socket.2 --pid-file=/run/munge/pid \
    --log-file=/var/log/munged.log --seed-file=/run/munge/seed

mkdir -p /var/spool/slurmctld /etc/slurm
chown slurm /var/spool/slurmctld
cp "$work"/slurm/* /etc/slurm/
# One with a database is started when that is there.
[ -e "$work/later" ] || slurmctld -D >"$work/slurmctld.out" 2>&1 &

number=10
for node in "$@"; do
    number=$((number + 1))
    ip netns add "$node"
    ip link add "veth$number" type veth peer name eth0 netns "$node"
    ip link set "veth$number" master cluster up
    # ip netns exec would hide control groups; nsenter leaves /sys as it is.
    # shellcheck disable=SC2016 # the inner shell expands
    nsenter --net="/run/netns/$node" unshare --mount --uts bash -euc '
        node=$1 number=$2 work=$3
        hostname "$node"
        ip link set lo up
        ip address add 169.254.169.254/32 dev lo
        ip address add "10.9.0.$number/24" dev eth0
        ip link set eth0 up
        mount -t tmpfs none /etc/slurm
        mkdir -p "/mnt/nodes/$node/munge" "/mnt/nodes/$node/spool" "/mnt/nodes/$node/log/slurm"
        mount --bind /run/munge "/mnt/nodes/$node/munge"
        mount -t tmpfs none /run
        mkdir -p /run/munge /run/slurm
        mount --bind "/mnt/nodes/$node/munge" /run/munge
        mount --bind "/mnt/nodes/$node/spool" /var/spool
        mount --bind "/mnt/nodes/$node/log" /var/log
        mkdir -p /etc/azure-ai-landing-zone /var/lib/azure-ai-landing-zone /opt/recorded
        mount --bind "$work/nodes/$node/etc" /etc/azure-ai-landing-zone
        mount -t tmpfs none /var/lib/azure-ai-landing-zone
        mount --bind "$work/nodes/$node/recorded" /opt/recorded
        mount -t tmpfs none /sys/class
        cp -r "$work/nodes/$node/infiniband" /sys/class/infiniband
        echo $$ >"$work/nodes/$node/pid"
        exec sleep infinity
    ' "$node" "$node" "$number" "$work" &
done
echo $$ >"$work/pid"
exec sleep infinity
