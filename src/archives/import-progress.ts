import { readFile, writeFile } from 'node:fs/promises'
import type { ProjectId } from '../kit/ids.ts'
import type { Staging } from '../kit/ports.ts'
import type { ImportProgress } from './model/import-progress.ts'

const progressFileName = (id: ProjectId): string => `import-${id}`
const writeIntervalMs = 500

/** File with the progress of an import. */
export interface ProgressFile {
  write(progress: ImportProgress): void
  remove(): Promise<void>
}

/**
 * Progress of an import, readable on any node. Stored in a file: the import is one transaction, which is invisible
 * until its end and blocks other writes to SQLite.
 */
export function openProgressFile(staging: Staging, id: ProjectId): ProgressFile {
  let context: Promise<unknown> = Promise.resolve()
  let notedAt = 0
  let step: ImportProgress['step'] | undefined
  return {
    write(progress) {
      const now = Date.now()
      if (progress.step === step && now - notedAt < writeIntervalMs) return
      step = progress.step
      notedAt = now
      const write = () => writeFile(staging.pathOf(progressFileName(id)), JSON.stringify(progress))
      // Progress is optional: write errors are ignored.
      context = context.then(write).catch(() => undefined)
    },
    async remove() {
      await context
      await staging.remove(progressFileName(id))
    },
  }
}

/** null: unknown */
export async function readProgress(staging: Staging, id: ProjectId): Promise<ImportProgress | null> {
  try {
    // Written only by this file.
    return JSON.parse(await readFile(staging.pathOf(progressFileName(id)), 'utf8')) as ImportProgress
  } catch {
    // Not started, finished, or partially written.
    return null
  }
}
