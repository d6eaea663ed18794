import type { Command } from 'commander'
import { sampleArchive, sampleShortName } from '../../archives/container/sample-archive.ts'
import { findProjectByShortName } from '../../projects/store/projects.ts'
import { importArchiveFile } from '../archives/import-archive-file.ts'
import { withDatabase } from '../context/command-context.ts'

/** `demo`: imports the sample project like any other archive. */
export const configureDemo = (command: Command): Command =>
  command.description('import a small sample project: a boatyard with three users').action(
    withDatabase(
      async (desk) => {
        const existing = await findProjectByShortName(desk.world.db.read, sampleShortName)
        if (existing !== undefined) {
          const line = `The sample project already exists: ${sampleShortName} (id ${existing.id})`
          return { lines: [line], json: { project: { id: existing.id, short_name: sampleShortName }, existed: true } }
        }
        return importArchiveFile(desk, { path: sampleArchive, users: { kind: 'create', as: 'active' } })
      },
      { canCreate: true },
    ),
  )
