/** Where an archive is written to, entry after entry; it has its name only when it is whole. */
export interface ArchiveSink {
  /** Resolves when the entry is written. */
  add(entry: string, content: AsyncIterable<string | Uint8Array>): Promise<void>
  /** Gives the archive its name. */
  finish(): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}
