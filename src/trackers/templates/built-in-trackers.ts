import { readFileSync } from 'node:fs'
import { resolvePackagePath } from '../../kit/system/package-path.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { parseXml } from '../../kit/xml/read.ts'
import type { TrackerDefinition } from '../model/definition.ts'
import type { FindingReporter } from '../xml/finding-reporter.ts'
import { indexGroupsByName } from '../xml/group-by-name.ts'
import { parseTrackers } from '../xml/parse/trackers.ts'

/** Short names of the built-in trackers. Each has an archive, `archives/<name>.xml`. */
export const builtInTrackers = ['bug', 'card', 'epic', 'issue', 'release', 'sprint', 'story', 'task'] as const

export type BuiltInTracker = (typeof builtInTrackers)[number]

export const isBuiltInTracker = (name: string): name is BuiltInTracker =>
  (builtInTrackers as readonly string[]).includes(name)

const elements = new Map<BuiltInTracker, XmlElement>()

/** Returns the definitions of trackers that are created together: a parent that is not among them is left out. */
export const readBuiltInTrackers = (names: readonly BuiltInTracker[]): readonly TrackerDefinition[] =>
  parseTrackers(names.map(readElement), {
    notes: reporter,
    groupOf: indexGroupsByName(new Map()),
    userOf: () => undefined,
    isSingleTracker: false,
  })

function readElement(name: BuiltInTracker): XmlElement {
  const element =
    elements.get(name) ??
    parseXml(readFileSync(resolvePackagePath(`src/trackers/templates/archives/${name}.xml`), 'utf8'))
  elements.set(name, element)
  return element
}

const reporter: FindingReporter = {
  problem(code, line, text) {
    throw new Error(`Archive of a built-in tracker, line ${line}: ${text} (${code})`)
  },
  remark() {},
}
