import type { Message } from '../../kit/messages/message.ts'

/** From the best to the worst. */
export const healthStates = ['ok', 'warning', 'error'] as const
export type HealthState = (typeof healthStates)[number]

export const healthNames = [
  'version',
  'database',
  'files',
  'disk',
  'jobs',
  'failed_jobs',
  'mail',
  'backups',
  'backup_verification',
  'repositories',
  'nodes',
] as const

export const factUnits = ['text', 'count', 'bytes', 'seconds', 'date'] as const

export const factNames = [
  'version',
  'commit',
  'uptime',
  'kind',
  'size',
  'epoch',
  'outages',
  'replica_lag',
  'free',
  'waiting',
  'running',
  'delay',
  'failed',
  'last_error',
  'newest',
  'last_attempt',
  'passed',
  'nodes',
] as const

/** A value that a check has read, for people and for programs. */
export interface HealthFact {
  readonly name: (typeof factNames)[number]
  readonly unit: (typeof factUnits)[number]
  /** A date is in seconds since 1970. */
  readonly value: string | number
}

/** Result of one check of the site. */
export interface HealthItem {
  readonly name: (typeof healthNames)[number]
  readonly state: HealthState
  /** The result, or the problem and how to solve it. */
  readonly message: Message
  readonly facts: readonly HealthFact[]
}

export const worstState = (items: readonly Pick<HealthItem, 'state'>[]): HealthState =>
  healthStates.findLast((state) => items.some((item) => item.state === state)) ?? 'ok'
