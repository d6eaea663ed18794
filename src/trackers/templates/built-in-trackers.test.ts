import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseXml } from '../../kit/xml/read.ts'
import { indexGroupsByName } from '../xml/group-by-name.ts'
import { parseTrackers } from '../xml/parse/trackers.ts'
import { builtInTrackers, readBuiltInTrackers } from './built-in-trackers.ts'

describe('the archives of built-in trackers', () => {
  const directory = `${import.meta.dirname}/archives`
  const files = readdirSync(directory)

  it('are all in the list', () => {
    expect(files.sort()).toEqual(builtInTrackers.map((name) => `${name}.xml`))
  })

  it('are imported without a remark', () => {
    const findings: string[] = []
    const collect = (_code: string, line: number | null, text: unknown) => void findings.push(`${line}: ${text}`)
    const elements = files.map((name) => parseXml(readFileSync(`${directory}/${name}`, 'utf8')))
    const definitions = parseTrackers(elements, {
      notes: { problem: collect, remark: collect },
      groupOf: indexGroupsByName(new Map()),
      userOf: () => undefined,
      isSingleTracker: false,
    })
    expect(findings).toEqual([])
    expect(definitions.map(({ itemName }) => itemName).sort()).toEqual(builtInTrackers)
  })

  it('have a parent only if it is created together with them', () => {
    expect(readBuiltInTrackers(['story']).map(({ parentKey }) => parentKey)).toEqual([null])
    expect(readBuiltInTrackers(['epic', 'story']).map(({ parentKey }) => parentKey)).toEqual([null, 'epic'])
  })
})
