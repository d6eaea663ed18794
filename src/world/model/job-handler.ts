import type { World } from './world.ts'

/** Runs one kind of jobs; must be safe to run twice (a node may die after the work, before it is recorded). */
export interface JobHandler {
  readonly kind: string
  /** How many of this kind a node runs at once: more than one where the work waits for other servers. */
  readonly maxConcurrent?: number
  /** How new jobs of this kind run together, as one with another payload; absent: each runs by itself. */
  readonly together?: {
    readonly max: number
    merge(payloads: readonly unknown[]): unknown
  }
  run(payload: unknown, world: World): Promise<void>
}
