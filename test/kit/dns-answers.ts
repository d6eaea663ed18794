import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIPv6 } from 'node:net'

/** Answers of a name server for one name. */
export interface DnsAnswers {
  /** Number of lookups of the name. */
  readonly lookups: number
  /** Restores Node's own lookup. */
  restore(): void
}

/**
 * Answers each lookup of `name` in this thread with the next of `answers`, and with the last one after that. Lookups by
 * connections get these answers as well.
 */
export function answerLookups(name: string, answers: readonly (readonly string[])[]): DnsAnswers {
  const { lookup } = dns
  const { lookup: lookupPromise } = dns.promises
  let lookups = 0
  const next = (): LookupAddress[] => {
    const addresses = answers[Math.min(lookups++, answers.length - 1)] ?? []
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  }
  const wantsAll = (options: unknown): options is LookupAllOptions =>
    typeof options === 'object' && options !== null && 'all' in options && options.all === true
  Object.assign(dns, {
    lookup(hostname: string, ...rest: unknown[]) {
      if (hostname !== name) return Reflect.apply(lookup, dns, [hostname, ...rest])
      const answer = rest.at(-1) as (problem: null, ...addresses: unknown[]) => void
      const addresses = next()
      process.nextTick(() =>
        wantsAll(rest[0]) ? answer(null, addresses) : answer(null, addresses[0]?.address, addresses[0]?.family),
      )
    },
  })
  Object.assign(dns.promises, {
    async lookup(hostname: string, options: unknown) {
      if (hostname !== name) return Reflect.apply(lookupPromise, dns.promises, [hostname, options])
      return wantsAll(options) ? next() : next()[0]
    },
  })
  syncBuiltinESMExports()
  return {
    get lookups() {
      return lookups
    },
    restore() {
      Object.assign(dns, { lookup })
      Object.assign(dns.promises, { lookup: lookupPromise })
      syncBuiltinESMExports()
    },
  }
}
