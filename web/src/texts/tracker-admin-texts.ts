import { loaded } from './catalogue.ts'
import { type TrackerAdminTexts, trackerAdminEn } from './en-tracker-admin.ts'

/** The texts of the pages that administer trackers, in the language of the page. */
export const trackerAdminTexts: TrackerAdminTexts = loaded.trackerAdminTexts ?? trackerAdminEn
