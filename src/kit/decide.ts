import type { Permit } from './permit.ts'
import { Refusal, type RefusalKind } from './refusal.ts'

/** What a rule says: yes, or no with the kind of refusal and the text the contract gives for it. */
export type Verdict = 'yes' | { readonly no: RefusalKind; readonly because?: string; readonly translated?: string }

/** Turns a verdict into a permit or a refusal; imported by policies alone. */
export function decide<Action extends string, Subject>(
  action: Action,
  subject: Subject,
  verdict: Verdict,
): Permit<Action, Subject> {
  if (verdict === 'yes') return { action, subject } as Permit<Action, Subject>
  throw new Refusal(
    verdict.no,
    verdict.because,
    verdict.translated === undefined ? {} : { translated: verdict.translated },
  )
}
