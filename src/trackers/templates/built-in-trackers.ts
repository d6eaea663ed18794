import type { TrackerDefinition } from '../model/definition.ts'
import { bugTracker } from './bugs.ts'
import { epicTracker } from './epic.ts'
import { issues } from './issues.ts'
import { kanban } from './kanban.ts'
import { releaseTracker } from './release.ts'
import { sprintTracker } from './sprint.ts'
import { storyTracker } from './story.ts'
import { taskTracker } from './task.ts'

/** Built-in trackers by short name. */
const trackers: ReadonlyMap<string, () => readonly TrackerDefinition[]> = new Map([
  ['bug', () => [bugTracker()]],
  ['card', kanban],
  ['epic', () => [epicTracker()]],
  ['issue', issues],
  ['release', () => [releaseTracker()]],
  ['sprint', () => [sprintTracker()]],
  ['story', () => [storyTracker({ parent: 'epic' })]],
  ['task', () => [taskTracker()]],
])

export const builtInTrackerNames = (): readonly string[] => [...trackers.keys()]

/** Returns a built-in tracker without references to others; undefined when the name is unknown. */
export function builtInTracker(name: string): TrackerDefinition | undefined {
  const definition = trackers.get(name)?.()[0]
  if (definition === undefined) return undefined
  const { timeframe } = definition.semantics
  const isImplied = timeframe !== undefined && 'impliedFrom' in timeframe
  return {
    ...definition,
    parentKey: null,
    semantics: isImplied ? { ...definition.semantics, timeframe: undefined } : definition.semantics,
  }
}
