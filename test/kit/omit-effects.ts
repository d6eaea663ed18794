import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { Connection } from '../../src/database/engine/engine.ts'
import { createUnitTransaction, type UnitEffects } from '../../src/database/unit/unit-transaction.ts'
import { jobHandlers } from './declared-effects.ts'

// `npm run drill:effects` runs test files without some of their effects, see tools/drill-effects.mjs.
const file = path.relative(process.cwd(), expect.getState().testPath ?? '')
const byFile: Record<string, readonly string[]> = JSON.parse(process.env['TULIPWOOD_TEST_OMITTED'] ?? '{}')
const state = globalThis as { omitted?: { readonly file: string; readonly effects: readonly string[] } }
const isFirst = state.omitted === undefined
state.omitted = { file, effects: byFile[file] ?? [] }

/** Records an effect; returns whether the running test file has to do without it. */
function isOmitted(effect: string): boolean {
  const record = process.env['TULIPWOOD_TEST_EFFECTS']
  if (record !== undefined) appendFileSync(record, `${state.omitted?.file}\t${effect}\n`)
  return state.omitted?.effects.includes(effect) === true
}

if (isFirst) {
  // All transactions have this prototype.
  const transaction = createUnitTransaction('sqlite', {} as Connection, undefined, {} as UnitEffects)
  const prototype = Object.getPrototypeOf(transaction)
  const { audit } = prototype
  prototype.audit = function (entry: { readonly action: string }): Promise<void> {
    return isOmitted(`audit ${entry.action}`) ? Promise.resolve() : audit.call(this, entry)
  }
  for (const handler of jobHandlers as { kind: string; run: (typeof jobHandlers)[number]['run'] }[]) {
    const { run } = handler
    handler.run = async (payload, world) => {
      if (!isOmitted(`job ${handler.kind}`)) await run.call(handler, payload, world)
    }
  }
}
