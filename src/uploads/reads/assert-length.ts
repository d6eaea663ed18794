/**
 * Yields the given bytes and throws when they end before the announced length, so that a reader does not take a part
 * for the whole.
 */
export function assertLength(
  pieces: AsyncIterableIterator<Uint8Array>,
  length: number,
): AsyncIterableIterator<Uint8Array> {
  let missing = length
  const checked: AsyncIterableIterator<Uint8Array> = {
    async next() {
      const piece = await pieces.next()
      if (!piece.done) missing -= piece.value.byteLength
      else if (missing > 0) throw new Error(`${missing} bytes of ${length} are missing at the end of stored content`)
      return piece
    },
    async return() {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => checked,
  }
  return checked
}
