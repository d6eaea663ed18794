import { resolveProgram } from '../../kit/system/package-path.ts'
import { runProcess } from '../../kit/system/run-process.ts'
import type { PictureFormat } from '../model/picture.ts'
import { pictureExitCodes } from './picture-exit-codes.ts'

export interface Picture {
  readonly size: number
  /** Format of the preview; the content is known to have it. */
  readonly format: PictureFormat
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The preview, or why there is none; `not now`: the process was stopped, so a later attempt may succeed. */
export type ShrinkResult = Buffer | 'impossible' | 'not now' | 'no library'

/**
 * Creates a preview in a separate process per picture. The effects of a hostile picture (memory, time, a crash of the
 * library) end with that process and reach no other picture (docs/decisions/0017-serve-attachments-safely.md).
 */
export async function shrinkPicture({ size, format, bytes }: Picture): Promise<ShrinkResult> {
  const ended = await runProcess({
    program: resolveProgram('src/uploads/pictures/picture-process.ts'),
    parameters: [format, String(size)],
    input: bytes,
    timeoutMs: 30_000,
    maxBytes: 1_048_576,
  })
  switch (ended.how) {
    case 'exit':
      if (ended.code === pictureExitCodes.noLibrary) return 'no library'
      return ended.code === pictureExitCodes.created && ended.output.length > 0 ? ended.output : 'impossible'
    case 'signal':
      // The process exceeded its limits or crashed; the other signals are those of a server that stops.
      return ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(ended.signal) ? 'not now' : 'impossible'
    case 'stopped':
      return 'not now'
    default:
      return ended satisfies never
  }
}
