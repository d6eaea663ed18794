import type { World } from '../../kit/world.ts'
import { importMemory } from '../model/import.ts'
import { removeImports } from '../store/imports.ts'

/** Forgets what became of archives a week ago; projects that they became stay. Returns how many. */
export const sweepImports = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<number> =>
  db.write((tx) => removeImports(tx, clock.now() - importMemory))
