import { epicTracker } from './epic.ts'
import { sprintTracker } from './sprint.ts'
import { storyTracker } from './story.ts'
import { taskTracker } from './task.ts'

/** Epics hold stories, stories hold tasks, sprints say when. */
export const scrum = () => [epicTracker(), storyTracker({ parent: 'epic' }), taskTracker(), sprintTracker()]
