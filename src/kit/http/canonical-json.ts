/**
 * JSON of a payload in which members stand in the order of their names and numbers and truths are texts, as in XML: what
 * means the same in either format is the same text.
 */
export const toCanonicalJson = (payload: unknown): string =>
  JSON.stringify(payload, (_key, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
