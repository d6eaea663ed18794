/** Members of payloads that are ids or numbers of rows. Texts, such as addresses and secrets, are never shown. */
const shownNames: ReadonlySet<string> = new Set([
  'artifact',
  'attempt',
  'change',
  'changes',
  'delivery',
  'file',
  'id',
  'project',
  'repository',
  'revision',
  'tracker',
  'user',
])
const maxNumbers = 3

/** Returns what a job is about, such as `change 12, user 101`; empty: its payload names no ids. */
export function describePayload(payload: string): string {
  const parsed: unknown = JSON.parse(payload)
  if (typeof parsed === 'number') return `#${parsed}`
  if (typeof parsed !== 'object' || parsed === null) return ''
  return Object.entries(parsed)
    .flatMap(([name, value]) => {
      const numbers = [value].flat().filter((each) => Number.isSafeInteger(each))
      if (!shownNames.has(name) || numbers.length === 0) return []
      const rest = numbers.length > maxNumbers ? ' …' : ''
      return [`${name} ${numbers.slice(0, maxNumbers).join(' ')}${rest}`]
    })
    .join(', ')
}
