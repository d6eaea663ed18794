import type { FieldTypeName } from '../../fields/field.ts'

const alwaysReadable: ReadonlySet<FieldTypeName> = new Set([
  'fieldset',
  'column',
  'linebreak',
  'separator',
  'staticrichtext',
])

const containers: ReadonlySet<FieldTypeName> = new Set(['fieldset', 'column'])

const setBySystem: ReadonlySet<FieldTypeName> = new Set([
  'lud',
  'subon',
  'subby',
  'luby',
  'aid',
  'atid',
  'priority',
  'cross',
  'burndown',
  'burnup',
  'shared',
])

/** docs/api/trackers.md §6.3: containers and static elements carry no permissions. */
export const isAlwaysReadable = (type: FieldTypeName): boolean => alwaysReadable.has(type)

/** docs/api/trackers.md §5.2: types that contain other elements. */
export const isContainer = (type: FieldTypeName): boolean => containers.has(type)

/** docs/api/trackers.md §5, "R/O": read-only types. Repeated by the field types; a test compares both. */
export const isSetBySystem = (type: FieldTypeName): boolean => setBySystem.has(type)
