import { joinMessages, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { openArchive } from '../container/open-archive.ts'
import { sampleArchive, sampleShortName } from '../container/sample-archive.ts'
import { mayImport } from '../policy.ts'
import { importArchive } from './import-archive.ts'

/**
 * Imports the sample project, which the caller then administers (docs/decisions/0049-review-imports.md). It is small
 * enough for one request.
 */
export async function importSample(world: CommandWorld, caller: Caller): Promise<ProjectId> {
  mayImport(caller)
  const userId = getUserId(caller)
  const archive = await openArchive(sampleArchive)
  try {
    const users = { kind: 'create', as: 'active' } as const
    const administrators = userId === null ? [] : [userId]
    const result = await importArchive(world, { archive, caller, users, administrators })
    if ('ok' in result && result.ok.project !== null) return result.ok.project.id
    const problems = 'problems' in result ? result.problems : []
    if (problems.some(({ code }) => code === 'short-name' || code === 'taken-meanwhile')) throw nameTaken()
    throw new Refusal('invalid', joinMessages(problems.map(({ text }) => text)))
  } finally {
    await archive.close()
  }
}

const nameTaken = (): Refusal =>
  new Refusal('conflict', message`A project with the short name "${sampleShortName}" exists already`)
