import type {
  FieldPermissionName,
  PermissionsRepresentation,
  TrackerPermissionName,
} from '../../../../src/trackers/representations/permissions.ts'

export type PermissionGroup = PermissionsRepresentation['groups'][number]
export type PermissionField = PermissionsRepresentation['fields'][number]
/** A user with what decides about their permissions, besides the permissions themselves. */
export type PermissionHolder = NonNullable<PermissionsRepresentation['user']>
export type { FieldPermissionName, PermissionsRepresentation, TrackerPermissionName }

/** In the order of the matrix. */
export const fieldPermissions = [
  'can_read',
  'can_submit',
  'can_update',
] as const satisfies readonly FieldPermissionName[]

/** What a group may have on a tracker: the permissions of the API that have an effect next to each other. */
const choices = {
  none: [],
  own: ['can_access_submitted_by_user'],
  group: ['can_access_submitted_by_group'],
  assigned: ['can_access_assigned_to_group'],
  group_or_assigned: ['can_access_submitted_by_group', 'can_access_assigned_to_group'],
  own_or_assigned: ['can_access_submitted_by_user', 'can_access_assigned_to_group'],
  all: ['can_access'],
  administer: ['can_admin'],
} as const satisfies Readonly<Record<string, readonly TrackerPermissionName[]>>
export type AccessChoice = keyof typeof choices

type Access = PermissionsRepresentation['permissions_for_groups']

/** The access of users who are in all these groups. */
export function getChoice(
  access: Readonly<Record<TrackerPermissionName, readonly { readonly id: string }[]>>,
  groups: readonly string[],
): AccessChoice {
  const has = (name: TrackerPermissionName): boolean => access[name].some(({ id }) => groups.includes(id))
  if (has('can_admin')) return 'administer'
  if (has('can_access')) return 'all'
  const isAssigned = has('can_access_assigned_to_group')
  // Users are members of their own groups.
  if (has('can_access_submitted_by_group')) return isAssigned ? 'group_or_assigned' : 'group'
  if (has('can_access_submitted_by_user')) return isAssigned ? 'own_or_assigned' : 'own'
  return isAssigned ? 'assigned' : 'none'
}

/** What can be chosen for a group; the combination without a use of its own only where it is stored. */
export const listChoices = (group: PermissionGroup, current: AccessChoice): readonly AccessChoice[] =>
  (Object.keys(choices) as AccessChoice[]).filter(
    (choice) =>
      choice === current ||
      (choice !== 'own_or_assigned' && choices[choice].every((name) => group.possible_on_tracker.includes(name))),
  )

/** A permission of a group on a field. */
export type CellKey = `${FieldPermissionName} ${string}`
export const buildCellKey = (permission: FieldPermissionName, group: string): CellKey => `${permission} ${group}`

export type FieldChanges = ReadonlyMap<CellKey, boolean>

/** What was changed and not saved: only what differs from what the server has. */
export interface Changes {
  readonly access: ReadonlyMap<string, AccessChoice>
  readonly fields: ReadonlyMap<number, FieldChanges>
}

export const noChanges: Changes = { access: new Map(), fields: new Map() }

export const countChanges = ({ access, fields }: Changes): number => access.size + fields.size

/** What groups have on each field. */
export type SavedCells = ReadonlyMap<number, ReadonlySet<CellKey>>

export const listSavedCells = ({ fields }: Pick<PermissionsRepresentation, 'fields'>): SavedCells =>
  new Map(
    fields.map(({ field_id, permissions_for_groups: of }) => [
      field_id,
      new Set(fieldPermissions.flatMap((name) => of[name].map(({ id }) => buildCellKey(name, id)))),
    ]),
  )

/** Removes changes to what the server has by now; what stays keeps its identity. */
export function dropSaved(changes: Changes, data: PermissionsRepresentation, saved: SavedCells): Changes {
  const access = new Map(
    [...changes.access].filter(([id, choice]) => getChoice(data.permissions_for_groups, [id]) !== choice),
  )
  const fields = new Map<number, FieldChanges>()
  for (const [id, cells] of changes.fields) {
    const has = saved.get(id)
    if (has === undefined) continue
    const differing = [...cells].filter(([key, isOn]) => has.has(key) !== isOn)
    if (differing.length > 0) fields.set(id, differing.length === cells.size ? cells : new Map(differing))
  }
  return { access, fields }
}

/** A cell and what it shall be. */
export interface CellChange {
  readonly field: number
  readonly key: CellKey
  readonly isOn: boolean
}

export function changeCells(
  fields: Changes['fields'],
  cells: readonly CellChange[],
  saved: SavedCells,
): Changes['fields'] {
  const changed = new Map(fields)
  const renewed = new Map<number, Map<CellKey, boolean>>()
  for (const { field, key, isOn } of cells) {
    const own = renewed.get(field) ?? new Map(fields.get(field))
    renewed.set(field, own)
    if (saved.get(field)?.has(key) === isOn) own.delete(key)
    else own.set(key, isOn)
  }
  for (const [field, own] of renewed) {
    if (own.size === 0) changed.delete(field)
    else changed.set(field, own)
  }
  return changed
}

