import type { LocalFile } from '../../world/model/ports.ts'

/** Archives of deleted items in the bucket of the files, where every node finds them, under the names of archives. */
export interface DeletedItemsBucket {
  /** Stores an archive; durable when it resolves. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  remove(name: string): Promise<void>
  /** Provides an archive as a file of this machine until it is closed; undefined: it does not exist. */
  openLocally(name: string): Promise<LocalFile | undefined>
}
