/** An archive cannot be read; the message is for the administrator who uploaded it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveProblem'
}
