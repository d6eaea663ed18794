import type { Range } from '../model/condition.ts'

const numberPattern = String.raw`[+-]?\d+(?:\.\d+)?`
const comparisonPattern = new RegExp(String.raw`^(<=|>=|<|>|=)?\s*(${numberPattern})$`)
const intervalPattern = new RegExp(String.raw`^(${numberPattern})\s*-\s*(${numberPattern})$`)

/** `5`, `>5`, `<=5`, `5-10` (docs/api/queries.md §1.4); undefined when it is none of them. */
export function parseRange(input: string | number): Range | undefined {
  const text = String(input).trim()
  const [, operator = '=', value] = comparisonPattern.exec(text) ?? []
  if (value !== undefined) return rangesBy[operator]?.(Number(value))
  const [, from, to] = intervalPattern.exec(text) ?? []
  return from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) }
}

const rangesBy: Readonly<Record<string, (value: number) => Range>> = {
  '=': (value) => ({ from: value, to: value }),
  '<': (value) => ({ below: value }),
  '>': (value) => ({ above: value }),
  '<=': (value) => ({ to: value }),
  '>=': (value) => ({ from: value }),
}
