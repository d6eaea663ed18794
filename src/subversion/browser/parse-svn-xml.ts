import { readXml } from '../../kit/xml/read.ts'
import type { ElementHandler } from '../../kit/xml/tree.ts'
import { createPathNotFoundError } from './open-browser.ts'
import { replaceInvalidXml } from './replace-invalid-xml.ts'
import { ProgramFailure } from './stream-program-output.ts'

/** Parses XML output of Subversion programs; passes elements on without storing them. */
export async function parseSvnXml(
  output: AsyncIterable<Buffer>,
  each: Readonly<Record<string, ElementHandler>>,
): Promise<void> {
  try {
    await readXml(replaceInvalidXml(output), { each })
  } catch (problem) {
    throw toRefusal(problem)
  }
}

/** Converts "not found" errors of Subversion to 404. */
export const toRefusal = (problem: unknown): unknown =>
  problem instanceof ProgramFailure && notFoundCodes.test(problem.errorOutput) ? createPathNotFoundError() : problem

// Codes: no such path or revision, not a file, not a directory, no such URL; a name longer than file systems allow.
const notFoundCodes = /[EW](160013|160006|160005|160016|160017|170000|170009|000036)\b/
