import { fieldType, isFieldTypeName } from '../../fields/registry.ts'
import { trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import type { RefusalCode } from '../finding-codes.ts'
import type { Notes } from '../findings.ts'
import type { Surroundings } from './surroundings.ts'
import { keyOfTracker, readTracker } from './tracker.ts'
import { formElementsOf, itemsOf } from './tracker-keys.ts'

/** Trackers made together: their keys are theirs alone, and they may name each other. */
export function readTrackers(
  trackers: readonly XmlElement[],
  around: Omit<Surroundings, 'trackerKeys'>,
): TrackerDefinition[] {
  refuseDuplicates(trackers, around.notes)
  refuseOtherOrder(trackers, around.notes)
  const trackerKeys = new Set(trackers.map(keyOfTracker))
  return inImportOrder(withDistinctReports(trackers.map((tracker) => readTracker(tracker, { ...around, trackerKeys }))))
}

/** Contract 20 §8.9: in document order, trackers with the time frame of another one last. */
const inImportOrder = (trackers: readonly TrackerDefinition[]): TrackerDefinition[] => {
  const inherits = ({ semantics: { timeframe } }: TrackerDefinition): boolean =>
    timeframe !== undefined && 'impliedFrom' in timeframe
  return [...trackers.filter((each) => !inherits(each)), ...trackers.filter(inherits)]
}

/** Copies of trackers keep the keys of their reports, which nothing in a tracker refers to: the first one has it. */
function withDistinctReports(trackers: readonly TrackerDefinition[]): TrackerDefinition[] {
  const seen = new Set<string>()
  const distinct = (key: string | null): string | null => {
    if (key === null || seen.has(key)) return null
    seen.add(key)
    return key
  }
  return trackers.map((tracker) => ({
    ...tracker,
    reports: tracker.reports.map((report) => ({ ...report, key: distinct(report.key) })),
  }))
}

function refuseDuplicates(trackers: readonly XmlElement[], notes: Notes): void {
  const keys = onlyOnce(notes, 'repeated-id', (key) => `The id "${key}" is given twice`)
  const names = onlyOnce(notes, 'tracker-name', (name) => `Two trackers are called "${name}"`)
  const itemNames = onlyOnce(notes, 'tracker-name', (name) => `Two trackers have the item_name "${name}"`)
  for (const tracker of trackers) {
    keys(tracker.attributes['id'], tracker.line)
    names(trimmedTextOf(tracker, 'name'), tracker.line)
    itemNames(trimmedTextOf(tracker, 'item_name'), tracker.line)
    const fieldNames = onlyOnce(
      notes,
      'invalid-structure',
      (name) => `Two form elements of the tracker have the name "${name}"`,
    )
    const types = onlyOnce(
      notes,
      'invalid-structure',
      (type) => `A tracker has at most one form element of type ${type}`,
    )
    for (const element of formElementsOf(tracker)) {
      const { ID: key, type = '' } = element.attributes
      keys(key, element.line)
      fieldNames(trimmedTextOf(element, 'name'), element.line)
      if (isFieldTypeName(type) && fieldType(type).isUnique) types(type, element.line)
      for (const item of itemsOf(element)) keys(item.attributes['ID'], item.line)
    }
  }
}

/** Artifacts are read one by one and not kept, so their fields must be known by then (contract 20 §8.1: the order is fixed). */
function refuseOtherOrder(trackers: readonly XmlElement[], notes: Notes): void {
  for (const { children, line } of trackers) {
    const form = children.findIndex(({ name }) => name === 'formElements')
    const artifacts = children.findIndex(({ name }) => name === 'artifacts')
    if (artifacts !== -1 && artifacts < form) {
      notes.problem('invalid-structure', line, 'The <formElements> of a tracker stand before its <artifacts>')
    }
  }
}

function onlyOnce(notes: Notes, code: RefusalCode, text: (value: string) => string) {
  const seen = new Set<string>()
  return (value: string | undefined, line: number): void => {
    if (value === undefined || value === '') return
    const key = value.toLowerCase()
    if (seen.has(key)) notes.problem(code, line, text(value))
    seen.add(key)
  }
}
