#!/bin/bash
# boot.sh FOLDER SITE: this machine's systemd as the first process of namespaces of its own, over a copy of this machine's files that takes
# every change (FOLDER is where). SITE is seen as /srv/portal. Ends with its caller's process group.
set -eu
folder=$1 site=$2
mkdir -p "$folder"/{upper,work,root}
# What it starts is counted below a group of its own.
for group in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
    [ -e "$group/cgroup.procs" ] || continue
    mkdir -p "$group/portal-test-$$"
    echo $$ >"$group/portal-test-$$/cgroup.procs"
done
exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup --propagation private bash -eu -c '
folder=$1 root=$1/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys" -o ro
if [ -e /sys/fs/cgroup/cgroup.procs ]; then
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
    mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
    mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/unified"
    mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
fi
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mkdir -p "$root/srv/portal"
mount --bind "$2" "$root/srv/portal"
# Nothing of this machine is started, and nothing of its hardware or kernel is set.
units=$root/etc/systemd/system
rm -rf "$units"
mkdir -p "$units"
for unit in systemd-sysctl systemd-udevd systemd-udev-trigger systemd-modules-load systemd-networkd systemd-random-seed \
    systemd-hwdb-update systemd-binfmt; do
    ln -s /dev/null "$units/$unit.service"
done
printf "[Unit]\nDescription=A test\nWants=dbus.socket\n" >"$units/portal-test.target"
cd "$root"
mkdir -p before
pivot_root . before
umount --lazy /before
exec env -i container=portal-test PATH=/usr/bin:/bin:/usr/sbin:/sbin \
    /lib/systemd/systemd --unit=portal-test.target --log-target=journal --show-status=false
' boot "$folder" "$site"
