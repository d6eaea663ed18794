import { randomUUID } from 'node:crypto'

/** Returns a new name for stored bytes, which is never a client's: 32 hexadecimal digits. */
export const createStoredName = (): string => randomUUID().replaceAll('-', '')

export const isStoredName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

/** Throws for a name of another form, so that no path is built from it. */
export function checkStoredName(name: string): string {
  if (!isStoredName(name)) throw new Error('Not a name of this store')
  return name
}
