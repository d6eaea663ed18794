import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the check for questions by the name of a field type', () => {
  let root = ''
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tulipwood-types-'))
    for (const name of ['text', 'art_link'])
      await write(
        `src/fields/types/${name}.ts`,
        `declare module '../field.ts' {\n  interface FieldTypeNames {\n    ${name}: true`,
      )
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  const check = async (line: string): Promise<string> => {
    await write('src/trackers/some.ts', `\n${line}\n`)
    return new Promise((resolve) =>
      execFile(process.execPath, ['tools/check-field-types.mjs', root], (_problem, _stdout, stderr) => resolve(stderr)),
    )
  }

  it.each([
    "const isLink = field.type === 'art_link'",
    "if (type !== 'text') return",
    "const wide = new Set(['art_link'])",
    "switch (field.type) { case 'text': return 1 }",
    "query.where('field.type', '=', 'text')",
  ])('reports %s', async (line) => expect(await check(line)).toContain('src/trackers/some.ts:2: names a field type'))

  it.each([
    "if (typeof type === 'text') return",
    "const kind = { family: 'text' }",
    'const isLink = holdsLinks(field)',
    "const isOther = type === 'other'",
  ])('accepts %s', async (line) => expect(await check(line)).toBe(''))
})
