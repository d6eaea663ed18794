import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import type { RichText } from './field.ts'
import { linkMentions } from './link-text.ts'
import type { LinkOf } from './references.ts'
import { renderAside, type TextTask } from './render-aside.ts'
import { renderText, renderUnread } from './render-text.ts'

/** Texts that were rendered before they are presented: rendering waits for a thread, presenting does not wait. */
export interface RenderedTexts {
  /** By what a text is and in which form. */
  readonly byKey: ReadonlyMap<string, string>
  /** Whether each text is shown as it is meant; not, where rendering took too long. */
  readonly isComplete: boolean
}

/** Longest that the texts of one request may keep the thread busy; the rest is shown as it is written. */
const maxRequestMs = 20_000
/** Length of the texts that the thread is given at once: one of the longest, or several short ones. */
const maxTaskLength = 65_536

/**
 * Renders texts on a thread of their own; short ones are rendered when they are presented. `tasks` may name a text
 * several times.
 */
export async function renderTexts(tasks: Iterable<TextTask>): Promise<RenderedTexts> {
  const rendered = new Map<string, string>()
  const missing = new Map<string, TextTask>()
  for (const task of tasks) {
    if (isQuick(task.text)) continue
    const key = keyOf(task)
    if (rendered.has(key) || missing.has(key)) continue
    const known = cache.get(cacheKeyOf(task))
    if (known === undefined) missing.set(key, task)
    else rendered.set(key, known)
  }
  let busyMs = 0
  let isComplete = true
  for (const some of inTasks(missing)) {
    const from = performance.now()
    const results = busyMs < maxRequestMs ? await renderAside(some.map(([, task]) => task)) : undefined
    busyMs += performance.now() - from
    if (results === undefined) isComplete = false
    for (const [index, [key, task]] of some.entries()) {
      const result = results?.[index]
      if (result !== undefined) cache.set(cacheKeyOf(task), result)
      rendered.set(key, result ?? renderUnread(task))
    }
  }
  return { byKey: rendered, isComplete }
}

/**
 * Safe HTML of a text, what it mentions as links (docs/api/field-values.md §4, `post_processed_value`). A text that is
 * not among those that were rendered is rendered on this thread.
 */
export const renderRichText = (text: RichText, linkOf: LinkOf, rendered?: RenderedTexts): string =>
  withMentions(find({ text, form: 'html' }, rendered), linkOf)

/** A text without markup, for titles and flat answers (docs/api/trackers.md §4.3). */
export const plainText = (text: RichText, rendered?: RenderedTexts): string => find({ text, form: 'plain' }, rendered)

/** Safe HTML of what was written as HTML; nothing becomes a link. */
export const cleanHtml = (html: string, rendered?: RenderedTexts): string =>
  find({ text: { format: 'html', content: html }, form: 'clean' }, rendered)

function find(task: TextTask, rendered: RenderedTexts | undefined): string {
  const isAmong = rendered !== undefined && rendered.byKey.size > 0
  return (isAmong ? rendered.byKey.get(keyOf(task)) : undefined) ?? renderHere(task)
}

const withMentions = (html: string, linkOf: LinkOf): string => (html.includes('#') ? linkMentions(html, linkOf) : html)

const cache = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (html) => html.length + 100,
})

/** Short texts are rendered here: to ask a thread takes longer than nearly all of them need. */
const maxQuickLength = 2000
/** Cells that rows of a table may be filled up with. */
const maxQuickCells = 500

/** Whether rendering takes a few milliseconds at the worst, by what the text consists of. */
export function isQuick({ format, content }: RichText): boolean {
  if (format === 'text') return true
  if (content.length > maxQuickLength) return false
  return format === 'html' || countOf(content, '|') * countOf(content, '\n') <= maxQuickCells
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}

const keyOf = ({ text: { format, content }, form }: TextTask): string => `${form} ${format} ${content}`

const cacheKeyOf = ({ text: { format, content }, form }: TextTask): string =>
  `${form} ${format} ${hash('sha256', content, 'base64url')}`

/** The part that is the same for every reader; rendering costs a hundred times a look-up. */
function renderHere(task: TextTask): string {
  // Nothing is looked for in it: to look it up takes longer.
  if (task.text.format === 'text') return renderText(task)
  const key = cacheKeyOf(task)
  let rendered = cache.get(key)
  if (rendered === undefined) {
    rendered = renderText(task)
    cache.set(key, rendered)
  }
  return rendered
}

/** A few texts each, together no longer than the longest text. */
function* inTasks(missing: ReadonlyMap<string, TextTask>): Generator<readonly (readonly [string, TextTask])[]> {
  let some: (readonly [string, TextTask])[] = []
  let length = 0
  for (const entry of missing) {
    const size = entry[1].text.content.length
    if (some.length > 0 && length + size > maxTaskLength) {
      yield some
      some = []
      length = 0
    }
    some.push(entry)
    length += size
  }
  if (some.length > 0) yield some
}
