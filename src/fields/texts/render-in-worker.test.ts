import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RichText } from '../model/field.ts'
import type { TextTask } from './render-in-worker.ts'
import { renderText } from './render-text.ts'
import { cleanHtml, isCheapToRender, renderRichText, renderTexts, toPlainText } from './rich-text.ts'

const linkOf = (keyword: string, number: number) =>
  keyword === 'bug' ? { url: `https://t.example/goto?key=bug&val=${number}`, title: `bug #${number}` } : undefined

const ofLength = (part: string): string => part.repeat(Math.floor(65_535 / part.length))
const wideTable = `|${'a|'.repeat(180)}\n|${'-|'.repeat(180)}\n${'|\n'.repeat(31_000)}`

const texts: readonly RichText[] = [
  { format: 'commonmark', content: `see bug #12\n\n${'*word* '.repeat(3000)}` },
  { format: 'html', content: `<p>bug #12</p><script>x</script>${'<b>word</b>'.repeat(3000)}` },
  { format: 'html', content: ofLength('<a ') },
]

const tasks = texts.flatMap((text): TextTask[] => [
  { text, form: 'html' },
  { text, form: 'plain' },
  { text, form: 'clean' },
])

/** Records the tasks that are sent to workers from now on. */
function sentToThreads(): TextTask[] {
  const sentTasks: TextTask[] = []
  const post = Worker.prototype.postMessage
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown) {
    sentTasks.push(...(message as readonly TextTask[]))
    post.call(this, message)
  })
  return sentTasks
}

afterEach(() => vi.restoreAllMocks())

describe('texts that are rendered in advance', () => {
  it('are rendered in a worker, each once, with the same result', async () => {
    const sentTasks = sentToThreads()
    const rendered = await renderTexts([...tasks, ...tasks])
    expect(sentTasks).toEqual(tasks)
    await renderTexts(tasks)
    expect(sentTasks).toHaveLength(tasks.length)
    expect(rendered.isComplete).toBe(true)
    for (const text of texts) {
      expect(renderRichText(text, linkOf, rendered)).toBe(renderRichText(text, linkOf))
      expect(toPlainText(text, rendered)).toBe(toPlainText(text))
      expect(cleanHtml(text.content, rendered)).toBe(cleanHtml(text.content))
    }
    expect(renderRichText(texts[0] as RichText, linkOf, rendered)).toContain('class="cross-reference">bug #12</a>')
  })

  it('do not include short and plain texts', async () => {
    const sentTasks = sentToThreads()
    const short: RichText[] = [
      { format: 'commonmark', content: '| a | b |\n|---|---|\n| 1 | 2 |\n' },
      { format: 'html', content: '<p>short</p>' },
      { format: 'text', content: ofLength('bug #1 ') },
    ]
    const rendered = await renderTexts(short.map((text) => ({ text, form: 'html' })))
    expect(sentTasks).toEqual([])
    expect(rendered.byKey.size).toBe(0)
    expect(renderRichText(short[1] as RichText, linkOf, rendered)).toBe('<p>short</p>')
  })

  it.each([
    [
      'a short table whose rows are filled up',
      { format: 'commonmark', content: `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|\n'.repeat(500)}` },
    ],
    ['a long text', { format: 'commonmark', content: 'a'.repeat(2001) }],
    ['long HTML', { format: 'html', content: 'a'.repeat(2001) }],
  ] as const)('are others: %s', (_, text) => expect(isCheapToRender(text)).toBe(false))

  it('are sent to the worker in chunks of at most the longest text', async () => {
    const calls: number[] = []
    const post = Worker.prototype.postMessage
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown) {
      calls.push((message as readonly TextTask[]).reduce((sum, { text }) => sum + text.content.length, 0))
      post.call(this, message)
    })
    const many = Array.from(
      { length: 40 },
      (_, n): TextTask => ({
        text: { format: 'html', content: `${n} ${'word '.repeat(1000)}` },
        form: 'html',
      }),
    )
    await renderTexts(many)
    expect(calls.length).toBeGreaterThan(2)
    expect(Math.max(...calls)).toBeLessThanOrEqual(65_536)
  })
})

describe('limits of rendered texts', () => {
  it.each([
    ['a table whose empty rows are filled up', wideTable, '|a|a|'],
    [
      'a table of which each row is filled up',
      `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(25_000)}`,
      '|a|a|',
    ],
  ])('%s is shown as it is written', (_, content, beginning) => {
    const html = renderText({ text: { format: 'commonmark', content: content.slice(0, 65_535) }, form: 'html' })
    expect(html.startsWith(beginning)).toBe(true)
  })

  it('render a dense table of the longest text', () => {
    const row = '| 12 | ab | cd |\n'
    const content = `| a | b | c |\n|---|---|---|\n${row.repeat(3800)}`
    const html = renderText({ text: { format: 'commonmark', content }, form: 'html' })
    expect(html.match(/<td>/g)).toHaveLength(3 * 3800)
  })

  it.each([wideTable, ofLength('http://a '), ofLength('<a '), ofLength('"'), ofLength('\n'), ofLength('# a\n')])(
    'limit %j to eight times the longest text',
    (content) => {
      for (const format of ['commonmark', 'html', 'text'] as const)
        for (const form of ['html', 'plain', 'clean'] as const)
          expect(renderText({ text: { format, content: content.slice(0, 65_535) }, form }).length).toBeLessThanOrEqual(
            8 * 65_536,
          )
    },
  )

  it('link only the first thousand mentions of a text', () => {
    const html = renderRichText({ format: 'text', content: 'bug #1 '.repeat(3000) }, linkOf)
    expect(html.match(/<a /g)).toHaveLength(1000)
    expect(html.match(/bug #1/g)?.length).toBeGreaterThanOrEqual(3000)
  })
})
