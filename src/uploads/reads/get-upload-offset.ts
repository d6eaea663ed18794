import type { World } from '../../world/model/world.ts'
import { buildStagedFileName, type Upload } from '../model/upload.ts'

/**
 * Returns how many bytes of an upload have arrived (docs/decisions/0016-implement-tus-in-house.md): the size of the
 * staged bytes, until the upload is complete and its bytes are moved.
 */
export const getUploadOffset = async (
  { staging }: Pick<World, 'staging'>,
  upload: Upload & { readonly size: number },
): Promise<number> => (upload.completedOn === null ? staging.sizeOf(buildStagedFileName(upload)) : upload.size)
