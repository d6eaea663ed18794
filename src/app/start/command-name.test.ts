import { expect, it } from 'vitest'
import { findCommandName } from './command-name.ts'

it('the command is named as it is run', () => {
  expect(findCommandName({})).toBe('npx tulipwood')
  expect(findCommandName({ npm_command: 'exec' }, false)).toBe('npx tulipwood')
  expect(findCommandName({}, false)).toBe('tulipwood')
})
