import type { Range } from '../condition.ts'

const number = String.raw`[+-]?\d+(?:\.\d+)?`
const bounded = new RegExp(String.raw`^(<=|>=|<|>|=)?\s*(${number})$`)
const between = new RegExp(String.raw`^(${number})\s*-\s*(${number})$`)

/** `5`, `>5`, `<=5`, `5-10` (docs/api/queries.md §1.4); undefined when it is none of them. */
export function rangeOf(sent: string | number): Range | undefined {
  const text = String(sent).trim()
  const [, operator = '=', value] = bounded.exec(text) ?? []
  if (value !== undefined) return rangesBy[operator]?.(Number(value))
  const [, from, to] = between.exec(text) ?? []
  return from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) }
}

const rangesBy: Readonly<Record<string, (value: number) => Range>> = {
  '=': (value) => ({ from: value, to: value }),
  '<': (value) => ({ below: value }),
  '>': (value) => ({ above: value }),
  '<=': (value) => ({ to: value }),
  '>=': (value) => ({ from: value }),
}
