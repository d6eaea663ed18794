import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface RestOfMatrix {
  /** Files whose tests on SQLite are the same in `npm test`, which leaves out those on PostgreSQL. */
  readonly postgresOnly: readonly string[]
  /** Files that are the same in `npm test`. */
  readonly same: readonly string[]
}

/** Returns the files that are in both `npm test` and the full matrix, where they differ at most in the database. */
export function findRestOfMatrix(root: string, onlyInMatrix: readonly string[]): RestOfMatrix {
  const files = globSync(
    ['packages/*/src/**/*.test.ts', 'src/**/*.test.ts', 'web/src/**/*.test.ts', 'test/**/*.test.ts'],
    { cwd: root },
  )
  const postgresOnly: string[] = []
  const same: string[] = []
  for (const file of files) {
    if (onlyInMatrix.includes(file) || /^test\/(objects|reference)\//.test(file)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    if (/\/full-matrix\.ts'/.test(text)) continue
    if (/\bonEachDatabase\(/.test(text)) postgresOnly.push(file)
    else same.push(file)
  }
  return { postgresOnly, same }
}
