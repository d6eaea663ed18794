export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Returns the URL of an API query; undefined parameters are omitted. */
export function buildApiUrl(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `/api${path}${parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`}`
}
