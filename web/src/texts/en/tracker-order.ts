import { formatCount } from './states.ts'

/** How project administrators arrange the trackers of a project. */
export const trackerOrder = {
  hint: 'Pages and menus of the project show the trackers in this order. The arrows move a tracker, and so do the Alt key and an arrow key.',
  tooMany: (n: number): string => `Only projects with at most ${formatCount(n)} trackers can be arranged here.`,
  up: (name: string): string => `Move ${name} up`,
  down: (name: string): string => `Move ${name} down`,
  moved: (name: string, place: number, count: number): string => `${name} is at ${place} of ${count}`,
}

export type TrackerOrderTexts = typeof trackerOrder
