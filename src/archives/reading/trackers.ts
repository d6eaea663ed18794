import { trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import type { RefusalCode } from '../finding-codes.ts'
import type { Notes } from '../findings.ts'
import { idAttribute } from './attributes.ts'
import type { Surroundings } from './surroundings.ts'
import { keyOfTracker, readTracker } from './tracker.ts'
import { formElementsOf, itemsOf } from './tracker-keys.ts'

/** Trackers made together: their keys are theirs alone, and they may name each other. */
export function readTrackers(
  trackers: readonly XmlElement[],
  around: Omit<Surroundings, 'trackerKeys'>,
): TrackerDefinition[] {
  refuseDuplicates(trackers, around.notes)
  const trackerKeys = new Set(trackers.map(keyOfTracker))
  const lines = new Map(trackers.map((tracker) => [keyOfTracker(tracker), tracker.line]))
  const read = trackers.map((tracker) => readTracker(tracker, { ...around, trackerKeys }))
  return inImportOrder(withDistinctReports(withoutCircles(read, lines, around.notes)))
}

/** docs/api/archive-format.md §2.9: in document order, trackers with the time frame of another one last. */
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
  // XML ids are compared as they are written, names whatever their case.
  const keys = onlyOnce(notes, 'repeated-id', (key) => `The id "${key}" is given twice`)
  const names = onlyOnce(notes, 'tracker-name', (name) => `Two trackers are called "${name}"`, nameKey)
  const itemNames = onlyOnce(notes, 'tracker-name', (name) => `Two trackers have the item_name "${name}"`, nameKey)
  for (const tracker of trackers) {
    keys(idAttribute(tracker, 'id'), tracker.line)
    names(trimmedTextOf(tracker, 'name'), tracker.line)
    itemNames(trimmedTextOf(tracker, 'item_name'), tracker.line)
    for (const element of formElementsOf(tracker)) {
      keys(idAttribute(element, 'ID'), element.line)
      for (const item of itemsOf(element)) keys(idAttribute(item, 'ID'), item.line)
    }
  }
}

const nameKey = (name: string): string => name.toLowerCase()

/**
 * A parent that is its own descendant would have no end: the tracker that closes the circle stands without a parent.
 */
function withoutCircles(trackers: readonly TrackerDefinition[], lines: ReadonlyMap<string, number>, notes: Notes) {
  const parents = new Map<string, string | null>()
  return trackers.map((tracker): TrackerDefinition => {
    const { key, parentKey } = tracker
    let above = parentKey
    while (above !== null && above !== key) above = parents.get(above) ?? null
    if (above === null || parentKey === null) {
      parents.set(key, parentKey)
      return tracker
    }
    parents.set(key, null)
    const text = `parent_id="${parentKey}" makes the tracker its own ancestor: the tracker stands without a parent`
    notes.remark('invalid-reference', lines.get(key) ?? null, text)
    return { ...tracker, parentKey: null }
  })
}

function onlyOnce(
  notes: Notes,
  code: RefusalCode,
  text: (value: string) => string,
  keyOf: (value: string) => string = (value) => value,
) {
  const seen = new Set<string>()
  return (value: string | undefined, line: number): void => {
    if (value === undefined || value === '') return
    const key = keyOf(value)
    if (seen.has(key)) notes.problem(code, line, text(value))
    seen.add(key)
  }
}
