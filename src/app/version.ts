import { readFileSync } from 'node:fs'
import { resolvePackagePath } from '../kit/package-path.ts'

const manifest: unknown = JSON.parse(readFileSync(resolvePackagePath('package.json'), 'utf8'))

/** Product version from package.json. */
export const productVersion: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0'
