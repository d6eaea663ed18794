import type { Permit } from '../values/permit.ts'
import type { Message } from './message.ts'
import { Refusal, type RefusalKind } from './refusal.ts'

/** Result of a rule: yes, or no with the kind of refusal and Tuleap's text for it. */
export type Verdict =
  | 'yes'
  | { readonly no: RefusalKind; readonly because?: string | Message; readonly translated?: string | Message }

/** One rule on the way to a decision, and its result. */
export interface DecisionStep {
  /** The rule, in a few words. */
  readonly rule: string | Message
  readonly verdict: Verdict
  /** The reason of the result, for explanations. */
  readonly detail?: string | Message
}

/** Returns the result of a chain of rules: the first "no"; later rules are not evaluated. */
export function evaluatePermit(steps: Iterable<DecisionStep>): Verdict {
  for (const { verdict } of steps) if (verdict !== 'yes') return verdict
  return 'yes'
}

/** Returns the evaluated rules with their reasons, of which only the last one can be a "no". */
export function explainSteps(steps: Iterable<DecisionStep>): readonly DecisionStep[] {
  const evaluated: DecisionStep[] = []
  for (const step of steps) {
    evaluated.push(step)
    if (step.verdict !== 'yes') break
  }
  return evaluated
}

/** Turns a verdict into a permit or throws a refusal; only policies import it. */
export function createPermit<Action extends string, Subject>(
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
