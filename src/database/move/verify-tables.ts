import type { Reader } from '../tables/transaction.ts'
import { hashTable } from './hash-table.ts'
import { MoveError } from './move-error.ts'
import type { TableStructure } from './table-structure.ts'

/** Reads every row of both databases and throws if one of their tables has other rows. */
export async function verifyTables(
  source: Reader,
  target: Reader,
  tables: readonly TableStructure[],
  onRows: (count: number) => void,
): Promise<void> {
  const different: string[] = []
  for (const table of tables) {
    const [one, other] = [await hashTable(source, table, onRows), await hashTable(target, table, onRows)]
    if (one.rows !== other.rows) different.push(`${table.name} (${one.rows} rows, ${other.rows} in the target)`)
    else if (one.hash !== other.hash) different.push(`${table.name} (other values)`)
  }
  if (different.length > 0)
    throw new MoveError(
      `The databases differ: ${different.join(', ')}. A server has changed one of them since the move began: empty the target and start the move again`,
    )
}
