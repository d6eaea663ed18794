import { formatCount } from './format-count.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** Formats a size with one decimal: `1.5 kB`. */
export function formatSize(bytes: number): string {
  let size = bytes / 1000
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  return bytes < 1000 ? formatCount(bytes, 'byte') : `${Math.floor(size * 10) / 10} ${units[unit]}`
}
