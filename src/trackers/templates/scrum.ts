import { epicTracker } from './epic.ts'
import { sprintTracker } from './sprint.ts'
import { storyTracker } from './story.ts'
import { taskTracker } from './task.ts'

/** Epics contain stories, stories contain tasks, sprints schedule them. */
export const scrum = () => [epicTracker(), storyTracker({ parent: 'epic' }), taskTracker(), sprintTracker()]
