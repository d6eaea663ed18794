import type { BuiltInTemplates } from '../../kit/ports.ts'
import type { TrackerDefinition } from '../model/definition.ts'
import { bugs, bugTracker } from './bugs.ts'
import { epicTracker } from './epic.ts'
import { issues } from './issues.ts'
import { kanban } from './kanban.ts'
import { releaseTracker } from './release.ts'
import { scrum } from './scrum.ts'
import { sprintTracker } from './sprint.ts'
import { storyTracker } from './story.ts'
import { taskTracker } from './task.ts'

/** Built-in project templates, by the name in `xml_template_name` (docs/api/projects.md §5). */
const templates: Readonly<Record<string, () => readonly TrackerDefinition[]>> = {
  issues,
  bugs,
  scrum,
  kanban,
  agile_alm: () => [
    releaseTracker(),
    sprintTracker('release'),
    epicTracker(),
    storyTracker({ parent: 'epic' }),
    taskTracker(),
    bugTracker(),
  ],
  empty: () => [],
}

export const builtInTemplates: BuiltInTemplates = {
  has: (name) => Object.hasOwn(templates, name),
  names: () => Object.keys(templates),
}

/** The trackers of a template; a name that `builtInTemplates` does not have is a bug. */
export function trackersOfTemplate(name: string): readonly TrackerDefinition[] {
  const definitions = templates[name]
  if (definitions === undefined) throw new Error(`Unknown template ${name}`)
  return definitions()
}
