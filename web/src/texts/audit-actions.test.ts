import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { french } from './audit-actions.ts'

/** The literal actions of a file that writes to the audit log. */
function listActions(code: string): string[] {
  if (!/audit/i.test(code)) return []
  const values = [...code.matchAll(/\baction: ([^,\n]*)/g)].map(([, value = '']) => value)
  const ofSubversion = [...code.matchAll(/\bsvn_multi_repository_[a-z_]+/g)].map(([action]) => action)
  return values
    .concat(ofSubversion.map((action) => `'${action}'`))
    .flatMap((value) => [...value.matchAll(/'([a-z][a-z_ -]+)'/g)].map(([, action = '']) => action))
}

it('Every action that the server writes to the audit log has a French name', () => {
  const files = globSync('src/**/*.ts').filter((file) => !/\.test\.ts$|messages-fr|migrations|src\/cli\//.test(file))
  const actions = new Set(files.flatMap((file) => listActions(readFileSync(file, 'utf8'))))
  expect(actions.size).toBeGreaterThan(80)
  expect([...actions].filter((action) => french[action] === undefined).sort()).toEqual([])
})
