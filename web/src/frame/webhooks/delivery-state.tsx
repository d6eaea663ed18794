import type { ReactNode } from 'react'
import { Badge } from '../../design/badge.tsx'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'
import type { Delivery } from './webhook-kind.ts'

const kinds = { waiting: 'info', delivered: 'positive', failed: 'negative', withheld: 'caution' } as const

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>): ReactNode => (
  <Badge kind={kinds[state]}>{words.states[state]}</Badge>
)
