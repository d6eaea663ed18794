import { Refusal } from '../../kit/messages/refusal.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { detectPictureFormat } from '../model/picture.ts'
import type { PreviewedFile } from '../store/previews.ts'
import { createPreview } from './create-preview.ts'

interface Preview {
  readonly blob: string
  readonly size: number
  readonly mediaType: string
}

/** Returns the preview of a file. It is created on the first request, and again when its bytes are lost. */
export async function getPreview(world: Pick<CommandWorld, 'db' | 'files'>, file: PreviewedFile): Promise<Preview> {
  const format = detectPictureFormat(file.mediaType)
  if (format === undefined) throw new Refusal('absent')
  const existingPreview = file.preview === null ? undefined : await measured(world, file.preview)
  const { blob, size } = existingPreview ?? (await measured(world, await createPreview(world, file))) ?? nothing
  if (blob === '') throw new Refusal('absent')
  return { blob, size, mediaType: `image/${format}` }
}

const nothing = { blob: '', size: 0 }

async function measured(
  { files }: Pick<CommandWorld, 'files'>,
  blob: string,
): Promise<Omit<Preview, 'mediaType'> | undefined> {
  if (blob === '') return nothing
  const size = await files.sizeOf(blob)
  return size === undefined ? undefined : { blob, size }
}
