import type { TrackerDefinition } from '../model/definition.ts'
import { createBugTracker } from './bugs.ts'
import { createEpicTracker } from './epic.ts'
import { createIssueTrackers } from './issues.ts'
import { createKanbanTrackers } from './kanban.ts'
import { createReleaseTracker } from './release.ts'
import { createSprintTracker } from './sprint.ts'
import { createStoryTracker } from './story.ts'
import { createTaskTracker } from './task.ts'

/** Built-in trackers by short name. */
const trackers: ReadonlyMap<string, () => readonly TrackerDefinition[]> = new Map([
  ['bug', () => [createBugTracker()]],
  ['card', createKanbanTrackers],
  ['epic', () => [createEpicTracker()]],
  ['issue', createIssueTrackers],
  ['release', () => [createReleaseTracker()]],
  ['sprint', () => [createSprintTracker()]],
  ['story', () => [createStoryTracker({ parent: 'epic' })]],
  ['task', () => [createTaskTracker()]],
])

export const listBuiltInTrackerNames = (): readonly string[] => [...trackers.keys()]

/** Returns a built-in tracker without references to others; undefined when the name is unknown. */
export function findBuiltInTracker(name: string): TrackerDefinition | undefined {
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
