import { loaded } from '../catalogue.ts'
import { type TrackerXmlTexts, trackerXml } from '../en/tracker-xml.ts'

/** The texts of the file of a new tracker, in the language of the page. */
export const trackerXmlTexts: TrackerXmlTexts = loaded.partTexts?.trackerXml ?? trackerXml
