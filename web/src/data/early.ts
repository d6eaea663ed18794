import { addressOf } from './address.ts'
import type { FirstRead } from './first-read.ts'

const asked = new Map<string, Promise<Response>>()

/** Asks before the code is there that knows what to do with the answers. */
export function askEarly(reads: readonly FirstRead[]): void {
  for (const { path, query, next } of reads) {
    const address = addressOf(path, query)
    if (asked.has(address)) continue
    // As the browser asks for what the server told it to preload, without a header: else it would ask once more.
    const answer = fetch(address)
    asked.set(address, answer)
    // Who takes the answer hears of its failure; and asks on, if it is taken before we do.
    const isOurs = (): boolean => asked.get(address) === answer
    answer
      .then(async (response) => {
        if (next === undefined || !response.ok || !isOurs()) return
        const body: unknown = await response.clone().json()
        if (isOurs()) askEarly(next(body))
      })
      .catch(() => undefined)
  }
}

/** The answer to what was asked early, once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}
