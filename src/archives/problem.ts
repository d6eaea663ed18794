/** Why an archive cannot be read, as a sentence for the administrator who brought it. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem'
}
