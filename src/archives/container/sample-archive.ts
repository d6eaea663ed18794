import { fileURLToPath } from 'node:url'
import { resolvePackagePath } from '../../kit/system/package-path.ts'

/** Archive of the sample project: a boatyard with three users, four boats and their jobs. */
export const sampleArchive = fileURLToPath(resolvePackagePath('src/archives/sample'))

/** Short name in the archive. */
export const sampleShortName = 'boatyard'
