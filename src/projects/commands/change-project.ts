import { group } from '../../accounts/model/groups.ts'
import { loadGroupMembers } from '../../accounts/store/groups.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { Settings } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { validateFullName } from '../model/names.ts'
import { excludesRestrictedUsers, type Project, type ProjectAccess } from '../model/project.ts'
import { mayAdministerProject } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { lockProject, saveProject } from '../store/projects.ts'

export type ProjectChange = Partial<Pick<Project, 'name' | 'description' | 'access'>>

/**
 * Updates the name, description and visibility of a project, under the rules for new projects (docs/api/projects.md
 * §5).
 */
export async function changeProject(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  change: ProjectChange,
): Promise<void> {
  const settings = await getSettings(withReads(world))
  await world.db.write(async (tx) => {
    const permit = mayAdministerProject(caller, await lockProject(tx, id), settings)
    const project = permit.subject
    const name = change.name?.trim() ?? project.name
    const problem = name === project.name ? undefined : validateFullName(name)
    if (problem !== undefined) throw new Refusal('invalid', problem)
    const changed = { ...project, ...change, name }
    if (changed.access !== project.access) await checkAccess(tx, changed, settings)
    await saveProject(tx, permit, changed)
    const detail = { from: { name: project.name, access: project.access }, ...change }
    const entry = { at: world.clock.now(), by: caller, action: 'project changed' }
    await auditProject(tx, project, { ...entry, detail })
  })
}

const restrictedModeOnly: readonly ProjectAccess[] = ['unrestricted', 'private-wo-restr']

/**
 * Throws when the visibility does not fit the site or the members (docs/api/access.md §3): two values exist only where
 * restricted users do, and one excludes restricted members.
 */
async function checkAccess(tx: Tx, project: Project, settings: Pick<Settings, 'access_mode'>): Promise<void> {
  if (restrictedModeOnly.includes(project.access) && settings.access_mode !== 'restricted') {
    throw new Refusal(
      'invalid',
      'Invalid value specified for `access`. There are no restricted users on this platform.',
    )
  }
  if (!excludesRestrictedUsers(project)) return
  const members = await loadGroupMembers(tx, { project: project.id, groups: [group.members] })
  const users = await loadUsers(tx, members.get(group.members) ?? [])
  const restricted = [...users.values()].filter(({ status }) => status === 'R').map(({ login }) => login)
  if (restricted.length === 0) return
  const logins = restricted.slice(0, 5).join(', ')
  throw new Refusal(
    'invalid',
    message`Invalid value specified for \`access\`. Restricted users are members: ${logins}.`,
  )
}
