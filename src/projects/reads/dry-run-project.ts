import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { ProjectRequest } from '../model/project-request.ts'
import { findCreationProblems } from './creation-problems.ts'

/**
 * Throws every problem of a requested project at once, whatever its kind (docs/api/projects.md §5, `dry_run`); returns
 * when the project could be created.
 */
export async function dryRunProject(
  world: Pick<World, 'db' | 'cache' | 'templates'>,
  caller: Caller,
  request: ProjectRequest,
): Promise<void> {
  if (request.source.kind === 'archive') {
    throw new Refusal('invalid', '', { translated: message`dry_run is not supported for a project from an archive.` })
  }
  const settings = await getSettings(world)
  const problems = await findCreationProblems(world.db.read, { caller, settings, templates: world.templates, request })
  if (problems.length > 0) throw new Refusal('invalid', '', { translatedList: problems.map(({ text }) => text) })
}
