import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import { serializeElement } from '../../trackers/xml/stored-xml.ts'
import type { ArchivedSection } from '../plan/import-plan.ts'

const understood: ReadonlySet<string> = new Set([
  'long-description',
  'banner',
  'services',
  'ugroups',
  'trackers',
  'natures',
  'svn',
])

export interface ParsedSections {
  readonly keptSections: readonly ArchivedSection[]
  /** Sections of other products (reported, never fatal). */
  readonly ignored: readonly string[]
}

/** Returns the parts of project.xml that are stored unchanged. */
export async function parseSections(root: XmlElement): Promise<ParsedSections> {
  const sections = await mapWithPauses(
    root.children.filter(({ name }) => !understood.has(name)),
    (section): ArchivedSection => ({ name: section.name, content: serializeElement(section) }),
  )
  const keptSections = [...Map.groupBy(sections, ({ name }) => name)].map(([name, parts]) => ({
    name,
    content: parts.map(({ content }) => content).join(''),
  }))
  const inTrackers = findChildren(root, 'trackers').flatMap((holder) => [
    ...(findChild(holder, 'references') === undefined ? [] : ['trackers/references']),
    ...findChildren(holder, 'tracker').flatMap(describeUnreadSections),
  ])
  const ignored = [...sections.map(({ name }) => name), ...inTrackers]
  return { keptSections, ignored: [...new Set(ignored)] }
}

const partsOfTracker: ReadonlySet<string> = new Set([
  'name',
  'item_name',
  'description',
  'color',
  'submit_instructions',
  'browse_instructions',
  'cannedResponses',
  'formElements',
  'semantics',
  'dependencies',
  'rules',
  'reports',
  'workflow',
  'simple_workflow',
  'webhooks',
  'permissions',
  'artifacts',
])

export const describeUnreadSections = (tracker: XmlElement): string[] =>
  tracker.children
    .map(({ name }) => name)
    .filter((name) => !partsOfTracker.has(name))
    .map((name) => `tracker/${name}`)
