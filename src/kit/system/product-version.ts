import { readFileSync } from 'node:fs'
import { isBundled, resolvePackagePath } from './package-path.ts'

/** Product version from package.json. */
export const productVersion: string = readMember('package.json', 'version') ?? '0.0.0'

/** Commit that the bundle was built from, with `-dirty` if files differ; null: unknown, such as in sources that run. */
export const productCommit: string | null = isBundled ? readMember('dist/build.json', 'commit') : null

function readMember(file: string, member: string): string | null {
  try {
    const content: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(resolvePackagePath(file), 'utf8'))
    return typeof content[member] === 'string' ? content[member] : null
  } catch {
    return null
  }
}
