import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { lookForProjectByShortName } from '../../projects/store/projects.ts'
import { inWorld } from '../action.ts'
import { importFrom } from '../import-from.ts'

const shortName = 'boatyard'
const archive = fileURLToPath(new URL('../demo', import.meta.url))

/** `demo`: a small project to look at, brought in as any archive is. */
export const demo = (command: Command): Command =>
  command.description('import a small sample project: a boatyard with three people at work').action(
    inWorld(async (desk) => {
      const known = await lookForProjectByShortName(desk.world.db.read, shortName)
      if (known !== undefined) {
        const line = `The sample project is there already: ${shortName} (${known.id})`
        return { lines: [line], json: { project: { id: known.id, short_name: shortName }, existed: true } }
      }
      return importFrom(desk, { path: archive, users: { kind: 'create', as: 'active' } })
    }),
  )
