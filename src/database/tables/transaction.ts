import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Read access. A transaction can be used as well. */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'case' | 'dynamic' | 'getExecutor'
>

declare const inWrite: unique symbol

/** A transaction; only `write` creates one. */
export type Tx = Transaction<Tables> & { readonly [inWrite]: true }
