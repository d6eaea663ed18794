import { lockTopic } from '../../database/changes/revisions.ts'
import type { Tx } from '../../database/db/db.ts'
import { ADMINISTRATION_PROJECT, DEFAULT_TEMPLATE } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { mayCompleteProject, mayCreateProject } from '../policy.ts'
import { findProject } from '../store/projects.ts'
import { createProject, type NewProjectContent } from './create-project.ts'

const system = { kind: 'system', reason: 'first start' } as const

/** Its administrators are the site administrators (docs/api/access.md §4). */
const administration: NewProjectContent = {
  id: ADMINISTRATION_PROJECT,
  shortName: 'siteadmin',
  name: 'Site administration',
  description: 'Its administrators are the site administrators',
  access: 'private',
  status: 'system',
  services: [{ shortName: 'plugin_tracker', isEnabled: false }],
}

/**
 * Default template of new projects, including those from archives (docs/api/access.md §4, docs/api/archive-format.md
 * §1.5).
 */
const defaultTemplate: NewProjectContent = {
  id: DEFAULT_TEMPLATE,
  shortName: 'default-template',
  name: 'Default site template',
  description: 'New projects start as a copy of this one',
  access: 'private',
  status: 'system',
  isTemplate: true,
}

/** Tracker template whose trackers the default template contains. */
const issues = { kind: 'built-in', name: 'issues' } as const

/** Creates the projects 1 and 100 if they do not exist. */
export async function ensureBuiltInProjects(
  world: Pick<CommandWorld, 'db' | 'clock' | 'projectFeatures'>,
): Promise<void> {
  if ((await findProject(withReads(world).db.read, DEFAULT_TEMPLATE)) !== undefined) return
  await world.db.write(async (tx) => {
    // Blocks another node that starts at the same moment until this one has created the projects.
    await lockTopic(tx, 'projects')
    if ((await findProject(tx, DEFAULT_TEMPLATE)) !== undefined) return
    await addBuiltInProjects(tx, world)
  })
}

async function addBuiltInProjects(tx: Tx, world: Pick<CommandWorld, 'clock' | 'projectFeatures'>): Promise<void> {
  const permit = mayCreateProject(system, { project_creation: false })
  await createProject(tx, permit, administration, world.clock.now())
  const to = await createProject(tx, permit, defaultTemplate, world.clock.now())
  const content = mayCompleteProject(permit, to)
  for (const offer of world.projectFeatures)
    await offer.copy?.(tx, { permit: content, from: issues, to, groups: new Map(), caller: system })
}
