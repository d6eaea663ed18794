import { readXml } from '../../kit/xml/read.ts'
import type { ElementHandler } from '../../kit/xml/tree.ts'
import { pathNotFound } from './open-browser.ts'
import { ProgramFailed } from './program-output.ts'
import { speakable } from './speakable.ts'

/** Reads what a program of Subversion says as XML; elements are handed over, nothing is kept. */
export async function readSvnXml(
  output: AsyncIterable<Buffer>,
  each: Readonly<Record<string, ElementHandler>>,
): Promise<void> {
  try {
    await readXml(speakable(output), { each })
  } catch (problem) {
    throw asRefusal(problem)
  }
}

/** What the repository says is not there is nobody's fault but of who asks for it. */
export const asRefusal = (problem: unknown): unknown =>
  problem instanceof ProgramFailed && notThere.test(problem.complaint) ? pathNotFound() : problem

// No such path or revision, not a file, not a directory, no such address; a name that is longer than those of files.
const notThere = /[EW](160013|160006|160005|160016|160017|170000|170009|000036)\b/
