import { buildElement } from '../../kit/xml/write.ts'
import { createCarrier } from './badges.ts'
import type { Semantic } from './semantic.ts'
import { readValues, writeValues } from './xml-references.ts'

declare module '../model/definition.ts' {
  interface SemanticsBy<FieldRef, ValueRef, TrackerRef> {
    /** Values of the status field. */
    readonly done?: { readonly values: readonly ValueRef[] }
  }
}

export const done = {
  archive: {
    hasTitle: true,
    read: (semantic, keys) => ({ values: readValues(semantic, 'closed_values', 'closed_value', keys) }),
    write: ({ values }) => [buildElement('closed_values', {}, ...writeValues('closed_value', values))],
  },
  // The status field carries it, whether or not its values are configured.
  badge: { label: 'Done', uses: (semantics) => [createCarrier('Done', semantics.status?.field)] },
  fieldsOf: () => [],
  valuesOf: ({ status, done }, list) => (status?.field === list ? (done?.values ?? []) : []),
  isConsistent: (before, after) => after.status !== undefined && after.status.field === before.status?.field,
  mapReferences: ({ values }, map, { status }) =>
    status && { values: values.map((value) => map.value(value, status.field)) },
} satisfies Semantic<'done'>
