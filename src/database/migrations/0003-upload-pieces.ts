import type { Migration } from './migrate.ts'
import { createTables } from './table-shape.ts'

/** Pieces of incomplete uploads in object storage: docs/decisions/0064-stage-uploads-in-the-bucket.md. */
export const uploadPieces: Migration = {
  name: '0003-upload-pieces',
  up: (db, dialect) =>
    createTables(db, dialect, {
      upload_piece: {
        columns: {
          kind: 'text',
          upload_id: 'id',
          position: 'integer',
          size: 'integer',
          object: 'text',
          created_on: 'time',
        },
        key: ['kind', 'upload_id', 'position'],
        indexes: [['object']],
      },
    }),
}
