import type { World } from '../../kit/world.ts'
import { stagedName, type Upload } from '../model/upload.ts'

/**
 * How much of an upload is there (docs/decisions/0016-implement-tus-in-house.md): what is staged says it, until it is
 * complete and goes elsewhere.
 */
export const getUploadOffset = async (
  { staging }: Pick<World, 'staging'>,
  upload: Upload & { readonly size: number },
): Promise<number> => (upload.completedOn === null ? staging.sizeOf(stagedName(upload)) : upload.size)
