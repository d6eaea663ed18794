import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const reported = [
  "export const change = (tx: Tx) => tx.insertInto('some')",
  "export const change = (tx: Tx) => tx.updateTable('some')",
  "export async function change(tx: Tx) { await tx.deleteFrom('some') }",
  "export const change = (tx: Tx) => insertRows(tx, 'some', [])",
  'export const change = (tx: Tx) => sql`update some set value = 1`',
  "export const change = (tx: Tx) => write(tx)\nconst write = (tx: Tx) => tx.insertInto('some')",
  'export const change = (tx: Tx) => removeOther(tx)',
  "export const change = (tx: Tx, permit?: RowPermit) => tx.insertInto('some')",
  "export const change = (tx: Tx, row: Row) => tx.insertInto('some')",
]

const accepted = [
  "export const change = (tx: Tx, permit: Permit<'update', Row>) => tx.insertInto('some')",
  "export const change = (tx: Tx, { subject }: SystemPermit<'sweep'>) => tx.insertInto('some')",
  "export const change = (tx: Tx, permit: RowPermit) => tx.insertInto('some')",
  "export const change = (tx: Tx, rows: readonly PermittedRow[]) => tx.insertInto('some')",
  "export const change = (tx: Tx) => tx.selectFrom('some')",
  "export const change = (tx: Tx) => tx.selectFrom('some')\nexport const part = (tx: Tx) => tx.insertInto('some')",
  'export const change = (tx: Tx) => sql`select value from some for update`',
]

describe('the check for permits of writes', () => {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tulipwood-permits-'))
    for (const each of ['src/kit/messages', 'src/site/store', 'src/site/model', 'src/site/commands', 'src/site/reads'])
      await mkdir(path.join(root, each), { recursive: true })
    const shared = {
      'src/site/model/permits.ts':
        "export type RowPermit = Permit<'update', Row> | Permit<'remove', Row>\nexport interface PermittedRow { readonly permit: RowPermit }",
      'src/site/store/other.ts': "export const removeOther = (tx: Tx) => tx.deleteFrom('other')",
    }
    for (const [file, text] of Object.entries(shared)) await writeFile(path.join(root, file), text)
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  const check = async (files: Readonly<Record<string, string>>): Promise<string> => {
    for (const [file, text] of Object.entries(files)) await writeFile(path.join(root, file), text)
    const report = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['tools/check-permits.mjs', root], (_problem, _stdout, stderr) => resolve(stderr)),
    )
    for (const file of Object.keys(files)) await rm(path.join(root, file))
    return report
  }

  describe('of a function of a store', () => {
    const names = new Map([...reported, ...accepted].map((text, n) => [text, `some-${n}`]))
    let lines: readonly string[] = []
    beforeAll(async () => {
      const pairs = [...names].flatMap(([text, name]) => [
        [
          `src/site/store/${name}.ts`,
          `import type { PermittedRow, RowPermit } from '../model/permits.ts'\nimport { removeOther } from './other.ts'\n${text}`,
        ],
        [
          `src/site/commands/${name}.ts`,
          `import { change } from '../store/${name}.ts'\nexport const run = (tx: Tx) => change(tx)`,
        ],
      ])
      lines = (await check(Object.fromEntries(pairs))).split('\n').filter((line) => line !== '')
    })
    const findLines = (text: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`src/site/store/${names.get(text)}.ts: `))

    it.each(reported)('reports %s', (text) =>
      expect(findLines(text)).toEqual([`src/site/store/${names.get(text)}.ts: change writes, but takes no permit`]),
    )
    it.each(accepted)('accepts %s', (text) => expect(findLines(text)).toEqual([]))
    it('reports nothing else', () => expect(lines).toHaveLength(reported.length))
  })

  it('finds only these functions without a permit in the repository', async () => {
    const list = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['tools/check-permits.mjs', '--list'], (_problem, stdout) => resolve(stdout)),
    )
    const functions = list.split('\n').filter((line) => /^[+-] /.test(line))
    expect(functions.length).toBeGreaterThan(200)
    expect(functions.filter((line) => line.startsWith('-')).sort()).toEqual([
      // The same sets of groups for all artifacts.
      '- src/artifacts/store/permission-sets.ts internPermissionSets',
    ])
  })

  it('reports permits that are not created by a policy', async () => {
    const text = "export const permit = { action: 'update', subject: 1 } as Permit<'update', number>"
    expect(await check({ 'src/site/reads/some.ts': text })).toBe(
      'src/site/reads/some.ts:1: only a policy creates permits\n',
    )
    expect(await check({ 'src/kit/messages/decide.ts': text })).toBe('')
  })

  it('reports permits of the system in files that are not listed for them', async () => {
    const permits = { 'src/kit/messages/system-permits.ts': "export const sweepPermit = create('sweep')" }
    const use = "import { sweepPermit } from '../../kit/messages/system-permits.ts'"
    expect(await check({ ...permits, 'src/site/commands/sweep-some.ts': use })).toBe('')
    expect(await check({ ...permits, 'src/site/commands/some.ts': use })).toBe(
      'src/site/commands/some.ts: sweepPermit is not for this file\n',
    )
    expect(await check({ 'src/kit/messages/system-permits.ts': "export const anyPermit = create('write')" })).toBe(
      'src/kit/messages/system-permits.ts: anyPermit needs an entry in tools/check-permits.mjs\n',
    )
  })
})
