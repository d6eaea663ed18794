import type { Caller } from './caller.ts'

/** Who reads an answer, and from where: what representations need beside the thing itself. */
export interface Viewer {
  readonly caller: Caller
  /** `https://tracker.example`, without final slash. */
  readonly origin: string
  /** IANA time zone of dates. */
  readonly timezone: string
}
