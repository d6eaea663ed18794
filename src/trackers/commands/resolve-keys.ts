import { type BindValueId, type FieldId, NO_VALUE, type TrackerId } from '../../kit/values/ids.ts'
import type { NumberedDefinitions } from './assign-ids.ts'

/** Resolves keys of definitions to ids; an unknown key is a bug of the caller. */
export interface Resolver {
  tracker(key: string): TrackerId
  field(key: string): FieldId
  fields(keys: readonly string[]): FieldId[]
  /** null is "None"; `user:103` is a user of a list bound to users */
  value(key: string | null): BindValueId
  /** Keeps XML as it is, except that references become the keys of an export (reads/definition-keys.ts). */
  replaceKeys(xml: string): string
}

export function createResolver({ trackers, fields, values }: NumberedDefinitions['byKey']): Resolver {
  const field = (key: string): FieldId => requireId(fields.get(key), 'field', key)
  const value = (key: string | null): BindValueId => {
    if (key === null) return NO_VALUE
    const user = /^user:(\d+)$/.exec(key)
    // In lists bound to users the id of a value is the id of the user (docs/api/trackers.md §5.3).
    return user ? (Number(user[1]) as BindValueId) : requireId(values.get(key), 'list value', key)
  }
  return {
    tracker: (key) => requireId(trackers.get(key), 'tracker', key),
    field,
    fields: (keys) => keys.map(field),
    value,
    replaceKeys: (xml) =>
      xml.replaceAll(/="([^"]+)"/g, (whole, key: string) => {
        const [element, listValue] = [fields.get(key), values.get(key)]
        if (element !== undefined) return `="F${element}"`
        return listValue === undefined ? whole : `="V${listValue}"`
      }),
  }
}

function requireId<T>(id: T | undefined, what: string, key: string): T {
  if (id === undefined) throw new Error(`Unknown ${what} key ${key}`)
  return id
}
