export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Where the API answers a question; what is undefined is not asked. */
export function addressOf(path: string, query: Query = {}): string {
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/api${path}${said.length === 0 ? '' : `?${new URLSearchParams(said)}`}`
}
