/**
 * Returns the JSON of a payload with members in the order of their names and with numbers and booleans as texts, as in
 * XML: payloads with the same meaning in either format have the same text.
 */
export const toCanonicalJson = (payload: unknown): string =>
  JSON.stringify(payload, (_key, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
