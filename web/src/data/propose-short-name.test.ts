import { expect, it } from 'vitest'
import { proposeShortName } from './propose-short-name.ts'

it.each([
  ['Kittiwake Boatyard', 'kittiwake-boatyard'],
  ['Übergröße & Œuvre', 'ubergrosse-oeuvre'],
  ['Łódź – Ærø', 'lodz-aero'],
  ['  – 2026 –  ', '2026'],
  ['日本語', ''],
  [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
])('the short name proposed for %j is %j', (name, shortName) => expect(proposeShortName(name)).toBe(shortName))
