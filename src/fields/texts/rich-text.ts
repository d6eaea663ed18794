import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import type { RichText } from '../model/field.ts'
import { linkMentions, unlinkMentions } from './add-links.ts'
import type { ResolveLink } from './references.ts'
import { renderInWorker, type TextTask } from './render-in-worker.ts'
import { renderSource, renderText } from './render-text.ts'

/** Texts that were rendered before they are presented: rendering waits for a thread, presenting does not wait. */
export interface RenderedTexts {
  /** By text and form. */
  readonly byKey: ReadonlyMap<string, string>
  /** Whether every text was rendered; false when rendering took too long. */
  readonly isComplete: boolean
}

/** Maximum time that the texts of one request may occupy the worker; the rest is shown as source. */
const maxRequestMs = 20_000
/** Maximum length of the texts of one task: one of the longest, or several short ones. */
const maxTaskLength = 65_536

/**
 * Renders texts on a thread of their own; short ones are rendered when they are presented. `tasks` may name a text
 * several times.
 */
export async function renderTexts(tasks: Iterable<TextTask>): Promise<RenderedTexts> {
  const rendered = new Map<string, string>()
  const missing = new Map<string, TextTask>()
  for (const task of tasks) {
    if (isCheapToRender(task.text)) continue
    // The keys of long texts take longer than looking them up: 200 of 64 KB hold up other requests for 50 ms.
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    const key = keyOf(task)
    if (rendered.has(key) || missing.has(key)) continue
    const cached = cache.get(cacheKeyOf(task))
    if (cached === undefined) missing.set(key, task)
    else rendered.set(key, cached)
  }
  let busyMs = 0
  let isComplete = true
  for (const chunk of chunkTasks(missing)) {
    const startedAt = performance.now()
    const results = busyMs < maxRequestMs ? await renderInWorker(chunk.map(([, task]) => task)) : undefined
    busyMs += performance.now() - startedAt
    if (results === undefined) isComplete = false
    for (const [index, [key, task]] of chunk.entries()) {
      const result = results?.[index]
      if (result !== undefined) cache.set(cacheKeyOf(task), result)
      rendered.set(key, result ?? renderSource(task))
    }
  }
  return { byKey: rendered, isComplete }
}

/**
 * Safe HTML of a text, what it mentions as links (docs/api/field-values.md §4, `post_processed_value`). A text that is
 * not among those that were rendered is rendered on this thread.
 */
export const renderRichText = (text: RichText, resolveLink: ResolveLink, rendered?: RenderedTexts): string =>
  linkMentionsIn(getOrRender({ text, form: 'html' }, rendered), resolveLink)

/**
 * Returns whether `html` is what is shown for a text, for any reader: links for mentions are ignored. false for a long
 * text that was not rendered before: `renderTexts` does that.
 */
export function isShownAs(text: RichText, html: string): boolean {
  const task: TextTask = { text, form: 'html' }
  const shown = isCheapToRender(text) ? renderOnThisThread(task) : cache.get(cacheKeyOf(task))
  return shown !== undefined && unlinkMentions(shown) === unlinkMentions(html)
}

/** A text without markup, for titles and flat answers (docs/api/trackers.md §4.3). */
export const toPlainText = (text: RichText, rendered?: RenderedTexts): string =>
  getOrRender({ text, form: 'plain' }, rendered)

/** Safe HTML of what was written as HTML; nothing becomes a link. */
export const cleanHtml = (html: string, rendered?: RenderedTexts): string =>
  getOrRender({ text: { format: 'html', content: html }, form: 'clean' }, rendered)

function getOrRender(task: TextTask, rendered: RenderedTexts | undefined): string {
  const hasRendered = rendered !== undefined && rendered.byKey.size > 0
  return (hasRendered ? rendered.byKey.get(keyOf(task)) : undefined) ?? renderOnThisThread(task)
}

const linkMentionsIn = (html: string, resolveLink: ResolveLink): string =>
  html.includes('#') ? linkMentions(html, resolveLink) : html

const cache = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (html) => html.length + 100,
})

/** Short texts are rendered on this thread: a message to the worker takes longer than nearly all of them need. */
const maxCheapLength = 2000
/** Cells that rows of a table may be filled up with. */
const maxCheapCells = 500

/** Whether rendering takes at most a few milliseconds, judging by the content. */
export function isCheapToRender({ format, content }: RichText): boolean {
  if (format === 'text') return true
  if (content.length > maxCheapLength) return false
  return format === 'html' || countCharacter(content, '|') * countCharacter(content, '\n') <= maxCheapCells
}

function countCharacter(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}

const keyOf = ({ text: { format, content }, form }: TextTask): string => `${form} ${format} ${content}`

const cacheKeyOf = ({ text: { format, content }, form }: TextTask): string =>
  `${form} ${format} ${hash('sha256', content, 'base64url')}`

/** Renders the part that is the same for every reader; rendering costs a hundred times a cache lookup. */
function renderOnThisThread(task: TextTask): string {
  // Plain text is not cached: a lookup takes longer than rendering.
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
function* chunkTasks(missing: ReadonlyMap<string, TextTask>): Generator<readonly (readonly [string, TextTask])[]> {
  let chunk: (readonly [string, TextTask])[] = []
  let length = 0
  for (const entry of missing) {
    const size = entry[1].text.content.length
    if (chunk.length > 0 && length + size > maxTaskLength) {
      yield chunk
      chunk = []
      length = 0
    }
    chunk.push(entry)
    length += size
  }
  if (chunk.length > 0) yield chunk
}
