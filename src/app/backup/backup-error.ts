/** A backup cannot be created, read or restored: exit code 1. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
