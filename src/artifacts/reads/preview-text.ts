import { formatTooLongMessage, isTooLong } from '../../fields/input/text-size.ts'
import type { RichText } from '../../fields/model/field.ts'
import type { ResolveLink } from '../../fields/texts/references.ts'
import { renderRichText, renderTexts } from '../../fields/texts/rich-text.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'

/** Previews of one user that a process renders at the same time: long texts take their turns on one thread. */
const maxConcurrent = 4

const running = new WeakMap<World['cache'], Map<UserId | null, number>>()

/** Returns the HTML of a text as it would be shown if it were saved in the project of the links. */
export async function previewText(
  { cache }: Pick<World, 'cache'>,
  caller: Caller,
  text: RichText,
  resolveLink: ResolveLink,
): Promise<string> {
  if (isTooLong(text.content)) throw new Refusal('invalid', formatTooLongMessage('content'))
  const user = caller.kind === 'member' ? caller.id : null
  const counts = running.get(cache) ?? new Map<UserId | null, number>()
  running.set(cache, counts)
  const count = counts.get(user) ?? 0
  if (count >= maxConcurrent)
    throw new Refusal(
      'too-many',
      message`You have ${count} previews in progress. Wait until one of them is complete.`,
      {
        headers: { 'Retry-After': '1' },
      },
    )
  counts.set(user, count + 1)
  try {
    return renderRichText(text, resolveLink, await renderTexts([{ text, form: 'html' }]))
  } finally {
    const left = (counts.get(user) ?? 1) - 1
    if (left > 0) counts.set(user, left)
    else counts.delete(user)
  }
}
