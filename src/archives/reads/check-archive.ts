import { normalizeLogin } from '../../accounts/model/user.ts'
import type { FieldDefinition } from '../../fields/model/definition.ts'
import { message } from '../../kit/messages/message.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import type { XmlLimits } from '../../kit/xml/tree.ts'
import type { Project } from '../../projects/model/project.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { childType } from '../../trackers/model/link-type.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import { readTriggers } from '../../trackers/triggers/trigger-rule.ts'
import { buildTrackerKey } from '../../trackers/xml/parse/tracker.ts'
import { parseTrackers } from '../../trackers/xml/parse/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { ArchiveSource } from '../container/open-archive.ts'
import { parseLinkTypes } from '../parse/project.ts'
import { parseRepositories } from '../parse/repositories.ts'
import { parseSections } from '../parse/sections.ts'
import { parseUserGroups } from '../parse/user-groups.ts'
import { parseUserMap } from '../parse/user-map.ts'
import { type ArchivedUser, parseUsers } from '../parse/users.ts'
import { indexUsers } from '../parse/users-of-archive.ts'
import type { Findings } from '../plan/findings.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { getImportTimezone } from '../plan/import-timezone.ts'
import { addLinkTypesOfTrackers, collectLinkTypes, getMaxNewTypes, listDisabledLinkTypes } from '../plan/link-types.ts'
import { findAccountOfEntry, type KnownAccounts, type MatchingPolicy, matchUsers } from '../plan/match-users.ts'
import { checkCategories } from './check-categories.ts'
import { createHistoryCheck, type HistoryChecking } from './check-history.ts'
import { checkAdministrators, checkMembers } from './check-members.ts'
import { checkProject } from './check-project.ts'
import { checkRepositories } from './check-repositories.ts'
import { loadMatchingAccounts } from './load-matching-accounts.ts'
import { createPlaceholderGroups } from './placeholder-groups.ts'
import { type BytesRead, readEntry } from './read-entry.ts'
import { findTulipwoodXml } from './read-tulipwood-xml.ts'

export interface ArchiveToCheck {
  readonly archive: ArchiveSource
  readonly users: UserPolicy
  /** Administrators in addition to those of the archive. */
  readonly administrators?: readonly UserId[]
  readonly shortName?: string
  /** A reserved project whose names are fixed. */
  readonly into?: Project
  readonly withoutRepositories?: boolean
  /** Size limits of documents; site administrators import without them. */
  readonly limits?: XmlLimits
  readonly onBytes?: BytesRead
}

/** Policy for matching users of an archive with accounts (docs/api/archive-format.md §1.3). */
export type UserPolicy =
  | { readonly kind: 'map'; readonly csv: string; readonly fileName?: string }
  | {
      readonly kind: 'create'
      readonly as: 'active' | 'suspended' | 'restricted'
      /** Logins of accounts that take precedence, by lower-case login of the archive. */
      readonly chosen?: ReadonlyMap<string, string>
    }
  /** Accounts that have both login and address of the archive; the others stay strangers, and no account is made. */
  | { readonly kind: 'known' }

export interface CheckedArchive {
  readonly plan: ImportPlan
  readonly ignored: readonly string[]
  readonly counts: StructureCounts
}

