import { type ByteRange, BytesMissing, type Files } from '../../kit/ports.ts'

/**
 * The bytes of a name; undefined when there are none. The first piece is fetched at once, so that an answer can still
 * say that they are missing, or that their store is out of reach. Who does not read them returns the iterator.
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

/** No generator: one that was never begun would leave open what is open behind it. */
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
