import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { findProjectByShortName } from '../../projects/store/projects.ts'
import { withDatabase } from '../command-context.ts'
import { importArchiveFile } from '../import-archive-file.ts'

const shortName = 'boatyard'
const archive = fileURLToPath(new URL('../demo', import.meta.url))

/** `demo`: imports the sample project like any other archive. */
export const configureDemo = (command: Command): Command =>
  command.description('import a small sample project: a boatyard with three users').action(
    withDatabase(
      async (desk) => {
        const existing = await findProjectByShortName(desk.world.db.read, shortName)
        if (existing !== undefined) {
          const line = `The sample project already exists: ${shortName} (id ${existing.id})`
          return { lines: [line], json: { project: { id: existing.id, short_name: shortName }, existed: true } }
        }
        return importArchiveFile(desk, { path: archive, users: { kind: 'create', as: 'active' } })
      },
      { canCreate: true },
    ),
  )
