import { readFile, writeFile } from 'node:fs/promises'
import type { ProjectId } from '../kit/ids.ts'
import type { Staging } from '../kit/ports.ts'
import type { ImportProgress } from './model/import-progress.ts'

const nameOf = (id: ProjectId): string => `import-${id}`
const betweenMs = 500

/** Where an import notes how far it is. */
export interface ProgressNotes {
  note(progress: ImportProgress): void
  remove(): Promise<void>
}

/**
 * How far an import is, for whoever asks any node. In a file: the import is one transaction, of which nobody sees
 * anything before its end, and beside which nobody writes into SQLite.
 */
export function progressNotes(staging: Staging, id: ProjectId): ProgressNotes {
  let writing: Promise<unknown> = Promise.resolve()
  let notedAt = 0
  let step: ImportProgress['step'] | undefined
  return {
    note(progress) {
      const now = Date.now()
      if (progress.step === step && now - notedAt < betweenMs) return
      step = progress.step
      notedAt = now
      const write = () => writeFile(staging.pathOf(nameOf(id)), JSON.stringify(progress))
      // A note that cannot be written is nobody's loss.
      writing = writing.then(write).catch(() => undefined)
    },
    async remove() {
      await writing
      await staging.remove(nameOf(id))
    },
  }
}

/** null: nothing is known of it. */
export async function progressOf(staging: Staging, id: ProjectId): Promise<ImportProgress | null> {
  try {
    // Written by this file alone.
    return JSON.parse(await readFile(staging.pathOf(nameOf(id)), 'utf8')) as ImportProgress
  } catch {
    // Not begun, over, or half a note.
    return null
  }
}
