type Json = Readonly<Record<string, unknown>>

/** Formats an entry of `values` of the API as one line; empty if the field is empty. */
export function formatValue(entry: object): string {
  const { value, values, links, file_descriptions: files, manual_value: manual } = entry as Json
  const list = [values, links, files].find((each) => Array.isArray(each)) as readonly unknown[] | undefined
  if (list !== undefined) return list.map(formatItem).filter(Boolean).join(', ')
  return formatItem(value ?? manual)
}

function formatItem(item: unknown): string {
  if (item === null || item === undefined) return ''
  if (typeof item !== 'object') return String(item).replaceAll(/\s+/g, ' ').trim()
  const { label, display_name: displayName, name, id } = item as Json
  return formatItem(displayName ?? label ?? name ?? id)
}
