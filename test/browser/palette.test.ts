import { expect, it } from 'vitest'
import { palette as serverPalette } from '../../src/trackers/model/palette.ts'
import { palette } from '../../web/src/design/color-choices.tsx'

it('the pages offer the colors that the server accepts, in the same order', () =>
  expect(palette).toStrictEqual([...serverPalette]))
