/** docs/api/trackers.md §3.3. */
export const palette: ReadonlySet<string> = new Set([
  'inca-silver',
  'chrome-silver',
  'firemist-silver',
  'red-wine',
  'fiesta-red',
  'coral-pink',
  'teddy-brown',
  'clockwork-orange',
  'graffiti-yellow',
  'army-green',
  'neon-green',
  'acid-green',
  'sherwood-green',
  'ocean-turquoise',
  'surf-green',
  'deep-blue',
  'lake-placid-blue',
  'daphne-blue',
  'plum-crazy',
  'ultra-violet',
  'lilac-purple',
  'panther-pink',
  'peggy-pink',
  'flamingo-pink',
])

export const defaultColor = 'inca-silver'

/** Whether a tracker may have this color. */
export const isPaletteColor = (text: string): boolean => palette.has(text)

/** Whether a list value may have this color: none, a name of the palette, or the hexadecimal form of old archives. */
export const isValueColor = (text: string): boolean =>
  text === '' || isPaletteColor(text) || /^#[0-9a-f]{6}$/i.test(text)
