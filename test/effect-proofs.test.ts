import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { jobHandlers, listEffects, listJobKinds } from './kit/declared-effects.ts'
import proofs from './kit/effect-proofs.json' with { type: 'json' }

const byEffect: Readonly<Record<string, { readonly file: string; readonly test: string }>> = proofs

describe('a kind of jobs', () => {
  const matches = (pattern: string, kind: string) => new RegExp(`^${pattern.replace('*', '[a-z]+')}$`).test(kind)

  it.each(listJobKinds())('has a handler: %s', (declared) => {
    expect(jobHandlers.filter(({ kind }) => matches(declared, kind))).not.toEqual([])
  })

  it.each(jobHandlers.map(({ kind }) => kind))('is declared and handled once: %s', (kind) => {
    expect(listJobKinds().filter((declared) => matches(declared, kind))).toHaveLength(1)
    expect(jobHandlers.filter((each) => each.kind === kind)).toHaveLength(1)
  })
})

// `npm run drill:effects` writes the proofs, after it has seen the tests fail.
describe('an effect of transactions', () => {
  it.each(listEffects())('has a test that fails without it: %s', (effect) => {
    const proof = byEffect[effect]
    expect(proof).toBeDefined()
    expect(readFileSync(proof?.file ?? '', 'utf8')).toContain(proof?.test)
  })

  it('exists if it has a proof', () => {
    const effects = new Set(listEffects())
    expect(Object.keys(byEffect).filter((effect) => !effects.has(effect))).toEqual([])
  })
})
