const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
const script = 'mount -t tmpfs -o size=16m tmpfs "$TULIPWOOD_DATA" && exec "$@"'

/**
 * Runs a program in its own mount namespace, where its data directory is a disk of 16 MiB; a user who is not root also
 * needs a user namespace.
 */
export const smallDiskCommand = ['unshare', ...namespaces, 'sh', '-c', script, 'sh'] as const
