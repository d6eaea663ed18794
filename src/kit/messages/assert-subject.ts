import type { Permit } from '../values/permit.ts'

/**
 * Throws if a permit for one row is used for another, which only a fault of the server can do. Permits of the system and
 * permits without an id are for all rows.
 */
export function assertSubject({ action, subject }: Permit<string, unknown>, id: number): void {
  const permitted = typeof subject === 'object' && subject !== null && 'id' in subject ? subject.id : subject
  if (typeof permitted === 'number' && permitted !== id)
    throw new Error(`The permit to ${action} ${permitted} was used for ${id}`)
}
