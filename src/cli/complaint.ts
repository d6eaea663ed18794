/** The command did its work and found something wrong: exit code 1, after its answer was printed. */
export class Complaint extends Error {
  override readonly name = 'Complaint'
}