/** `locked`: on, because it is a part of another permission. `implied`: off, but a wider group has it. */
export type CellState = 'absent' | 'on' | 'off' | 'locked' | 'implied'

/** What is saved and what was changed of one field. */
export interface FieldCells {
  readonly field: PermissionField
  readonly saved: ReadonlySet<CellKey>
  readonly changes: FieldChanges | undefined
}

const holds = ({ saved, changes }: FieldCells, permission: FieldPermissionName, group: string): boolean => {
  const key = buildCellKey(permission, group)
  return changes?.get(key) ?? saved.has(key)
}

/** `update` includes `read` (docs/api/trackers.md §6.3). */
export const includes = (cells: FieldCells, permission: FieldPermissionName, group: string): boolean =>
  holds(cells, permission, group) || (permission === 'can_read' && holds(cells, 'can_update', group))

export function getCellState(cells: FieldCells, permission: FieldPermissionName, group: PermissionGroup): CellState {
  const key = buildCellKey(permission, group.id)
  // What an archive has granted otherwise can be withdrawn.
  const isPossible =
    cells.field.possible.includes(permission) && (group.possible_on_fields.includes(permission) || cells.saved.has(key))
  if (permission === 'can_read' && holds(cells, 'can_update', group.id)) return 'locked'
  if (!isPossible) return 'absent'
  if (holds(cells, permission, group.id)) return 'on'
  return group.member_of.some((id) => includes(cells, permission, id)) ? 'implied' : 'off'
}

export type AllState = Exclude<CellState, 'implied'> | 'mixed'

/** What several cells are together; those that cannot be switched only count if there are no others. */
export function combineStates(states: Iterable<CellState>): AllState {
  const found = new Set(states)
  const isOff = found.has('off') || found.has('implied')
  if (found.has('on')) return isOff ? 'mixed' : 'on'
  if (isOff) return 'off'
  return found.has('locked') ? 'locked' : 'absent'
}

/** The difference of one permission, with the names of groups. */
export interface PermissionDifference {
  readonly permission: FieldPermissionName
  readonly isGranted: boolean
  readonly groups: readonly string[]
}

export const listDifferences = (
  changes: FieldChanges,
  groups: readonly PermissionGroup[],
): readonly PermissionDifference[] =>
  fieldPermissions.flatMap((permission) =>
    [false, true].flatMap((isGranted) => {
      const names = groups.filter(({ id }) => changes.get(buildCellKey(permission, id)) === isGranted)
      return names.length === 0 ? [] : [{ permission, isGranted, groups: names.map(({ label }) => label) }]
    }),
  )

/** Ids of groups by permission, as the API takes them. */
export type FieldPermissionsBody = Partial<Record<FieldPermissionName, readonly string[]>>

/** The permissions of a field that change, before and after. */
export function buildFieldBodies(
  { permissions_for_groups: of }: PermissionField,
  changes: FieldChanges,
): { readonly before: FieldPermissionsBody; readonly after: FieldPermissionsBody } {
  const before: FieldPermissionsBody = {}
  const after: FieldPermissionsBody = {}
  for (const permission of fieldPermissions) {
    const own = [...changes].filter(([key]) => key.startsWith(`${permission} `))
    if (own.length === 0) continue
    const ids = of[permission].map(({ id }) => id)
    const changed = new Map(own.map(([key, isOn]) => [key.slice(permission.length + 1), isOn]))
    before[permission] = ids
    after[permission] = [
      ...ids.filter((id) => changed.get(id) !== false),
      ...[...changed].filter(([id, isOn]) => isOn && !ids.includes(id)).map(([id]) => id),
    ]
  }
  return { before, after }
}

/** All members of `permissions_for_groups` of a tracker: what is omitted would be removed. */
export function buildAccessBody(
  access: Access,
  changes: Changes['access'] = new Map(),
): Readonly<Record<TrackerPermissionName, readonly string[]>> {
  const list = (name: TrackerPermissionName): readonly string[] => [
    ...access[name].map(({ id }) => id).filter((id) => !changes.has(id)),
    ...[...changes].filter(([, choice]) => choices[choice].some((each) => each === name)).map(([id]) => id),
  ]
  return {
    can_access: list('can_access'),
    can_access_submitted_by_user: list('can_access_submitted_by_user'),
    can_access_submitted_by_group: list('can_access_submitted_by_group'),
    can_access_assigned_to_group: list('can_access_assigned_to_group'),
    can_admin: list('can_admin'),
  }
}

/** The access of users who are in all these groups, once the changes are saved. */
export function getEffectiveChoice(
  access: Access,
  changes: Changes['access'],
  groups: readonly string[],
): AccessChoice {
  const body = buildAccessBody(access, changes)
  const refer = (name: TrackerPermissionName) => body[name].map((id) => ({ id }))
  return getChoice(
    {
      can_access: refer('can_access'),
      can_access_submitted_by_user: refer('can_access_submitted_by_user'),
      can_access_submitted_by_group: refer('can_access_submitted_by_group'),
      can_access_assigned_to_group: refer('can_access_assigned_to_group'),
      can_admin: refer('can_admin'),
    },
    groups,
  )
}
