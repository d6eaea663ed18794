import { createEpicTracker } from './epic.ts'
import { createSprintTracker } from './sprint.ts'
import { createStoryTracker } from './story.ts'
import { createTaskTracker } from './task.ts'

/** Epics contain stories, stories contain tasks, sprints schedule them. */
export const createScrumTrackers = () => [
  createEpicTracker(),
  createStoryTracker({ parent: 'epic' }),
  createTaskTracker(),
  createSprintTracker(),
]
