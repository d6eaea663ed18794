import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalCodes, remarkCodes } from '../../trackers/xml/finding-codes.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../../docs/archives.md'), 'utf8')
const listedUnder = (heading: string): string[] => {
  const [, section = ''] = document.split(`### ${heading}\n`)
  return [...(section.split('\n#')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].flatMap(([, code]) => code ?? [])
}

const sources = ['../../trackers', '..']
  .map((slice) => path.resolve(import.meta.dirname, slice))
  .flatMap((slice) => readdirSync(slice, { recursive: true, encoding: 'utf8' }).map((file) => path.join(slice, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && path.basename(file) !== 'finding-codes.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

describe('finding codes', () => {
  it('docs/archives.md lists all codes once, in the same order', () => {
    expect(listedUnder('Refusals')).toEqual([...refusalCodes])
    expect(listedUnder('Remarks')).toEqual([...remarkCodes])
  })

  it.each([...new Set([...refusalCodes, ...remarkCodes])])('the importer reports %s', (code) => {
    expect(sources).toContain(`'${code}'`)
  })
})
