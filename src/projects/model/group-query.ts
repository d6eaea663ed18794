import { group } from '../../accounts/model/groups.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import type { Settings } from '../../site/model/settings.ts'
import { isOpen, type Project } from './project.ts'

const query = 'with_system_user_groups'

/** Returns whether the query includes the system groups (docs/api/user-groups.md §2). */
export function includesSystemGroups(input: unknown): boolean {
  if (input === undefined) return false
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, query)) {
    return refuse(message`parameter "query" syntax error: "${query}" property not found`)
  }
  const unknown = Object.keys(input).find((name) => name !== query)
  if (unknown !== undefined)
    return refuse(message`parameter "query" syntax error: unknown property "${unknown.slice(0, 60)}"`)
  const value = (input as Readonly<Record<string, unknown>>)[query]
  if (typeof value !== 'boolean')
    return refuse(message`parameter "query", property "${query}" invalid type: boolean expected`)
  return value
}

const refuse = (translated: Message): never => {
  throw new Refusal('invalid', '', { translated })
}

/** Returns the dynamic groups that every project lists, in the order of their ids (docs/api/user-groups.md §2). */
export function listDynamicGroups(
  project: Pick<Project, 'access'>,
  settings: Pick<Settings, 'access_mode'>,
  withSystem: boolean,
): UserGroupId[] {
  const always = [group.members, group.administrators, group.fileManagers, group.wikiAdministrators]
  if (!withSystem) return always
  const system = [
    ...(settings.access_mode === 'anonymous' && isOpen(project) ? [group.anonymous] : []),
    ...(isOpen(project) ? [group.registered] : []),
    ...(settings.access_mode === 'restricted' && project.access === 'unrestricted' ? [group.authenticated] : []),
  ]
  return [...always, ...system].sort((a, b) => a - b)
}
