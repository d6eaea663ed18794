import { hasPattern } from '../../fields/condition.ts'
import type { Caller } from '../../kit/caller.ts'
import type { ArtifactId, TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { getTracker } from '../../trackers/reads/get-tracker.ts'
import { satisfyingAmong } from '../store/satisfying-among.ts'
import { askedCondition, type SentQuestion } from './asked-condition.ts'

/** A question about a tracker that is asked of a few artifacts at a time, by whoever asks then. */
export const foundAmong =
  (world: Pick<World, 'db' | 'cache' | 'clock'>, trackerId: TrackerId, question: SentQuestion, timezone: string) =>
  async (caller: Caller, ids: readonly ArtifactId[]): Promise<ReadonlySet<ArtifactId>> => {
    const { tracker } = await getTracker(world, caller, trackerId)
    const condition = await askedCondition(world, { caller, timezone, now: world.clock.now() }, tracker, question)
    const isLong = condition !== undefined && hasPattern(condition)
    return satisfyingAmong(isLong ? world.db.aside : world.db.read, trackerId, condition, ids)
  }
