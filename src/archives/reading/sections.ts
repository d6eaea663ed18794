import { child, children, type XmlElement } from '../../kit/xml/element.ts'
import type { KeptSection } from '../plan.ts'
import { xmlOf } from './xml-of.ts'

const understood: ReadonlySet<string> = new Set([
  'long-description',
  'banner',
  'services',
  'ugroups',
  'trackers',
  'natures',
  'svn',
])

export interface ReadSections {
  readonly kept: readonly KeptSection[]
  /** Sections of other products (issue: reported, never fatal). */
  readonly ignored: readonly string[]
}

/** The parts of project.xml that are kept as they are. */
export function readSections(root: XmlElement): ReadSections {
  const sections = root.children.filter(({ name }) => !understood.has(name))
  const kept = new Map<string, string>()
  for (const section of sections) kept.set(section.name, (kept.get(section.name) ?? '') + xmlOf(section))
  const inTrackers = children(root, 'trackers').flatMap((holder) => [
    ...(child(holder, 'references') === undefined ? [] : ['trackers/references']),
    ...children(holder, 'tracker').flatMap(foreignParts),
  ])
  const ignored = [...sections.map(({ name }) => name), ...inTrackers]
  return { kept: [...kept].map(([name, content]) => ({ name, content })), ignored: [...new Set(ignored)] }
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

export const foreignParts = (tracker: XmlElement): string[] =>
  tracker.children
    .map(({ name }) => name)
    .filter((name) => !partsOfTracker.has(name))
    .map((name) => `tracker/${name}`)
