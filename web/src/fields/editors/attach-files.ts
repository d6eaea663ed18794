import { dismissEdit, readFieldEdit, reloadArtifact, saveArtifact } from '../../data/artifact-writes.ts'
import { Failure } from '../../data/failure.ts'
import { computeRetryPause, hasNoAnswer, pause } from '../../data/retry.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import {
  type FileUpload,
  isActive,
  onUploadsChanged,
  readUploads,
  refuseUploads,
  removeUploads,
  restartUploads,
} from '../../data/uploads.ts'
import { texts } from '../../texts/texts.ts'
import type { Field } from '../field-context.tsx'
import { attachedFiles, describeUpload, hasSameFiles } from './file-values.ts'
import { headOf } from './head-of.ts'

interface Target {
  readonly artifact: number
  readonly field: Field
}

const targets = new Map<string, Target>()
const busy = new Set<string>()
const waitMs = 500

/** Attaches the uploads of a place to an artifact once all of them are complete, wherever the user is by then. */
export function attachWhenComplete(place: string, target: Target): void {
  if (targets.size === 0) onUploadsChanged(attachAll)
  targets.set(place, target)
  attachAll()
}

function attachAll(): void {
  for (const [place, target] of targets) {
    if (busy.has(place) || readComplete(place).length === 0) continue
    busy.add(place)
    void attach(place, target).finally(() => {
      busy.delete(place)
      attachAll()
    })
  }
}

/** The complete uploads of a place; none while others are on their way. */
function readComplete(place: string): readonly FileUpload[] {
  const uploads = readUploads(place)
  return uploads.some(isActive) ? [] : uploads.filter(({ state }) => state.kind === 'complete')
}

async function attach(place: string, { artifact, field }: Target): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const current = await reloadArtifact(artifact)
      if (readFieldEdit(artifact, field.field_id) !== undefined) {
        // Another change of the same field comes first.
        await pause(waitMs, () => undefined)
        continue
      }
      const uploads = readComplete(place)
      if (uploads.length === 0) return
      const base = current.values?.find(({ field_id }) => field_id === field.field_id) ?? null
      if ((await saveFiles(artifact, field, base, uploads)) !== 'conflict') return
    } catch (thrown) {
      const failure = thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)
      if (!hasNoAnswer(failure)) return refuseUploads(keysOf(readComplete(place)), failure.message)
      await pause(computeRetryPause(failure, attempt), () => undefined)
    }
  }
}

const keysOf = (uploads: readonly FileUpload[]): readonly string[] => uploads.map(({ key }) => key)

async function saveFiles(
  artifact: number,
  field: Field,
  base: ValueEntry | null,
  uploads: readonly FileUpload[],
): Promise<'done' | 'conflict'> {
  const before = attachedFiles(base)
  const knownIds = new Set(before.map(({ id }) => id))
  const all = [...before, ...uploads.map(describeUpload).filter(({ id }) => !knownIds.has(id))]
  const { field_id: fieldId, label } = field
  const result = await saveArtifact({
    artifact,
    changes: [
      {
        fieldId,
        label,
        input: { value: all.map(({ id }) => id) },
        newEntry: { ...headOf(field, 'file'), file_descriptions: all },
        base,
        draft: all,
        isSame: hasSameFiles,
      },
    ],
  })
  if (result === 'saved') {
    removeUploads(keysOf(uploads))
    return 'done'
  }
  const edit = readFieldEdit(artifact, fieldId)
  dismissEdit(artifact, fieldId)
  if (result === 'conflict') return 'conflict'
  const message = edit?.state.kind === 'refused' ? edit.state.message : texts.states.problem
  const missing = uploads.filter(({ id }) => message.includes(`#${id}`))
  // An upload expires after some hours.
  if (missing.length > 0) restartUploads(keysOf(missing))
  else refuseUploads(keysOf(uploads), message)
  return 'done'
}
