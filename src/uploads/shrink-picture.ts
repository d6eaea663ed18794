import { packagePath } from '../kit/package-path.ts'
import { runProcess } from '../kit/run-process.ts'
import type { PictureFormat } from './model/picture.ts'
import { pictureExtensions } from './picture-extensions.ts'

export interface Picture {
  readonly size: number
  /** Of the small one; what the bytes are was looked at before. */
  readonly format: PictureFormat
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The small picture; `impossible`: of this one there is none; `not now`: nothing is known of it. */
export type ShrinkResult = Buffer | 'impossible' | 'not now' | 'no library'

/**
 * A process for each picture: what a hostile one does to it, by its memory, its time or a fault of the library, ends with
 * it and meets no other picture (decision 17).
 */
export async function shrinkPicture({ size, format, bytes }: Picture): Promise<ShrinkResult> {
  const ended = await runProcess({
    program: packagePath('src/uploads/picture-process.ts'),
    parameters: [format, String(size)],
    input: bytes,
    timeoutMs: 30_000,
    maxBytes: 1_048_576,
  })
  switch (ended.how) {
    case 'exit':
      if (ended.code === pictureExtensions.noLibrary) return 'no library'
      return ended.code === pictureExtensions.made && ended.output.length > 0 ? ended.output : 'impossible'
    case 'signal':
      // By its own limits, the system's, or a fault; the others are those of a server that stops.
      return ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(ended.signal) ? 'not now' : 'impossible'
    case 'stopped':
      return 'not now'
    default:
      return ended satisfies never
  }
}
