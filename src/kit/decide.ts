import type { Permit } from './permit.ts'
import { Refusal, type RefusalKind } from './refusal.ts'

/** What a rule says: yes, or no with the kind of refusal and the text Tuleap gives for it. */
export type Verdict = 'yes' | { readonly no: RefusalKind; readonly because?: string; readonly translated?: string }

/** One rule on the way to a decision, and what it says. */
export interface DecisionStep {
  /** what is asked, in a few words */
  readonly rule: string
  readonly verdict: Verdict
  /** why it is as it is, for whoever wants to know */
  readonly detail?: string
}

/** What a chain of rules says: the first "no"; rules after it are not asked. */
export function evaluatePermit(steps: Iterable<DecisionStep>): Verdict {
  for (const { verdict } of steps) if (verdict !== 'yes') return verdict
  return 'yes'
}

/** The same with its reasons: the rules that were asked, of which only the last one may say "no". */
export function explainSteps(steps: Iterable<DecisionStep>): readonly DecisionStep[] {
  const asked: DecisionStep[] = []
  for (const step of steps) {
    asked.push(step)
    if (step.verdict !== 'yes') break
  }
  return asked
}

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
