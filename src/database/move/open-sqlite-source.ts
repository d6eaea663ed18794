import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseInUseError, openExclusively } from '@tulipwood/sqlite/exclusive'
import { sqliteFileName } from '../db/db.ts'
import { createBuilder } from '../engine/builders.ts'
import type { Tables } from '../tables/tables.ts'
import { MoveError } from './move-error.ts'
import type { MoveSource } from './move-source.ts'

/** Opens the embedded database while no server uses it. */
export function openSqliteSource(directory: string): MoveSource {
  const file = join(directory, sqliteFileName)
  if (!existsSync(file))
    throw new MoveError(`There is no Tulipwood database in ${directory}. Check --data or TULIPWOOD_DATA`)
  const connection = open(file)
  return {
    dialect: 'sqlite',
    read: createBuilder<Tables>('sqlite', connection),
    whileLocked: (work) => work(),
    close: async () => connection.close(),
  }
}

function open(file: string) {
  try {
    return openExclusively(file)
  } catch (problem) {
    if (!(problem instanceof DatabaseInUseError)) throw problem
    throw new MoveError(`${problem.message}: stop the server and other commands first`)
  }
}
