import type { UserGroupId } from '../../kit/values/ids.ts'
import type { FieldPermission, FieldTypeName } from './field.ts'

/**
 * A form element before it has an id: read from an archive, copied from a template, written by hand. `key` names it
 * inside its definition (`F12` in an archive); other parts refer to it by that key.
 */
export interface FieldDefinition {
  readonly key: string
  readonly type: FieldTypeName
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rank: number
  readonly isUsed: boolean
  readonly isRequired: boolean
  readonly hasNotifications: boolean
  readonly properties: Readonly<Record<string, unknown>>
  readonly bind: BindDefinition | null
  readonly permissions: readonly { readonly permission: FieldPermission; readonly group: UserGroupId }[]
  readonly children: readonly FieldDefinition[]
}

export interface ValueDefinition {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly isHidden: boolean
  readonly isDefault: boolean
  readonly color: string
  readonly workLimit?: number
}

export type BindDefinition =
  | {
      readonly kind: 'static'
      readonly isAlphabetical: boolean
      /** Color of "None"; absent: it has none. */
      readonly noneColor?: string
      readonly values: readonly ValueDefinition[]
    }
  | {
      readonly kind: 'users'
      readonly sources: readonly UserSourceDefinition[]
      readonly defaultUsers: readonly number[]
    }
  | {
      readonly kind: 'ugroups'
      readonly values: readonly {
        readonly key: string
        readonly group: UserGroupId
        readonly isHidden: boolean
        readonly isDefault: boolean
      }[]
    }

export type UserSourceDefinition =
  | { readonly kind: 'members' | 'administrators' | 'submitters' | 'modifiers' }
  | { readonly kind: 'group'; readonly group: UserGroupId }
