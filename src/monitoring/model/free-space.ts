/** Bytes that the database, its log and a few uploads need: with less, writes fail. */
const fullBelow = 1024 * 1024
/** Less than this is soon used. */
const scarceBelow = 512 * 1024 ** 2

/** Rates the free space of the disk of the data directory: `full` means that writes are rejected with 507. */
export const rateFreeSpace = (bytes: number): 'ok' | 'scarce' | 'full' =>
  bytes < fullBelow ? 'full' : bytes < scarceBelow ? 'scarce' : 'ok'
