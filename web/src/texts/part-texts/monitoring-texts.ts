import { loaded } from '../catalogue.ts'
import { type MonitoringTexts, monitoring } from '../en/monitoring.ts'

/** The texts of the pages of jobs and health, in the language of the page. */
export const monitoringTexts: MonitoringTexts = loaded.partTexts?.monitoring ?? monitoring
