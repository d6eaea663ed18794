import type { FieldDefinition } from '../../fields/definition.ts'
import type { UserId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { XmlLimits } from '../../kit/xml/tree.ts'
import { loginKey } from '../../platform/model/user.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { Project } from '../../projects/model/project.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { childType, maxLinkTypes } from '../../trackers/model/link-type.ts'
import { linkTypesOf } from '../../trackers/store/link-types.ts'
import type { Findings } from '../findings.ts'
import { archivedLinkType, maxNewTypesOfUser, namedLinkTypes, nameTypesOfTrackers } from '../link-types.ts'
import { accountOfEntry, type KnownAccounts, type Matching, matchUsers } from '../match-users.ts'
import type { ImportPlan } from '../plan.ts'
import { peopleIn } from '../reading/people.ts'
import { readLinkTypes } from '../reading/project.ts'
import { readRepositories } from '../reading/repositories.ts'
import { readSections } from '../reading/sections.ts'
import { keyOfTracker } from '../reading/tracker.ts'
import { readTrackers } from '../reading/trackers.ts'
import { readTriggers } from '../reading/triggers.ts'
import { readUserGroups } from '../reading/user-groups.ts'
import { readUserMap } from '../reading/user-map.ts'
import { type ArchivedUser, readUsers } from '../reading/users.ts'
import type { ArchiveSource } from '../source.ts'
import { timezoneOf } from '../timezone.ts'
import { checkCategories } from './check-categories.ts'
import { type HistoryChecking, historyCheck } from './check-history.ts'
import { checkMembers } from './check-members.ts'
import { checkProject } from './check-project.ts'
import { checkRepositories } from './check-repositories.ts'
import { knownAccounts } from './known-accounts.ts'
import { type BytesRead, readEntry } from './read-entry.ts'
import { lookForOurs } from './read-ours.ts'
import { standInGroups } from './stand-in-groups.ts'

export interface ArchiveToCheck {
  readonly archive: ArchiveSource
  readonly users: UserPolicy
  readonly shortName?: string
  /** A project that waits for this content, and has its names already. */
  readonly into?: Project
  readonly withoutRepositories?: boolean
  /** What its documents may not exceed; they are read without when whoever brings them rules the platform. */
  readonly limits?: XmlLimits
  readonly onBytes?: BytesRead
}

/** How people of an archive become accounts (docs/api/archive-format.md §1.3). */
export type UserPolicy =
  | { readonly kind: 'map'; readonly csv: string; readonly fileName?: string }
  | { readonly kind: 'create'; readonly as: 'active' | 'suspended' | 'restricted' }
  /** Accounts that have both login and address of the archive; the others stay strangers, and no account is made. */
  | { readonly kind: 'known' }

export interface CheckedArchive {
  readonly plan: ImportPlan
  readonly ignored: readonly string[]
  readonly counts: StructureCounts
}

/** Reads a whole archive and finds everything that is wrong with it; writes nothing. */
export async function checkArchive(
  world: Pick<World, 'db' | 'cache' | 'config' | 'repositories'>,
  { archive, users: policy, shortName, into, withoutRepositories, limits, onBytes }: ArchiveToCheck,
  findings: Findings,
): Promise<CheckedArchive | undefined> {
  const settings = await settingsOf(world)
  const notes = findings.on('project.xml')
  const usersXml = await readEntry(archive, 'users.xml', findings.on('users.xml'), limits)
  const users = usersXml === undefined ? [] : readUsers(usersXml, findings.on('users.xml'))
  const matching = matchingOf(policy, findings)
  const accounts = await knownAccounts(world.db.read, users, matching)
  const personOf = peopleIn(users, loginsHere(users, accounts))
  const linkTypes = namedLinkTypes(notes)

  const timezone = timezoneOf(settings, world.config)
  const ours = await lookForOurs(archive, findings.on('tulipwood.xml'), limits)
  // Without users.xml every reference would be one more problem that says the same.
  const given: HistoryChecking = {
    archive,
    notes,
    personOf:
      usersXml === undefined ? (format, reference) => personOf(format, reference) ?? { kind: 'nobody' } : personOf,
    timezone,
    ours,
    linkTypes,
  }
  let history = historyCheck(given)
  const root = await readEntry(archive, 'project.xml', notes, {
    ...limits,
    each: { 'project/trackers/tracker/artifacts/artifact': history.take },
    onBytes,
  })
  if (root === undefined) return undefined
  if (root.name !== 'project') {
    notes.problem('wrong-root', root.line, `The file holds <${root.name}> instead of <project>`)
    return undefined
  }

  const trackers = children(root, 'trackers').flatMap((holder) => children(holder, 'tracker'))
  const { late } = history
  if (late.size > 0) {
    // Artifacts are read one by one and not kept: with the forms at hand, they are read once more.
    const again = { trackers: new Map(trackers.map((tracker) => [keyOfTracker(tracker), tracker])), late }
    history = historyCheck({ ...given, again })
    const each = { 'project/trackers/tracker/artifacts/artifact': history.take }
    await readEntry(archive, 'project.xml', notes, { ...limits, each })
  }
  const { project, services } = await checkProject(world.db.read, root, { shortName, into, settings, users }, notes)
  const places = { users: findings.on('users.xml'), map: findings.on(mapName(policy)) }
  await checkCategories(world.db.read, ours, into, findings.on('tulipwood.xml'))
  const identities = matchUsers(users, accounts, matching, places)

  const groups = readUserGroups(root, usersXml === undefined ? () => ({ kind: 'nobody' }) : personOf, notes)
  checkMembers(groups, identities, project.access, notes)
  const groupOf = standInGroups(groups)
  const userOf = (format: string, reference: string) =>
    personOf(format, reference) === undefined ? undefined : (1 as UserId)
  const definitions = readTrackers(trackers, { notes, groupOf, userOf, isAlone: false })
  for (const holder of children(root, 'trackers')) {
    for (const triggers of children(holder, 'triggers')) readTriggers(triggers, definitions, notes)
  }
  history.finish(groupOf)

  const told =
    withoutRepositories === true ? [] : readRepositories(root, ours, { notes, ours: findings.on('tulipwood.xml') })
  await checkRepositories(told, { archive, storage: world.repositories, personOf, groupOf }, findings)

  const { kept, ignored } = readSections(root)
  const natures = readLinkTypes(root, notes)
  for (const { shortName, line } of natures) linkTypes.name(shortName, line)
  nameTypesOfTrackers(definitions, linkTypes)
  const disabledLinkTypes = natures.flatMap(({ shortName, isUsed }) =>
    isUsed ? [] : archivedLinkType(shortName) || [],
  )
  if (disabledLinkTypes.includes(childType) && definitions.some(({ parentKey }) => parentKey !== null))
    notes.remark(
      'feature-left-out',
      natures.find(({ shortName }) => shortName === childType)?.line ?? null,
      `The archive switches ${childType} off: its trackers have no parent`,
    )
  const known = new Set((await linkTypesOf(world)).map(({ shortName }) => shortName))
  const maxNew = Math.min(maxLinkTypes - known.size, policy.kind === 'known' ? maxNewTypesOfUser : maxLinkTypes)
  return {
    plan: {
      project,
      services,
      users,
      identities,
      personOf,
      addresses: history.addresses,
      groups,
      linkTypes: linkTypes.conclude(known, { maxNew }),
      disabledLinkTypes,
      structure: root,
      artifacts: history.artifacts,
      paths: [...history.paths],
      sections: kept,
      repositories: told,
      ours,
    },
    ignored: [
      ...ignored,
      ...(withoutRepositories === true && hasRepositories(root) ? ['svn'] : []),
      ...((await archive.has('testmanagement.xml')) ? ['testmanagement.xml'] : []),
    ],
    counts: { ...countStructure(definitions), artifacts: history.artifacts.length, repositories: told.length },
  }
}

/** docs/api/archive-format.md §1.3: whom an LDAP id matches may also be referred to by the login of the account. */
const loginsHere = (users: readonly ArchivedUser[], accounts: KnownAccounts): ReadonlyMap<string, ArchivedUser> =>
  new Map(
    users.flatMap((user) => {
      const account = user.ldapId === null ? undefined : accountOfEntry(user, accounts)
      return account === undefined ? [] : [[loginKey(account.login), user] as const]
    }),
  )

const hasRepositories = (root: XmlElement): boolean =>
  children(root, 'svn').some((section) => child(section, 'repository') !== undefined)

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

function matchingOf(policy: UserPolicy, findings: Findings): Matching {
  if (policy.kind === 'known') return policy
  if (policy.kind === 'map') return { kind: 'map', lines: readUserMap(policy.csv, findings.on(mapName(policy))) }
  const states = { active: 'A', suspended: 'S', restricted: 'R' } as const
  return { kind: 'create', status: states[policy.as] }
}
