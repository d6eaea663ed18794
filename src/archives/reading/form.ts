import type { Field } from '../../fields/field.ts'
import { fieldType, isFieldTypeName } from '../../fields/registry.ts'
import { trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import { toShortName } from '../../trackers/model/short-name.ts'
import type { Notes } from '../findings.ts'
import { readFlag } from './attributes.ts'
import { formElementsOf } from './tracker-keys.ts'

/** The form elements of one tracker that are imported, seen together. */
export interface Form {
  /** Distinct names, whatever their case. */
  readonly nameOf: ReadonlyMap<XmlElement, string>
  /** Names of the fields here, by the name that the history has for them, lower case. */
  readonly historyNames: ReadonlyMap<string, string>
  /** Elements of a type that a tracker uses once only, after the first one in use. */
  readonly furtherOfType: ReadonlySet<XmlElement>
}

export function readForm(tracker: XmlElement, notes: Notes): Form {
  const elements = [...formElementsOf(tracker)]
  const { nameOf, historyNames } = distinctNames(elements, notes)
  return { nameOf, historyNames, furtherOfType: furtherOfTypes(elements, notes) }
}

// The columns of Tuleap hold as many; longer ones do not fit into the index of PostgreSQL.
const maxNameLength = 255

/**
 * docs/api/archive-format.md §2.11: names are distinct in their tracker. Fields keep theirs before containers and
 * static elements do, the first one in document order before the others, which become `name_1`, `name_11`.
 */
function distinctNames(elements: readonly XmlElement[], notes: Notes): Pick<Form, 'nameOf' | 'historyNames'> {
  const wanted = new Map(elements.map((element) => [element, possibleName(element)]))
  const keepers = new Map<string, XmlElement>()
  for (const element of [...elements.filter(isField), ...elements.filter((each) => !isField(each))]) {
    const key = keyOf(wanted.get(element) ?? '')
    if (!keepers.has(key)) keepers.set(key, element)
  }
  const taken = new Set(keepers.keys())
  const nameOf = new Map<XmlElement, string>()
  const historyNames = new Map<string, string>()
  for (const element of elements) {
    const written = writtenName(element)
    const name = wanted.get(element) ?? ''
    const isKeeper = keepers.get(keyOf(name)) === element
    const distinct = isKeeper ? name : freeName(name, taken)
    taken.add(keyOf(distinct))
    nameOf.set(element, distinct)
    if (!isKeeper)
      notes.remark('renamed', element.line, `The name "${name}" occurs again in its tracker: it becomes "${distinct}"`)
    else if (name !== written)
      notes.remark('renamed', element.line, `The name "${shortened(written)}" is not possible: it becomes "${name}"`)
    // The history under a name belongs to the element that kept it.
    if (written !== '' && (isKeeper || !historyNames.has(keyOf(written)))) historyNames.set(keyOf(written), distinct)
  }
  return { nameOf, historyNames }
}

const isField = ({ attributes }: XmlElement): boolean => {
  const type = typeOf(attributes)
  return isFieldTypeName(type) && fieldType(type).kind === 'field'
}

const typeOf = (attributes: XmlElement['attributes']): string => attributes['type']?.trim() ?? ''

export const keyOf = (name: string): string => name.trim().toLowerCase()

const writtenName = (element: XmlElement): string => trimmedTextOf(element, 'name') ?? ''

const shortened = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name)

/** A name as the archive has it, unless no tracker can hold it. */
function possibleName(element: XmlElement): string {
  const written = writtenName(element)
  const name = written === '' ? toShortName(trimmedTextOf(element, 'label') ?? '') : written.replaceAll(/\s+/g, '_')
  // Cut between characters, not inside one.
  return [...name].slice(0, maxNameLength).join('').slice(0, maxNameLength).toWellFormed() || typeOf(element.attributes)
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = `${name}_1`
  // The suffix grows by a digit each time, which a tracker with thousands of such names would make long.
  for (let more = 0; taken.has(keyOf(free)); more += 1) free = more < maxDigits ? `${free}1` : `${name}_1_${more}`
  return free
}

const maxDigits = 50

function furtherOfTypes(elements: readonly XmlElement[], notes: Notes): Set<XmlElement> {
  const seen = new Set<string>()
  const further = new Set<XmlElement>()
  for (const element of elements) {
    const type = typeOf(element.attributes)
    const isUsed = readFlag(element.attributes['use_it'], true)
    if (!isUsed || !isFieldTypeName(type) || !fieldType(type).isUnique) continue
    if (seen.has(type)) {
      further.add(element)
      const name = writtenName(element)
      notes.remark(
        'element-unused',
        element.line,
        `A tracker uses one form element of type ${type}: "${name}" is imported with its history, and not in use`,
      )
    }
    seen.add(type)
  }
  return further
}

/** The fields of a tracker by the names that its history has for them; all: also those that are not in use. */
export function historyFields<F extends Pick<Field, 'name' | 'isUsed'>>(
  { historyNames, nameOf, furtherOfType }: Form,
  fields: Iterable<F>,
  all: boolean,
): Map<string, F> {
  const further = new Set([...furtherOfType].map((element) => nameOf.get(element)))
  const byName = new Map<string, F>()
  for (const field of fields) {
    const isRead = field.isUsed || (!all && !further.has(field.name))
    byName.set(keyOf(field.name), isRead ? field : { ...field, isUsed: true })
  }
  for (const [written, name] of historyNames) {
    const field = byName.get(keyOf(name))
    if (field !== undefined) byName.set(written, field)
  }
  return byName
}
