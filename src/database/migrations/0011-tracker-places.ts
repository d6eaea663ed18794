import type { Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

/** The places of trackers that administrators of their project arranged. */
export const trackerPlaces: Migration = {
  name: '0011-tracker-places',
  up: (db, dialect) =>
    createTables(db, dialect, {
      tracker_place: {
        columns: { tracker_id: 'id', place: 'integer' },
        key: ['tracker_id'],
        isClustered: true,
        references: { tracker_id: 'tracker' },
      },
    }),
}
