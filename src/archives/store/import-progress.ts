import type { ProjectId } from '../../kit/values/ids.ts'
import type { Staging } from '../../world/model/ports.ts'
import type { ImportProgress } from '../model/import-progress.ts'

const progressName = (id: ProjectId): string => `import-${id}`
const writeIntervalMs = 500

/** Note with the progress of an import. */
export interface ProgressNote {
  write(progress: ImportProgress): void
  remove(): Promise<void>
}

/**
 * Progress of an import, readable on any node. It is a note of the staging: the import is one transaction, which is invisible
 * until its end and blocks other writes to SQLite.
 */
export function openProgressNote(staging: Pick<Staging, 'notes'>, id: ProjectId): ProgressNote {
  let context: Promise<unknown> = Promise.resolve()
  let notedAt = 0
  let step: ImportProgress['step'] | undefined
  return {
    write(progress) {
      const now = Date.now()
      if (progress.step === step && now - notedAt < writeIntervalMs) return
      step = progress.step
      notedAt = now
      const write = () => staging.notes.write(progressName(id), JSON.stringify(progress))
      // Progress is optional: write errors are ignored.
      context = context.then(write).catch(() => undefined)
    },
    async remove() {
      await context
      // A note that stays is swept.
      await staging.notes.remove(progressName(id)).catch(() => undefined)
    },
  }
}

/** null: unknown */
export async function readProgress(staging: Pick<Staging, 'notes'>, id: ProjectId): Promise<ImportProgress | null> {
  try {
    const text = await staging.notes.read(progressName(id))
    // Written only by this file.
    return text === undefined ? null : (JSON.parse(text) as ImportProgress)
  } catch {
    // Partially written, or the store is unavailable.
    return null
  }
}
