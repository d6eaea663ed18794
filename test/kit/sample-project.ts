import { fileURLToPath } from 'node:url'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import type { World } from '../../src/world/model/world.ts'
import { expectImported } from './archive.ts'

const archive = fileURLToPath(new URL('../../src/archives/sample', import.meta.url))

/** Imports the sample project like the command `demo`. */
export async function importSampleProject(world: World): Promise<void> {
  const source = await openArchive(archive)
  try {
    const caller = { kind: 'system', reason: 'test' } as const
    expectImported(await importArchive(world, { archive: source, caller, users: { kind: 'create', as: 'active' } }))
  } finally {
    await source.close()
  }
}
