import type { Field } from '../../../fields/model/field.ts'
import { getFieldType, isFieldTypeName } from '../../../fields/registry/registry.ts'
import { message } from '../../../kit/messages/message.ts'
import { getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
import { maxNameLength, toShortName } from '../../model/short-name.ts'
import { parseFlag } from '../attributes.ts'
import type { FindingReporter } from '../finding-reporter.ts'
import { listFormElements } from '../tracker-keys.ts'

/** The imported form elements of a tracker. */
export interface Form {
  /** Names, distinct ignoring case. */
  readonly nameOf: ReadonlyMap<XmlElement, string>
  /** New field names by lower-case name in the history. */
  readonly historyNames: ReadonlyMap<string, string>
  /** Additional elements of types that a tracker can use only once. */
  readonly furtherOfType: ReadonlySet<XmlElement>
}

export function parseForm(tracker: XmlElement, notes: FindingReporter): Form {
  const elements = [...listFormElements(tracker)]
  const { nameOf, historyNames } = distinctNames(elements, notes)
  return { nameOf, historyNames, furtherOfType: findFurtherOfTypes(elements, notes) }
}

/**
 * docs/api/archive-format.md §2.11: names are unique in their tracker. Fields take precedence over containers and
 * static elements, earlier ones over later ones, which become `name_1`, `name_11`.
 */
function distinctNames(elements: readonly XmlElement[], notes: FindingReporter): Pick<Form, 'nameOf' | 'historyNames'> {
  const expected = new Map(elements.map((element) => [element, toPossibleName(element)]))
  const keepers = new Map<string, XmlElement>()
  for (const element of [...elements.filter(isField), ...elements.filter((each) => !isField(each))]) {
    const key = buildNameKey(expected.get(element) ?? '')
    if (!keepers.has(key)) keepers.set(key, element)
  }
  const usedNames = new Set(keepers.keys())
  const nameOf = new Map<XmlElement, string>()
  const historyNames = new Map<string, string>()
  for (const element of elements) {
    const originalName = archivedName(element)
    const name = expected.get(element) ?? ''
    const isKeeper = keepers.get(buildNameKey(name)) === element
    const distinct = isKeeper ? name : findFreeName(name, usedNames)
    usedNames.add(buildNameKey(distinct))
    nameOf.set(element, distinct)
    if (!isKeeper)
      notes.remark(
        'renamed',
        element.line,
        message`The name "${name}" occurs again in its tracker: it becomes "${distinct}"`,
      )
    else if (name !== originalName)
      notes.remark(
        'renamed',
        element.line,
        message`The name "${shortenName(originalName)}" is not possible: it becomes "${name}"`,
      )
    // The history with a name belongs to the element that kept the name.
    if (originalName !== '' && (isKeeper || !historyNames.has(buildNameKey(originalName))))
      historyNames.set(buildNameKey(originalName), distinct)
  }
  return { nameOf, historyNames }
}

const isField = ({ attributes }: XmlElement): boolean => {
  const type = typeOf(attributes)
  return isFieldTypeName(type) && getFieldType(type).kind === 'field'
}

const typeOf = (attributes: XmlElement['attributes']): string => attributes['type']?.trim() ?? ''

export const buildNameKey = (name: string): string => name.trim().toLowerCase()

const archivedName = (element: XmlElement): string => getTrimmedText(element, 'name') ?? ''

const shortenName = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name)

/** Returns the archived name if trackers accept it. */
function toPossibleName(element: XmlElement): string {
  const originalName = archivedName(element)
  const name =
    originalName === '' ? toShortName(getTrimmedText(element, 'label') ?? '') : originalName.replaceAll(/\s+/g, '_')
  // Truncates between characters, not inside one.
  return [...name].slice(0, maxNameLength).join('').slice(0, maxNameLength).toWellFormed() || typeOf(element.attributes)
}

function findFreeName(name: string, usedNames: ReadonlySet<string>): string {
  let free = `${name}_1`
  // Each suffix adds a digit; the limit keeps names short in trackers with thousands of duplicates.
  for (let more = 0; usedNames.has(buildNameKey(free)); more += 1)
    free = more < maxDigits ? `${free}1` : `${name}_1_${more}`
  return free
}

const maxDigits = 50

function findFurtherOfTypes(elements: readonly XmlElement[], notes: FindingReporter): Set<XmlElement> {
  const seenTypes = new Set<string>()
  const further = new Set<XmlElement>()
  for (const element of elements) {
    const type = typeOf(element.attributes)
    const isUsed = parseFlag(element.attributes['use_it'], true)
    if (!isUsed || !isFieldTypeName(type) || !getFieldType(type).isUnique) continue
    if (seenTypes.has(type)) {
      further.add(element)
      const name = archivedName(element)
      notes.remark(
        'element-unused',
        element.line,
        message`A tracker uses one form element of type ${type}: "${name}" is imported with its history, and not in use`,
      )
    }
    seenTypes.add(type)
  }
  return further
}

/** Returns the fields of a tracker by their names in the history; `all` includes unused fields. */
export function collectHistoryFields<F extends Pick<Field, 'name' | 'isUsed'>>(
  { historyNames, nameOf, furtherOfType }: Form,
  fields: Iterable<F>,
  all: boolean,
): Map<string, F> {
  const further = new Set([...furtherOfType].map((element) => nameOf.get(element)))
  const byName = new Map<string, F>()
  for (const field of fields) {
    const isRead = field.isUsed || (!all && !further.has(field.name))
    byName.set(buildNameKey(field.name), isRead ? field : { ...field, isUsed: true })
  }
  for (const [key, name] of historyNames) {
    const field = byName.get(buildNameKey(name))
    if (field !== undefined) byName.set(key, field)
  }
  return byName
}
