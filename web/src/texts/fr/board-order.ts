import type { BoardOrderTexts } from '../en/board-order.ts'

export const boardOrder: BoardOrderTexts = {
  heading: 'Ordre',
  steps: { top: 'Placer en haut', up: 'Monter', down: 'Descendre', bottom: 'Placer en bas' },
  placed: (title, position, size) => `${title}, position ${position} sur ${size}`,
  sizeOfLimit: (size, limit) => `${size} sur ${limit}`,
  overLimit: (n) => `${n} au-delà de la limite`,
  placedAway: (title) => `${title} déplacé`,
}
