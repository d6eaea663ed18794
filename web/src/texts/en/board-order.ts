export const boardOrder = {
  heading: 'Order',
  steps: { top: 'Move to top', up: 'Move up', down: 'Move down', bottom: 'Move to bottom' },
  placed: (title: string, position: number, size: number): string => `${title}, position ${position} of ${size}`,
  sizeOfLimit: (size: number, limit: number): string => `${size} of ${limit}`,
  overLimit: (n: number): string => `${n} over the limit`,
  placedAway: (title: string): string => `${title} moved`,
}

export type BoardOrderTexts = typeof boardOrder
