import { foldText } from '../../kit/text/fold.ts'

/** Returns the text by which a file is found: its name and its description, one line each, without case and accents. */
export const buildFileSearchText = ({
  name,
  description,
}: {
  readonly name: string
  readonly description: string
}): string => foldText(`${name}\n${description}`)
