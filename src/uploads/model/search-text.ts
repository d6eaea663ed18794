import { fold } from '../../kit/fold.ts'

/** What a file is found by: its name and its description, a line each, without case and accents. */
export const fileSearchText = ({
  name,
  description,
}: {
  readonly name: string
  readonly description: string
}): string => fold(`${name}\n${description}`)
