import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { isDumpNeeded } from '../store/repositories.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'remove-repository-dump': string
  }
}

/** Kind of the job that removes an unneeded dump; its payload is the name of the dump. */
export const dumpRemovalJobKind = 'remove-repository-dump'

/** Removes a dump unless a repository still needs it. */
export async function removeDump(world: Pick<CommandWorld, 'db' | 'repositories'>, dump: string): Promise<void> {
  if (!(await isDumpNeeded(withReads(world).db.read, dump))) await world.repositories.removeDump(dump)
}
