import { sweepPermit } from '../../kit/messages/system-permits.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { importRetentionSeconds } from '../model/import.ts'
import { removeImports } from '../store/imports.ts'

/** Deletes records of imports that ended a week ago; their projects stay. Returns their number. */
export const sweepImports = ({ db, clock }: Pick<CommandWorld, 'db' | 'clock'>): Promise<number> =>
  db.write((tx) => removeImports(tx, sweepPermit, clock.now() - importRetentionSeconds))
