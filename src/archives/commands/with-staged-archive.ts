import { buildStagedFileName, type Upload } from '../../uploads/model/upload.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { type ArchiveSource, openArchive } from '../container/open-archive.ts'
import type { ZipLimits } from '../container/zip.ts'

/** Runs work with an uploaded archive, whose entries are read in any order. */
export async function withStagedArchive<T>(
  { staging }: Pick<CommandWorld, 'staging'>,
  upload: Pick<Upload, 'kind' | 'id'>,
  limits: Partial<ZipLimits>,
  work: (archive: ArchiveSource) => Promise<T>,
): Promise<T> {
  const local = await staging.openLocally(buildStagedFileName(upload))
  try {
    const archive = await openArchive(local.path, limits)
    try {
      return await work(archive)
    } finally {
      await archive.close()
    }
  } finally {
    await local.close()
  }
}
