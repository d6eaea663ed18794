import type { BuiltInTemplates } from '../../kit/ports.ts'
import type { TrackerDefinition } from '../model/definition.ts'
import { createBugTracker, createBugTrackers } from './bugs.ts'
import { createEpicTracker } from './epic.ts'
import { createIssueTrackers } from './issues.ts'
import { createKanbanTrackers } from './kanban.ts'
import { createReleaseTracker } from './release.ts'
import { createScrumTrackers } from './scrum.ts'
import { createSprintTracker } from './sprint.ts'
import { createStoryTracker } from './story.ts'
import { createTaskTracker } from './task.ts'

/** Built-in project templates, by the name in `xml_template_name` (docs/api/projects.md §5). */
const templates: Readonly<Record<string, () => readonly TrackerDefinition[]>> = {
  issues: createIssueTrackers,
  bugs: createBugTrackers,
  scrum: createScrumTrackers,
  kanban: createKanbanTrackers,
  agile_alm: () => [
    createReleaseTracker(),
    createSprintTracker('release'),
    createEpicTracker(),
    createStoryTracker({ parent: 'epic' }),
    createTaskTracker(),
    createBugTracker(),
  ],
  empty: () => [],
}

export const builtInTemplates: BuiltInTemplates = {
  has: (name) => Object.hasOwn(templates, name),
  names: () => Object.keys(templates),
}

/** The trackers of a template; a name that `builtInTemplates` does not have is a bug. */
export function getTemplateTrackers(name: string): readonly TrackerDefinition[] {
  const definitions = templates[name]
  if (definitions === undefined) throw new Error(`Unknown template ${name}`)
  return definitions()
}
