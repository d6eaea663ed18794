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

  const check = async (line: string, file = 'src/trackers/some.ts'): Promise<string> => {
    await write(file, `\n${line}\n`)
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['tools/check-field-types.mjs', root], (_problem, _stdout, stderr) => resolve(stderr)),
    )
    await rm(path.join(root, file))
    return output
  }

  it.each([
    "const isLink = field.type === 'art_link'",
    "if (type !== 'text') return",
    "const wide = new Set(['art_link'])",
    "switch (field.type) { case 'text': return 1 }",
    "query.where('field.type', '=', 'text')",
    "const isText = ['text', 'other'].includes(field.type)",
    '  art_link: loadLinks,',
  ])('reports %s', async (line) => {
    expect(await check(line)).toContain('src/trackers/some.ts:2: names a field type')
    expect(await check(line, 'web/src/pages/some.tsx')).toContain('web/src/pages/some.tsx:2: names a field type')
    expect(await check(line, 'src/fields/types/some.ts')).toBe('')
    expect(await check(line, 'web/src/fields/some.tsx')).toBe('')
  })

  it.each([
    "if (typeof type === 'text') return",
    "const kind = { family: 'text' }",
    'const isLink = holdsLinks(field)',
    "const isOther = type === 'other'",
  ])('accepts %s', async (line) => expect(await check(line)).toBe(''))
})
