import type { FieldValueInput } from '../../fields/contexts/write-context.ts'
import type { Field, RichText } from '../../fields/model/field.ts'
import { renderTexts, toPlainText } from '../../fields/texts/rich-text.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { canReadField } from '../../trackers/policy.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { getArtifact } from '../reads/get-artifact.ts'

/** `from_artifact`: copies only the title of another artifact (docs/api/artifacts.md §3.6). */
export async function copyFieldValues(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
  into: Tracker,
): Promise<FieldValueInput[]> {
  const source = await getArtifact(withReads(world), caller, id)
  const from = await getCachedTracker(withReads(world), source.trackerId)
  const title = from && titleField(from)
  if (from === undefined || title === undefined || !canReadField(caller, title, from))
    throw new Refusal('invalid', 'No semantic found for title artifact')
  const target = titleField(into)
  if (target === undefined) throw new Refusal('invalid', 'No title semantic found in tracker dest')
  // fields/model/field.ts: a title is a string or a text.
  const value = source.values[title.id] as string | RichText | undefined
  if (typeof value !== 'object') return [{ field_id: target.id, value: value ?? '' }]
  const texts = await renderTexts([{ text: value, form: 'plain' }])
  return [{ field_id: target.id, value: toPlainText(value, texts) }]
}

const titleField = ({ semantics, fieldById }: Tracker): Field | undefined =>
  semantics.title && fieldById.get(semantics.title.field)
