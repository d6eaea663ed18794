import { randomUUID } from 'node:crypto'

/** A name of our own for bytes, never a client's: 32 hexadecimal digits. */
export const newStoredName = (): string => randomUUID().replaceAll('-', '')

export const isStoredName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

/** Of a name that came from elsewhere no path is made. */
export function checkStoredName(name: string): string {
  if (!isStoredName(name)) throw new Error('Not a name of this store')
  return name
}
