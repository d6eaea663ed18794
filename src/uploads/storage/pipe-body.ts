import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { StagingInput } from '../../world/model/ports.ts'

/** Copies from the body to the sink until the body ends in any way or the sink is full. */
export async function pipeBody(
  { body, idleTimeoutMs }: Pick<StagingInput, 'body' | 'idleTimeoutMs'>,
  sink: Writable,
): Promise<void> {
  // A body that waits for a slow store is not idle.
  const check = (): void => void (body.isPaused() ? timer.refresh() : body.destroy())
  const timer = setTimeout(check, idleTimeoutMs)
  const stop = (): void => {
    body.unpipe(sink)
    sink.end()
  }
  body.on('data', () => timer.refresh())
  body.once('error', stop)
  body.once('close', stop)
  sink.once('full', stop)
  body.pipe(sink)
  if (body.destroyed) stop()
  try {
    await finished(sink)
  } finally {
    clearTimeout(timer)
    body.unpipe(sink)
    body.pause()
  }
}

/** Returns the first `room` bytes. */
export function limitBytes(pieces: readonly Uint8Array[], room: number): Uint8Array[] {
  const accepted: Uint8Array[] = []
  let left = room
  for (const piece of pieces) {
    if (left <= 0) break
    accepted.push(piece.byteLength > left ? piece.subarray(0, left) : piece)
    left -= piece.byteLength
  }
  return accepted
}