/** Parses a whole archive and reports all findings; writes nothing. */
export async function checkArchive(
  world: Pick<World, 'db' | 'cache' | 'config' | 'repositories'>,
  {
    archive,
    users: policy,
    administrators = [],
    shortName,
    into,
    withoutRepositories,
    limits,
    onBytes,
  }: ArchiveToCheck,
  findings: Findings,
): Promise<CheckedArchive | undefined> {
  const settings = await getSettings(world)
  const notes = findings.on('project.xml')
  const usersXml = await readEntry(archive, 'users.xml', findings.on('users.xml'), limits)
  const users = usersXml === undefined ? [] : parseUsers(usersXml, findings.on('users.xml'))
  const matching = matchingOf(policy, findings)
  const accounts = await loadMatchingAccounts(world.db.read, users, matching)
  const principalOf = indexUsers(users, loadOtherLogins(users, accounts))
  const linkTypes = collectLinkTypes(notes)

  const timezone = getImportTimezone(settings, world.config)
  const tulipwood = await findTulipwoodXml(archive, findings.on('tulipwood.xml'), limits)
  // Without users.xml every reference would repeat the same problem.
  const historyContext: HistoryChecking = {
    archive,
    notes,
    principalOf:
      usersXml === undefined
        ? (format, reference) => principalOf(format, reference) ?? { kind: 'nobody' }
        : principalOf,
    timezone,
    tulipwood,
    linkTypes,
  }
  let history = createHistoryCheck(historyContext)
  const root = await readEntry(archive, 'project.xml', notes, {
    ...limits,
    each: { 'project/trackers/tracker/artifacts/artifact': history.take },
    onBytes,
  })
  if (root === undefined) return undefined
  if (root.name !== 'project') {
    notes.problem('wrong-root', root.line, message`The file holds <${root.name}> instead of <project>`)
    return undefined
  }

  const trackers = findChildren(root, 'trackers').flatMap((holder) => findChildren(holder, 'tracker'))
  const { late } = history
  if (late.size > 0) {
    // Artifacts are parsed one by one and not kept; they are parsed again for writing.
    const again = { trackers: new Map(trackers.map((tracker) => [buildTrackerKey(tracker), tracker])), late }
    history = createHistoryCheck({ ...historyContext, again })
    const each = { 'project/trackers/tracker/artifacts/artifact': history.take }
    await readEntry(archive, 'project.xml', notes, { ...limits, each })
  }
  const { project, services } = await checkProject(world.db.read, root, { shortName, into, settings, users }, notes)
  const places = { users: findings.on('users.xml'), map: findings.on(mapName(policy)) }
  await checkCategories(world.db.read, tulipwood, into, findings.on('tulipwood.xml'))
  const identities = matchUsers(users, accounts, matching, places)

  const groups = parseUserGroups(root, usersXml === undefined ? () => ({ kind: 'nobody' }) : principalOf, notes)
  checkMembers(groups, identities, project.access, notes)
  if (administrators.length === 0) checkAdministrators(groups, identities, project, notes)
  const groupOf = createPlaceholderGroups(groups)
  const userOf = (format: string, reference: string) =>
    principalOf(format, reference) === undefined ? undefined : (1 as UserId)
  const definitions = parseTrackers(trackers, { notes, groupOf, userOf, isSingleTracker: false })
  for (const holder of findChildren(root, 'trackers')) {
    for (const triggers of findChildren(holder, 'triggers')) readTriggers(triggers, definitions, notes)
  }
  history.finish(groupOf)

  const exported =
    withoutRepositories === true
      ? []
      : parseRepositories(root, tulipwood, { notes, tulipwoodNotes: findings.on('tulipwood.xml') })
  const groupNames = groups.statics.map(({ name }) => name)
  const context = { archive, storage: world.repositories, principalOf, groupOf, groupNames }
  await checkRepositories(exported, context, findings)

  const { keptSections, ignored } = await parseSections(root)
  const natures = parseLinkTypes(root, notes)
  for (const { shortName, line } of natures) linkTypes.name(shortName, line)
  addLinkTypesOfTrackers(definitions, linkTypes)
  const disabledLinkTypes = listDisabledLinkTypes(natures, definitions, notes)
  if (disabledLinkTypes.includes(childType) && definitions.some(({ parentKey }) => parentKey !== null))
    notes.remark(
      'feature-left-out',
      natures.find(({ shortName }) => shortName === childType)?.line ?? null,
      message`The archive switches ${childType} off: its trackers have no parent`,
    )
  const knownNames = new Set((await getLinkTypes(world)).map(({ shortName }) => shortName))
  const maxNew = getMaxNewTypes(knownNames, policy.kind === 'known')
  return {
    plan: {
      project,
      services,
      users,
      identities,
      principalOf,
      addresses: history.addresses,
      groups,
      linkTypes: linkTypes.conclude(knownNames, { maxNew }),
      disabledLinkTypes,
      structure: root,
      artifacts: history.artifacts,
      paths: [...history.paths],
      sections: keptSections,
      repositories: exported,
      tulipwood,
    },
    ignored: [
      ...ignored,
      ...(withoutRepositories === true && containsRepositories(root) ? ['svn'] : []),
      ...((await archive.has('testmanagement.xml')) ? ['testmanagement.xml'] : []),
    ],
    counts: { ...countStructure(definitions), artifacts: history.artifacts.length, repositories: exported.length },
  }
}

/** docs/api/archive-format.md §1.3: a user matched by LDAP id can also be referred to by the login of the account. */
const loadOtherLogins = (users: readonly ArchivedUser[], accounts: KnownAccounts): ReadonlyMap<string, ArchivedUser> =>
  new Map(
    users.flatMap((user) => {
      const account = user.ldapId === null ? undefined : findAccountOfEntry(user, accounts)
      return account === undefined ? [] : [[normalizeLogin(account.login), user] as const]
    }),
  )

const containsRepositories = (root: XmlElement): boolean =>
  findChildren(root, 'svn').some((section) => findChild(section, 'repository') !== undefined)

interface StructureCounts {
  readonly trackers: number
  readonly fields: number
  readonly values: number
  readonly artifacts: number
  readonly repositories: number
}

function countStructure(
  definitions: readonly TrackerDefinition[],
): Pick<StructureCounts, 'trackers' | 'fields' | 'values'> {
  const fields = definitions.flatMap((definition) => [...formElements(definition.fields)])
  const values = fields.reduce(
    (sum, { bind }) => sum + (bind === null || bind.kind === 'users' ? 0 : bind.values.length),
    0,
  )
  return { trackers: definitions.length, fields: fields.length, values }
}

function* formElements(definitions: readonly FieldDefinition[]): Generator<FieldDefinition> {
  for (const definition of definitions) {
    yield definition
    yield* formElements(definition.children)
  }
}

const mapName = (policy: UserPolicy): string => (policy.kind === 'map' ? (policy.fileName ?? 'user_map.csv') : '')

function matchingOf(policy: UserPolicy, findings: Findings): MatchingPolicy {
  if (policy.kind === 'known') return policy
  if (policy.kind === 'map') return { kind: 'map', lines: parseUserMap(policy.csv, findings.on(mapName(policy))) }
  const states = { active: 'A', suspended: 'S', restricted: 'R' } as const
  return { kind: 'create', status: states[policy.as], ...(policy.chosen && { chosen: policy.chosen }) }
}
