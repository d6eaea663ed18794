/** An id as clients send it, a number or its digits (docs/api/client-needs.md §10); undefined: it is none. */
export function sentId(sent: unknown): number | undefined {
  if (typeof sent === 'number') return Number.isSafeInteger(sent) && sent >= 0 ? sent : undefined
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent.trim()) ? Number(sent) : undefined
}

/** What was sent, as a sentence repeats it. */
export const asSaid = (sent: unknown): string => (typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? ''))

export const isObject = (sent: unknown): sent is Readonly<Record<string, unknown>> =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
