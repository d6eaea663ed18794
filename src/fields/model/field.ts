import type { BindValueId, FieldId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'

/**
 * Each file of types/ adds the name of its type with its entry of `values`, or `true` without one; no list repeats them.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of types/ extend it.
export interface FieldTypeNames {}

/** Every type of form element (docs/api/trackers.md §5). */
export type FieldTypeName = keyof FieldTypeNames

/** Actions of a caller on a field (docs/api/trackers.md §6.3); stored under these names. */
export type FieldPermission = 'read' | 'submit' | 'update'

/** A form element of a tracker, as the tracker is loaded. */
export interface Field {
  readonly id: FieldId
  readonly trackerId: TrackerId
  readonly parentId: FieldId | null
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly isUsed: boolean
  readonly isRequired: boolean
  readonly hasNotifications: boolean
  /** Type-specific settings, typed by the field type that reads them. */
  readonly properties: Readonly<Record<string, unknown>>
  readonly bind: Bind | null
  readonly permissions: Readonly<Record<FieldPermission, readonly UserGroupId[]>>
}

/** Source of the values of a list (docs/api/trackers.md §5.3). */
export type Bind =
  | {
      readonly kind: 'static'
      readonly isAlphabetical: boolean
      /** Color of "None", for exports: lists here do not show it; absent: it has none. */
      readonly noneColor?: string
      readonly values: readonly StaticValue[]
    }
  | {
      readonly kind: 'users'
      readonly sources: readonly UserSource[]
      readonly defaults: readonly UserId[]
    }
  | { readonly kind: 'ugroups'; readonly values: readonly GroupValue[] }

export interface StaticValue {
  readonly id: BindValueId
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly isHidden: boolean
  readonly isDefault: boolean
  /** Palette name (`fiesta-red`), `#RRGGBB` of old archives, or '' (docs/api/trackers.md §3.3). */
  readonly color: string
  /** How many artifacts should have the value at most, a hint of boards (docs/decisions/0073-boards-as-a-layout.md). */
  readonly workLimit?: number
}

export interface GroupValue {
  readonly id: BindValueId
  readonly groupId: UserGroupId
  readonly isHidden: boolean
  readonly isDefault: boolean
}

/** `group` with a static or dynamic group id; 2 is "registered users" and is never expanded. */
export type UserSource =
  | { readonly kind: 'members' | 'administrators' | 'submitters' | 'modifiers' }
  | { readonly kind: 'group'; readonly groupId: UserGroupId }

/** Stored form of a text (docs/api/field-values.md §4). */
export interface RichText {
  readonly format: 'text' | 'html' | 'commonmark'
  readonly content: string
}

/** Stored form of a value of an open list: `b12` for a value of the bind, `o7` for a new value. */
export type OpenListItem = `b${number}` | `o${number}`

/** Stored form of one artifact link; the type is '' for a plain link. */
export interface StoredLink {
  readonly id: number
  readonly type: string
}

/** Stored form of a test step (docs/api/field-values.md §13). */
export interface StoredStep {
  readonly id: number
  readonly description: RichText
  readonly expectedResults: RichText
}

/**
 * Current values of an artifact by field id, as stored in `artifact.values` and, only what changed, in
 * `changeset.values`. An absent key means the field never had a value. By type:
 * string: string · text: RichText · int, float: number|null · date: epoch seconds|null · static, users and ugroups
 * lists: number[] of bind value ids, user ids, bind value ids (empty: None) · tbl: ("b12"|"o7")[] (users: "b<user id>") ·
 * file: file ids · art_link: StoredLink[] (forward) · perm: user group ids, null when not used · computed:
 * number|null (manual value) · ttmstepdef: StoredStep[] · Encrypted: string.
 */
export type StoredValues = Readonly<Record<string, unknown>>
