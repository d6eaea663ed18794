/** A database cannot be moved; the message explains what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
