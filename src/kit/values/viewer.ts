import type { Caller } from './caller.ts'

/** The caller and their locale: what representations need in addition to the data. */
export interface Viewer {
  readonly caller: Caller
  /** `https://tracker.example`, without final slash. */
  readonly origin: string
  /** IANA time zone of dates. */
  readonly timezone: string
}
