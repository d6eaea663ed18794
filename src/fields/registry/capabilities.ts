import type { Capabilities, ValueKind } from '../field-type/field-type.ts'
import type { Field, FieldTypeName } from '../model/field.ts'
import { fieldTypes, getFieldType } from './registry.ts'

type FieldWithType = Pick<Field, 'type'>

const createCheck =
  (...kinds: readonly ValueKind[]) =>
  ({ type }: FieldWithType): boolean => {
    const { holds } = getFieldType(type)
    return holds !== undefined && kinds.includes(holds)
  }

export const holdsLine = createCheck('line')
export const holdsText = createCheck('text')
export const holdsMoment = createCheck('moment')
export const holdsSum = createCheck('sum')
/** At most one value of a list. */
export const holdsChoice = createCheck('choice')
/** Any number of values of a list that has no others. */
export const holdsChoices = createCheck('choice', 'choices')
export const holdsOpenChoices = createCheck('openChoices')
export const holdsUser = createCheck('user')
export const holdsFiles = createCheck('files')
export const holdsLinks = createCheck('links')
export const holdsGrants = createCheck('grants')
export const holdsSteps = createCheck('steps')
export const holdsId = createCheck('id')
export const holdsMentions = createCheck('mentions')
export const holdsBurndown = createCheck('burndown')
/** Numbers that are stored, so that the database adds them up. */
export const isSummable = createCheck('number')
/** Values that a computed field of the same name adds up (docs/api/trackers.md §5.1). */
export const isSummand = createCheck('number', 'sum', 'choice')

/** Types that hold one of these kinds of values, in this order. */
export const listTypesHolding = (...kinds: readonly ValueKind[]): readonly FieldTypeName[] =>
  kinds.flatMap((kind) => listTypes(({ holds }) => holds === kind))

const listTypes = (matches: (type: Capabilities) => boolean): FieldTypeName[] =>
  Object.values(fieldTypes).flatMap((each) => (matches(each) ? [each.type] : []))

/** docs/api/trackers.md §6.3: containers and static elements carry no permissions. */
export const isAlwaysReadable = (type: FieldTypeName): boolean => getFieldType(type).kind !== 'field'

/** docs/api/trackers.md §5.2: types that contain other elements. */
export const isContainer = (type: FieldTypeName): boolean => getFieldType(type).kind === 'container'

/** docs/api/trackers.md §5, "R/O": read-only types. */
export function isSetBySystem(type: FieldTypeName): boolean {
  const { kind, isReadOnly } = getFieldType(type)
  return kind === 'field' && isReadOnly
}

/** docs/api/trackers.md §5.2: field sets stand at the root, columns in them. */
export const getPlace = ({ type }: FieldWithType): Capabilities['place'] => getFieldType(type).place

export const isFieldset = (element: FieldWithType): boolean => getPlace(element) === 'root'
