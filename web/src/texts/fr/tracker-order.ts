import type { TrackerOrderTexts } from '../en/tracker-order.ts'
import { formatCount } from './states.ts'

export const trackerOrder: TrackerOrderTexts = {
  hint: 'Les pages et les menus du projet montrent les trackers dans cet ordre. Les flèches déplacent un tracker, de même que la touche Alt avec une flèche du clavier.',
  tooMany: (n) => `Seuls les projets d’au plus ${formatCount(n)} trackers peuvent être ordonnés ici.`,
  up: (name) => `Monter ${name}`,
  down: (name) => `Descendre ${name}`,
  moved: (name, place, count) => `${name} est à la place ${place} sur ${count}`,
}
