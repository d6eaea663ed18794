import type { TrackerId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'

/** A tracker in the body of a request; other members are ignored. */
export const TrackerReferenceInput = Type.Object(
  // Untrusted id; validated by the lookup that follows.
  { id: Type.Unsafe<TrackerId>(Type.Integer({ format: identifier })) },
  { title: 'TrackerReferenceInput' },
)
