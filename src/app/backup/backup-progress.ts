/** Receives how much of a backup has been copied. */
export interface BackupProgress {
  step(done: number, total: number, what: string): void
}
