import { type Message, message } from '../../../kit/messages/message.ts'
import { getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../model/definition.ts'
import { refersToTracker } from '../../semantics/refers-to-tracker.ts'
import { parseIdAttribute } from '../attributes.ts'
import type { RefusalCode } from '../finding-codes.ts'
import type { FindingReporter } from '../finding-reporter.ts'
import type { ParseContext } from '../parse-context.ts'
import { listFormElements, listItems } from '../tracker-keys.ts'
import { buildTrackerKey, parseTracker } from './tracker.ts'

/** Parses trackers that are created together: their keys are separate, and they may refer to each other. */
export function parseTrackers(
  trackers: readonly XmlElement[],
  context: Omit<ParseContext, 'trackerKeys'>,
): readonly TrackerDefinition[] {
  reportDuplicates(trackers, context.notes)
  const trackerKeys = new Set(trackers.map(buildTrackerKey))
  const lines = new Map(trackers.map((tracker) => [buildTrackerKey(tracker), tracker.line]))
  const read = trackers.map((tracker) => parseTracker(tracker, { ...context, trackerKeys }))
  return sortByDependencies(makeReportKeysDistinct(breakParentCycles(read, lines, context.notes)))
}

/** docs/api/archive-format.md §2.9: document order, with trackers that inherit a time frame last. */
const sortByDependencies = (trackers: readonly TrackerDefinition[]): readonly TrackerDefinition[] =>
  trackers.toSorted((a, b) => Number(refersToTracker(a.semantics)) - Number(refersToTracker(b.semantics)))

/** Copied trackers have the same report keys, which nothing refers to: the first one keeps them. */
function makeReportKeysDistinct(trackers: readonly TrackerDefinition[]): TrackerDefinition[] {
  const seenKeys = new Set<string>()
  const distinct = (key: string | null): string | null => {
    if (key === null || seenKeys.has(key)) return null
    seenKeys.add(key)
    return key
  }
  return trackers.map((tracker) => ({
    ...tracker,
    reports: tracker.reports.map((report) => ({ ...report, key: distinct(report.key) })),
  }))
}

function reportDuplicates(trackers: readonly XmlElement[], notes: FindingReporter): void {
  // XML ids are case-sensitive, names are not.
  const keys = reportRepeated(notes, 'repeated-id', (key) => message`The id "${key}" is given twice`)
  const names = reportRepeated(notes, 'tracker-name', (name) => message`Two trackers are called "${name}"`, nameKey)
  const itemNames = reportRepeated(
    notes,
    'tracker-name',
    (name) => message`Two trackers have the item_name "${name}"`,
    nameKey,
  )
  for (const tracker of trackers) {
    keys(parseIdAttribute(tracker, 'id'), tracker.line)
    names(getTrimmedText(tracker, 'name'), tracker.line)
    itemNames(getTrimmedText(tracker, 'item_name'), tracker.line)
    for (const element of listFormElements(tracker)) {
      keys(parseIdAttribute(element, 'ID'), element.line)
      for (const item of listItems(element)) keys(parseIdAttribute(item, 'ID'), item.line)
    }
  }
}

const nameKey = (name: string): string => name.toLowerCase()

/** Breaks parent cycles: the tracker that closes a cycle gets no parent. */
function breakParentCycles(
  trackers: readonly TrackerDefinition[],
  lines: ReadonlyMap<string, number>,
  notes: FindingReporter,
) {
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
    const text = message`parent_id="${parentKey}" makes the tracker its own ancestor: the tracker gets no parent`
    notes.remark('invalid-reference', lines.get(key) ?? null, text)
    return { ...tracker, parentKey: null }
  })
}

function reportRepeated(
  notes: FindingReporter,
  code: RefusalCode,
  text: (value: string) => Message,
  keyOf: (value: string) => string = (value) => value,
) {
  const seenKeys = new Set<string>()
  return (value: string | undefined, line: number): void => {
    if (value === undefined || value === '') return
    const key = keyOf(value)
    if (seenKeys.has(key)) notes.problem(code, line, text(value))
    seenKeys.add(key)
  }
}
