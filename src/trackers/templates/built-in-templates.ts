import type { BuiltInTemplates } from '../../world/model/ports.ts'
import type { TrackerDefinition } from '../model/definition.ts'
import { type BuiltInTracker, readBuiltInTrackers } from './built-in-trackers.ts'

/** Trackers of the built-in project templates, by the name in `xml_template_name` (docs/api/projects.md §5). */
const templates: Readonly<Record<string, readonly BuiltInTracker[]>> = {
  issues: ['issue'],
  bugs: ['bug'],
  scrum: ['epic', 'story', 'task', 'sprint'],
  kanban: ['card'],
  agile_alm: ['release', 'sprint', 'epic', 'story', 'task', 'bug'],
  empty: [],
}

export const builtInTemplates: BuiltInTemplates = {
  has: (name) => Object.hasOwn(templates, name),
  names: () => Object.keys(templates),
}

/** The trackers of a template; a name that `builtInTemplates` does not have is a bug. */
export function getTemplateTrackers(name: string): readonly TrackerDefinition[] {
  const names = templates[name]
  if (names === undefined) throw new Error(`Unknown template ${name}`)
  return readBuiltInTrackers(names)
}
