import { findDynamicGroup } from '../../accounts/model/groups.ts'
import { canSignIn, normalizeEmail, normalizeLogin, type User } from '../../accounts/model/user.ts'
import { loadProjectGroups, type StaticGroup } from '../../accounts/store/groups.ts'
import { loadUsers, loadUsersByEmails, loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { allocateIds } from '../../database/sql/sql.ts'
import { runPipelined } from '../../database/statements/pipeline.ts'
import { findGroupByName, isGroupInBind } from '../../fields/binds/group.ts'
import type {
  AttachableFile,
  FileToAttach,
  LinkTarget,
  ReverseLinkChange,
  WriteContext,
  WriteNeeds,
} from '../../fields/contexts/write-context.ts'
import type { Bind, Field, StoredLink } from '../../fields/model/field.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, FieldId, FileId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { createFieldNaming, getFieldRights } from '../../trackers/policy.ts'
import type { UnitWorld } from '../../world/model/unit-world.ts'
import type { Artifact } from '../model/artifact.ts'
import type { ArtifactPermit } from '../model/artifact-permit.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { loadAttachableFiles } from '../store/attachable-files.ts'
import { loadLinkTypeStates, lockAgainstDeletion } from '../store/link-targets.ts'
import { createOpenValues, loadOpenValues, loadOpenValuesByNumber } from '../store/open-list-values.ts'
import { loadLinkTargets } from './link-targets.ts'
import { loadOfferedUsers } from './offered-users.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/** Input for the context of a write. */
export interface WriteRequest {
  readonly permit: ArtifactPermit
  readonly tracker: Tracker
  readonly project: Project
  readonly caller: Caller
  /** Locked; null: it is being created. */
  readonly artifact: Artifact | null
  readonly needs: WriteNeeds
  readonly timezone: string
  readonly now: EpochSeconds
}

/** Data for field types that parse input, and the problems they report. */
export interface WritingContext {
  accepting(field: Field): WriteContext
  /** Returns the field with the names that problems may contain: its id if the caller cannot read it. */
  named(field: Field): Field
  /** Problems in the order reported; commands add their own. */
  readonly problems: Message[]
  /** Requested changes of reverse links (commands/update-reverse-links.ts). */
  readonly reverseLinkChanges: ReverseLinkChange[]
}

/** Loads only what the needs list: without needs there is no query. */
export async function loadWritingContext(
  tx: Tx,
  world: Pick<UnitWorld, 'db' | 'cache'>,
  { permit, tracker, project, caller, artifact, needs, timezone, now }: WriteRequest,
): Promise<WritingContext> {
  const [users, groups, files, openValues, numbered, types, targets, steps] = await Promise.all([
    loadReferencedUsers(tx, needs),
    needs.groups ? loadProjectGroups(tx, project.id) : [],
    loadFilesToAttach(tx, world, caller, tracker, artifact, [...needs.files]),
    loadOpenValues(tx, [...needs.openValues]),
    loadOpenValuesByNumber(tx, needs.openNumbers),
    loadLinkTypeStates(tx, permit, project.id, [...needs.linkTypes]),
    loadTargets(tx, world, caller, artifact, needs),
    allocateIds(tx, 'step', needs.stepCount),
  ])
  const staticGroups = new Map(groups.map((each) => [each.id, each]))
  const [offers, typed] = await Promise.all([
    loadOfferedUsers(tx, tracker, needs.offered, users.byId),
    createOpenValues(tx, permit, newOpenLabels(needs, tracker, users, staticGroups, numbered)),
  ])
  const problems: Message[] = []
  const reverseLinkChanges: ReverseLinkChange[] = []
  let stepsTaken = 0
  const common: Omit<WriteContext, 'currentValue'> = {
    caller,
    projectId: project.id,
    timezone,
    now,
    artifactId: artifact?.id ?? null,
    groups: staticGroups,
    userOf: (id) => users.byId.get(id),
    userByLogin: (login) => users.byLogin.get(normalizeLogin(login)),
    userByEmail: (email) => users.byEmail.get(normalizeEmail(email)),
    isOffered: (field, user) => offers(field.id, user),
    openValue(field, id) {
      const value = openValues.get(id)
      return value?.fieldId === field ? value : undefined
    },
    getOrCreateOpenValue: typed,
    openValuesOfNumber: (field, number) => ({
      byLabel: numbered.find(({ fieldId, label }) => fieldId === field && label === `${number}`),
      byId: numbered.find(({ fieldId, id }) => fieldId === field && id === number),
    }),
    fileOf: (id) => files.get(id),
    artifactOf: (id) => targets.get(id),
    linkType: (shortName) => (shortName === '' ? 'usable' : types.get(shortName)),
    nextStepId() {
      const id = steps[stepsTaken++]
      if (id === undefined) throw new Error('More step ids are used than were requested')
      return id
    },
    requestReverseLinks: (wish) => reverseLinkChanges.push(wish),
    reportProblem: (sentence) => problems.push(sentence),
  }
  return {
    accepting: (field) => ({ ...common, currentValue: artifact?.values[field.id] }),
    named: createFieldNaming(caller, tracker),
    problems,
    reverseLinkChanges,
  }
}

async function loadFilesToAttach(
  tx: Tx,
  world: Pick<UnitWorld, 'db' | 'cache'>,
  caller: Caller,
  tracker: Tracker,
  artifact: Artifact | null,
  ids: readonly FileId[],
): Promise<Map<FileId, FileToAttach>> {
  const files = await loadAttachableFiles(tx, ids)
  // Files of other artifacts are refused: the text depends on whether the caller sees those.
  const others = new Set([...files.values()].flatMap(({ artifactId }) => artifactId ?? []))
  if (artifact !== null) others.delete(artifact.id)
  const headers = others.size === 0 ? [] : [...(await loadHeaders(tx, [...others])).values()]
  const visible = new Set((await filterVisibleArtifacts(world, caller, headers)).map(({ id }) => id))
  const { canRead } = getFieldRights(caller, tracker)
  const isVisible = ({ artifactId, fieldId }: AttachableFile): boolean => {
    if (artifactId === null || artifactId !== artifact?.id) return artifactId !== null && visible.has(artifactId)
    const field = fieldId === null ? undefined : tracker.fieldById.get(fieldId)
    return field !== undefined && canRead(field)
  }
  return new Map([...files].map(([id, file]) => [id, { ...file, isVisible: isVisible(file) }]))
}

interface UserLookup {
  readonly byId: ReadonlyMap<UserId, User>
  readonly byLogin: ReadonlyMap<string, User>
  /** Of several accounts with one email address, one that can sign in. */
  readonly byEmail: ReadonlyMap<string, User>
}

async function loadReferencedUsers(tx: Tx, needs: WriteNeeds): Promise<UserLookup> {
  const [byId, byLogin, withEmail] = await Promise.all([
    loadUsers(tx, [...needs.users]),
    loadUsersByLogins(tx, [...needs.logins]),
    loadUsersByEmails(tx, [...needs.emails]),
  ])
  const byEmail = new Map<string, User>()
  for (const user of withEmail) {
    const key = normalizeEmail(user.email)
    const existingUser = byEmail.get(key)
    if (existingUser === undefined || (!canSignIn(existingUser.status) && canSignIn(user.status)))
      byEmail.set(key, user)
  }
  return { byId, byLogin, byEmail }
}

async function loadTargets(
  tx: Tx,
  world: Pick<UnitWorld, 'db' | 'cache'>,
  caller: Caller,
  artifact: Artifact | null,
  needs: WriteNeeds,
): Promise<Map<ArtifactId, LinkTarget>> {
  // fields/model/field.ts: StoredLink[]; the ids at the ends of links are those of artifacts.
  const current = [...needs.currentLinks].flatMap((field) =>
    ((artifact?.values[field] ?? []) as readonly StoredLink[]).map(({ id }) => id as ArtifactId),
  )
  const ids = new Set([...needs.artifacts, ...current])
  if (ids.size === 0) return new Map()
  const linked = new Set(current)
  const added = [...needs.artifacts].filter((id) => !linked.has(id))
  const [locked, targets] = await runPipelined(
    tx,
    () => lockAgainstDeletion(tx, added),
    () => loadLinkTargets(world, caller, [...ids]),
  )
  // Only rows that are locked still exist at the commit.
  const existing = new Set(locked)
  for (const id of added) if (!existing.has(id)) targets.delete(id)
  return targets
}

/** Returns labels to create as open values: those that are not users or groups of the bind. */
function newOpenLabels(
  { openLabels, openGroups, openNumbers }: WriteNeeds,
  tracker: Tracker,
  users: UserLookup,
  groups: ReadonlyMap<UserGroupId, StaticGroup>,
  numbered: Awaited<ReturnType<typeof loadOpenValuesByNumber>>,
): Map<FieldId, string[]> {
  const newLabels = new Map<FieldId, string[]>()
  for (const [id, labels] of openLabels) {
    const bind = tracker.fieldById.get(id)?.bind
    newLabels.set(
      id,
      [...labels].filter((label) => !isBoundLabel(label, bind, users, groups)),
    )
  }
  for (const [id, ids] of openGroups) {
    const names = [...ids].flatMap((each) => findDynamicGroup(each)?.label ?? groups.get(each)?.name ?? [])
    newLabels.set(id, [...(newLabels.get(id) ?? []), ...names])
  }
  for (const [id, numbers] of openNumbers) {
    const bind = tracker.fieldById.get(id)?.bind
    const own = numbered.filter(({ fieldId }) => fieldId === id)
    const isKnown = (number: number): boolean =>
      (bind?.kind === 'static' && bind.values.some((value) => value.id === number || value.label === `${number}`)) ||
      own.some((value) => value.id === number || value.label === `${number}`)
    const labels = [...numbers].flatMap((number) => (isKnown(number) ? [] : [`${number}`]))
    newLabels.set(id, [...(newLabels.get(id) ?? []), ...labels])
  }
  return newLabels
}

/** Whether a label names a user or group of the bind. */
function isBoundLabel(
  label: string,
  bind: Bind | null | undefined,
  users: UserLookup,
  groups: ReadonlyMap<UserGroupId, StaticGroup>,
): boolean {
  if (bind?.kind === 'users') return isActiveUser(label, users)
  const groupId = bind?.kind === 'ugroups' ? findGroupByName(label, groups) : undefined
  return bind?.kind === 'ugroups' && groupId !== undefined && isGroupInBind(groupId, bind)
}

const isActiveUser = (label: string, { byLogin, byEmail }: UserLookup): boolean =>
  [byLogin.get(normalizeLogin(label)), byEmail.get(normalizeEmail(label))].some(
    (user) => user && canSignIn(user.status),
  )
