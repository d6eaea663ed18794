import { formatCount } from './states.ts'

/** The file from which a tracker is created. */
export const trackerXml = {
  file: 'Structure of the tracker',
  checking: 'Checking the file…',
  tooLarge: 'The file is larger than 4 MB.',
  ready: 'A tracker can be created from this file',
  refused: 'No tracker can be created from this file',
  place: (line: number): string => `Line ${line}:`,
  more: (n: number): string => `and ${formatCount(n)} more`,
  ignored: (parts: string): string => `Left out: ${parts}`,
}

export type TrackerXmlTexts = typeof trackerXml
