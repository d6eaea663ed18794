import type { Files } from '../kit/ports.ts'

/** The bytes of a name; undefined when there are none, which is known before an entry is begun. */
export async function bytesOf(files: Files, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const source = files.read(name)[Symbol.asyncIterator]()
  try {
    const first = await source.next()
    return (async function* () {
      for (let next = first; next.done !== true; next = await source.next()) yield next.value
    })()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
