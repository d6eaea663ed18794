import { beginning, type LogPosition } from '../../kit/log-position.ts'

/** How far somebody has read the log, as a text that says nothing to him. */
export const tokenOf = ({ transaction, id }: LogPosition): string =>
  Buffer.from(`1.${transaction}.${id}`).toString('base64url')

/** undefined: no token of ours; `0` is the beginning. */
export function positionIn(token: string): LogPosition | undefined {
  if (token === '0') return beginning
  if (!/^[\w-]{4,60}$/.test(token)) return undefined
  const [, transaction, id] =
    /^1\.(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? []
  return id === undefined ? undefined : { transaction: Number(transaction), id: Number(id) }
}
