import type { ReactNode, RefObject } from 'react'
import type { AccessFileCheckRepresentation } from '../../../../src/subversion/representations/access-file-check.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import own from './repository-settings.module.css'

const words = svnRepositoryTexts.access

interface AccessFileProblemsProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly checked: AccessFileCheckRepresentation
  readonly onLine: (line: number) => void
}

/** Problems of an access file, with links to the lines. */
export const AccessFileProblems = ({ ref, checked, onLine }: AccessFileProblemsProps): ReactNode => {
  const { problems, is_valid: isValid } = checked
  return (
    <div ref={ref} tabIndex={-1} role="status" className={own.problems}>
      {problems.length === 0 ? (
        <Notice kind="positive" title={words.good} />
      ) : (
        <Notice kind={isValid ? 'caution' : 'negative'} title={isValid ? words.notFatal(problems.length) : words.fatal}>
          <ul className={own.lines}>
            {problems.map(({ line, message, is_fatal: isFatal }) => (
              <li key={`${line} ${message}`}>
                <Button kind="quiet" onPress={() => onLine(line)}>
                  {words.line(line)}
                </Button>
                <span>
                  {message}
                  {!isValid && !isFatal && ` (${words.harmless})`}
                </span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
