import { loaded } from '../catalogue.ts'
import { type TrackerOrderTexts, trackerOrder } from '../en/tracker-order.ts'

/** The texts of the order of trackers, which come with its code, in the language of the page. */
export const trackerOrderTexts: TrackerOrderTexts = loaded.partTexts?.trackerOrder ?? trackerOrder
