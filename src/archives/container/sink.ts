/** Target of an archive, entry by entry; it gets its name only when complete. */
export interface ArchiveSink {
  /** Resolves when the entry is written. */
  add(entry: string, content: AsyncIterable<string | Uint8Array>): Promise<void>
  /** Completes the archive and gives it its name. */
  finish(): Promise<void>
  /** Removes everything written so far. */
  abandon(): Promise<void>
}
