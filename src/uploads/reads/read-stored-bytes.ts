import { type ByteRange, BytesMissing, type Files } from '../../world/model/ports.ts'

/**
 * Returns the stored bytes of a name; undefined when there are none. The first chunk is fetched at once, so that a
 * response can still report that they are missing or that their store is unavailable. A caller that does not read them
 * must return the iterator.
 */
export async function readStoredBytes(
  files: Files,
  name: string,
  range?: ByteRange,
): Promise<AsyncIterableIterator<Uint8Array> | undefined> {
  const source = files.read(name, range)[Symbol.asyncIterator]()
  try {
    return prependChunk(await source.next(), source)
  } catch (problem) {
    if (problem instanceof BytesMissing) return undefined
    throw problem
  }
}

type ByteChunk = IteratorResult<Uint8Array>

/** Not a generator: a generator that was never started would leave the underlying stream open. */
function prependChunk(first: ByteChunk, source: AsyncIterator<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  let ahead: ByteChunk | undefined = first
  const pieces: AsyncIterableIterator<Uint8Array> = {
    async next() {
      const piece = ahead ?? (await source.next())
      ahead = undefined
      return piece
    },
    async return() {
      ahead = undefined
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => pieces,
  }
  return pieces
}
