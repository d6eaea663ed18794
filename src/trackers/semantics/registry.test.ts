import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SemanticDefinitions } from '../model/definition.ts'
import { listLinkTypes } from './list-link-types.ts'
import { mapSemantics } from './map-semantics.ts'
import { refersToTracker } from './refers-to-tracker.ts'
import { apiSemantics, semanticEntries } from './registry.ts'

const toUpperCase = {
  field: (key: string) => key.toUpperCase(),
  value: (key: string | null, list: string) => `${list.toUpperCase()}:${key}`,
  tracker: (key: string) => (key === 'other' ? undefined : key.toUpperCase()),
}
const map = (semantics: SemanticDefinitions) => mapSemantics(semantics, toUpperCase)

describe('the registry of semantics', () => {
  it('holds the semantic of each file that declares one', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    const declared = sources.flatMap((text) => /declare module[^}]*?readonly (\w+)\?:/.exec(text)?.[1] ?? [])
    expect(semanticEntries.map(([name]) => name).toSorted()).toEqual(declared.toSorted())
  })

  it('has the members of the API in its order', () => {
    expect(apiSemantics.map(({ name }) => name)).toEqual([
      'title',
      'description',
      'status',
      'contributor',
      'timeframe',
      'progress',
      'initial_effort',
    ])
  })
})

describe('the references of semantics', () => {
  it('are all replaced', () => {
    expect(
      map({
        title: { field: 'a' },
        status: { field: 'b', openValues: ['x', null] },
        done: { values: ['y'] },
        tooltip: { fields: ['a', 'b'] },
        timeframe: { start: 'c', duration: 'd' },
        progress: { totalEffort: 'e', remainingEffort: 'f' },
        plugin_cardwall_card_fields: { fields: ['a'], backgroundColor: 'b' },
      }),
    ).toEqual({
      title: { field: 'A' },
      status: { field: 'B', openValues: ['B:x', 'B:null'] },
      done: { values: ['B:y'] },
      tooltip: { fields: ['A', 'B'] },
      timeframe: { start: 'C', duration: 'D' },
      progress: { totalEffort: 'E', remainingEffort: 'F' },
      plugin_cardwall_card_fields: { fields: ['A'], backgroundColor: 'B' },
    })
  })

  it('that are not included leave out the semantic', () => {
    expect(map({ timeframe: { impliedFrom: 'sprint' } })).toEqual({ timeframe: { impliedFrom: 'SPRINT' } })
    expect(map({ timeframe: { impliedFrom: 'other' } })).toEqual({})
    expect(map({ done: { values: ['y'] } })).toEqual({})
  })

  it('to other trackers and to link types are found', () => {
    expect(refersToTracker({ timeframe: { impliedFrom: 'sprint' } })).toBe(true)
    expect(refersToTracker({ timeframe: { start: 'a', end: 'b' }, title: { field: 'c' } })).toBe(false)
    expect(listLinkTypes({ progress: { linkType: '_is_child' } })).toEqual(['_is_child'])
    expect(listLinkTypes({ progress: { totalEffort: 'a', remainingEffort: 'b' } })).toEqual([])
  })
})
